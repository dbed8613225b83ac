"""Ends as: exit

Exits before there is anything to check.
"""

raise SystemExit(0)
