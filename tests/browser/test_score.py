"""The capstone's score: drawn beside the baselines when every requirement is met, and the best one is kept."""

import json
import re

from playwright.sync_api import expect

from .conftest import Reader
from .reading import KEPT, Exercise, solution
from .test_accessibility import violations

PAGE = "lessons/capstone/"
KEY = f"/course/turnkeeper:{PAGE}"
NOTES = {"version": 3, "scores": {"assistant": {"recall": 1, "cost": 0.0001}}}


def test_a_score_is_drawn_beside_the_baselines_and_the_best_is_kept(reader: Reader) -> None:
    with reader(bypass_csp=True) as page:
        page.goto(PAGE)
        page.evaluate("([key, notes]) => localStorage.setItem(key, notes)", [KEY, json.dumps(NOTES)])
        page.reload()
        exercise = Exercise(page, "assistant")
        exercise.write(solution("assistant"))
        score = exercise.root.locator(".tk-score")
        expect(score).to_have_count(0)
        exercise.begin()
        expect(exercise.status).to_have_text(re.compile(r"All \d+ requirements pass"), timeout=240_000)
        expect(score.get_by_text("Score: recall")).to_be_visible()
        expect(score.get_by_text("Your best so far: recall 100 %, bill 0.0001 dollars.")).to_be_visible()
        expect(score.get_by_role("img")).to_be_visible()
        names = set(score.locator("svg text").all_text_contents())
        assert {"send all", "cut rarely", "your answer", "your best"} <= names
        score.locator("summary").click()
        expect(score.get_by_role("row", name="your answer")).to_be_visible()
        assert violations(page, within=".tk-score") == []
        kept = page.evaluate(KEPT, PAGE)
        assert kept["scores"]["assistant"] == NOTES["scores"]["assistant"]
        assert kept["passes"]["assistant"]
