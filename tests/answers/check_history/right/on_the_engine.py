"""Asks the engine, and puts its answer into the form of the task."""

import turnkeeper

RULES = ("tool_result_without_use", "tool_use_without_result", "tool_result_not_first", "first_role")


def check_history(messages, target="claude"):
    problems = turnkeeper.check_history(messages, target=target)
    return sorted({(problem.message_index, problem.rule) for problem in problems if problem.rule in RULES})
