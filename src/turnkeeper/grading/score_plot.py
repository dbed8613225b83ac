"""A score in a terminal: recall against bill, with the course's baselines and the learner's best."""

from collections.abc import Iterator
from typing import NamedTuple

from turnkeeper.grading.score import Score

_COLUMNS, _ROWS = 48, 11  # of the plot itself; a row is a tenth of recall
_EDGE = "       "


class _Point(NamedTuple):
    sign: str
    name: str
    recall: float
    cost: float


def score_lines(score: Score, best: Score | None = None) -> Iterator[str]:
    """Yield a plot of a score, and its figures as a table; within 80 columns.

    Args:
        score: The score of the answer that was checked.
        best: The best that the learner ever had; None when there was none before.
    """
    yield f"Score: {score}"
    if best and best.beats(score):
        yield f"Your best so far: {best}"
    points = _points(score, best)
    if len(points) == 1:
        return
    yield ""
    yield from _plot(points)
    yield ""
    yield "    recall   dollars"
    for point in sorted(points, key=lambda point: (-point.recall, point.cost)):
        yield f"  {point.sign}  {point.recall * 100:3.0f} %  {point.cost:8.4f}  {point.name}"


def _points(score: Score, best: Score | None) -> list[_Point]:
    """The baselines by letters, and then the learner's own."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    points = [_Point(letters[at % 26], row.name, row.recall, row.cost) for at, row in enumerate(score.baselines)]
    if best and best.beats(score):
        points.append(_Point("+", "your best so far", best.recall, best.cost))
    return [*points, _Point("*", "this answer", score.recall, score.cost)]


def _plot(points: list[_Point]) -> Iterator[str]:
    most = max(point.cost for point in points) or 1.0
    grid = [[" "] * _COLUMNS for _ in range(_ROWS)]
    for point in reversed(points):  # the learner's own first: what would stand on them goes beside them
        row, across = grid[round((1 - point.recall) * (_ROWS - 1))], round(point.cost / most * (_COLUMNS - 1))
        free = [at for at, sign in enumerate(row) if sign == " "]
        row[min(free, key=lambda at: abs(at - across))] = point.sign
    for number, row in enumerate(grid):
        label = {0: "100 %", _ROWS // 2: " 50 %", _ROWS - 1: "  0 %"}.get(number, "")
        yield f"{label:>5} |{''.join(row)}".rstrip()
    yield f"{_EDGE[:-1]}+{'-' * _COLUMNS}"
    end = f"{most:.4f} dollars"
    yield f"{_EDGE}0{end:>{_COLUMNS - 1}}"
