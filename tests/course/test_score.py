"""The score in the report of an exercise: put there by its grader, and shown when every requirement is met."""

import json

import pytest
from bank import ROOT

from turnkeeper.grading import Baseline, Score, grade
from turnkeeper.grading.report import ExerciseReport, Requirement
from turnkeeper.grading.score_plot import score_lines
from turnkeeper.grading.scoreboard import scoreboard
from turnkeeper.grading.seal import write_seals
from turnkeeper.grading.verdict import Verdict

GRADER = '''from turnkeeper.grading import Baseline, Score


def test_a(answer, record_score):
    """It is measured."""
    record_score(Score(0.1, 9.0))
    record_score(Score(answer.x, 0.0123, (Baseline("send all", 1.0, 0.5),)))


def test_b(answer):
    """It is y."""
    assert answer.y, "No y."
'''
SCORE = Score(0.925, 0.01234, (Baseline("send all", 1.0, 0.5), Baseline("slide", 0.3, 0.1)))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "test_own.py").write_text(GRADER)
    write_seals(tmp_path)
    return tmp_path


def test_the_last_score_is_in_the_report_of_an_answer_that_passes(folder):
    report = grade("own", "x, y = 0.9, True\n", folder=folder)
    assert report["status"] == "passed"
    assert report["score"] == {
        "recall": 0.9,
        "cost": 0.0123,
        "unit": "dollars",
        "baselines": [{"name": "send all", "recall": 1.0, "cost": 0.5}],
    }
    assert json.loads(json.dumps(report)) == report


def test_there_is_no_score_while_a_requirement_is_not_met(folder):
    assert grade("own", "x, y = 0.9, False\n", folder=folder)["score"] is None
    assert grade("own", "x, y = 0.9\n", folder=folder)["score"] is None


def test_a_changed_grader_gives_no_score(folder):
    (folder / "test_own.py").write_text(GRADER + "\n")
    report = grade("own", "x, y = 0.9, True\n", folder=folder)
    assert (report["status"], report["score"]) == ("failed", None)


def test_an_exercise_that_measures_nothing_has_no_score():
    source = (ROOT / "solutions" / "send.py").read_text(encoding="utf-8")
    assert grade("send", source, folder=ROOT / "exercises")["score"] is None


def report_with(score, verdict=None, slug="own"):
    path = ROOT / "exercises" / f"test_{slug}.py"
    return ExerciseReport(slug, path, path, True, 1, [Requirement("test_it", "It is.", verdict=verdict)], score)


@pytest.mark.parametrize("score", [None, SCORE, Score(0.0, 0.0)])
def test_a_score_comes_back_from_the_reports_json(score):
    report = report_with(score)
    again = ExerciseReport.from_json(json.loads(json.dumps(report.to_json())), report.grader, report.answer)
    assert again == report
    assert again.score == score


def test_the_scoreboard_of_one_exercise_says_the_score():
    assert "Score: recall 92 %, bill 0.0123 dollars" in list(scoreboard([report_with(SCORE)]))
    failed = report_with(SCORE, Verdict("assertion", "No."))
    for reports in ([failed], [report_with(None)], [report_with(SCORE), report_with(None, slug="send")]):
        assert not any(line.startswith("Score") for line in scoreboard(reports))


def test_more_recall_wins_and_then_the_smaller_bill():
    best = Score(0.9, 0.2)
    assert best.beats(Score(0.8, 0.1))
    assert best.beats(Score(0.9, 0.3))
    assert not best.beats(Score(0.9, 0.2, SCORE.baselines))
    assert not best.beats(Score(1.0, 9.0))


@pytest.mark.parametrize("kind", [Score, lambda *figures: Baseline("send all", *figures)])
def test_a_figure_out_of_range_is_refused(kind):
    for recall in (-0.1, 1.1, float("nan"), 93):
        with pytest.raises(ValueError, match="recall is a part of 1"):
            kind(recall, 0.1)
    for cost in (-0.1, float("inf"), float("nan")):
        with pytest.raises(ValueError, match="a cost is a number of dollars"):
            kind(0.5, cost)


def test_the_plot_has_each_baseline_the_answer_and_the_best_where_it_belongs():
    lines = list(score_lines(SCORE, best=Score(0.925, 0.001)))
    assert lines[:2] == [f"Score: {SCORE}", "Your best so far: recall 92 %, bill 0.0010 dollars"]
    assert max(map(len, lines)) < 80
    plot = [line for line in lines if "|" in line]
    assert len(plot) == 11
    assert plot[0].startswith("100 % |")
    assert plot[0].endswith("a")
    assert plot[7].strip("| ") == "b"
    assert plot[1].split("|")[1].rstrip() == "+*"
    signs = [line.split()[0] for line in lines[-4:]]
    assert signs == ["a", "+", "*", "b"]


def test_a_score_that_is_the_best_itself_is_said_once():
    for best in (None, SCORE, Score(0.1, 0.0)):
        lines = "\n".join(score_lines(SCORE, best))
        assert "best" not in lines
        assert lines.count("*") == 2  # in the plot, and in the table
    assert list(score_lines(Score(0.0, 0.0))) == ["Score: recall 0 %, bill 0.0000 dollars"]
    assert len(list(score_lines(Score(0.0, 0.0, (Baseline("nothing", 0.0, 0.0),))))) > 11


LONG = '''import time


def test_long(answer, begin_piece):
    """It is done piece by piece."""
    for number in range(answer.pieces):
        begin_piece()
        time.sleep(answer.seconds)
'''


def graded_in_pieces(folder, source, **more):
    (folder / "test_own.py").write_text(LONG)
    write_seals(folder)
    began = []
    report = grade("own", source, folder=folder, begin=lambda: began.append(1), **more)
    return report["requirements"][0]["kind"] or "passed", len(began)


def test_each_piece_of_a_long_requirement_has_the_whole_time_limit(folder):
    assert graded_in_pieces(folder, "pieces, seconds = 6, 0.25\n", seconds=0.5) == ("passed", 2 + 6)
    assert graded_in_pieces(folder, "pieces, seconds = 2, 9\n", seconds=0.3)[0] == "deadline"


def test_all_the_pieces_together_have_an_end(folder):
    kind, began = graded_in_pieces(folder, "pieces, seconds = 999, 0.05\n", seconds=0.1)
    assert kind == "deadline"
    assert 5 < began < 40
