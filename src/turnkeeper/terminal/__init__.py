"""The course in a terminal: `turnkeeper watch`, `status`, `hint` and `reset`."""
