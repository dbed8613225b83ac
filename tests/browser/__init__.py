"""The built site in a real browser. A package, so that its browser is closed before the other tests begin."""
