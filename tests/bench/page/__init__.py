"""How fast, how small and how frugal the page's Python is: `make bench-page`."""
