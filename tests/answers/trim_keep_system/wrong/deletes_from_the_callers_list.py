"""Fails: test_the_callers_list_stays_as_it_was

Deletes from the list it was given.
"""


def trim_keep_system(messages, limit, count):
    if count(messages) <= limit:
        return list(messages)
    while count(messages) > limit and len(messages) > 2:
        del messages[1]
    while len(messages) > 2 and messages[1]["role"] != "user":
        del messages[1]
    return list(messages)
