"""Why this is the answer.

The instructions are processed once in every turn: `turns * system`. The turns are processed 1 + 2 + … + `turns` times,
and that sum is `turns * (turns + 1) / 2`: pair the first with the last, the second with the last but one. The `//`
keeps it a whole number, exact at any size; one of two neighbours is even, so nothing is lost. A loop that adds
`system + k * turn` gives the same; the closed form shows where the square comes from.
"""


def processed(turns: int, system: int, turn: int) -> int:
    """Return the tokens that the model works through in the whole conversation."""
    if min(turns, system, turn) < 0:
        raise ValueError(f"no number may be less than 0: turns={turns}, system={system}, turn={turn}")
    return turns * system + turn * (turns * (turns + 1) // 2)
