"""Ends as: deadline

A loop that never ends, before there is anything to check.
"""

while True:
    pass
