"""What each key and each saved file does in `turnkeeper watch`; grading is a stand-in that takes no time."""

import asyncio
import io
import re

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from three_exercises import make_course, report_on, right, stub

from turnkeeper.grading.progress import progress_path, read_progress
from turnkeeper.terminal import session as session_module
from turnkeeper.terminal import watch as watch_module
from turnkeeper.terminal.front import FullScreen, Lines
from turnkeeper.terminal.screen import Shown
from turnkeeper.terminal.session import Session
from turnkeeper.terminal.watch import watch


class StandIn:
    """Says "no" of every answer, and "yes" of those that hold `return`."""

    def __init__(self, course):
        self.course = course
        self.checked = []
        self.hold = None
        self.problem = None
        self.closed = False

    async def check(self, answers, tell):
        for answer in answers:
            self.checked.append(answer.slug)
            if self.hold:
                await self.hold.wait()
            if self.problem:
                raise self.problem
            messages = ("", "") if "return" in answer.source else ("It is not so.", "")
            cannot_start = "broken" in answer.source
            tell(
                answer,
                report_on(self.course, answer.slug, *messages[: 1 if cannot_start else 2], cannot_start=cannot_start),
            )

    async def prepare(self, slug):
        pass

    async def close(self):
        self.closed = True


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path)


@pytest.fixture
def play(course):
    """Run a coroutine on a session that has begun with the exercise `one`."""

    def run(scene, *, manual=False):
        async def whole():
            session = Session(course, read_progress(course.root), "one", StandIn(course), manual=manual)
            session.open("one")
            await settle()
            await scene(session)
            await session.close()
            assert session.checker.closed

        asyncio.run(whole())

    return run


async def settle():
    for _ in range(5):
        await asyncio.sleep(0)


def press(session, *keys):
    for key in keys:
        session.press(key)


def test_hints_come_one_at_a_time_and_end_with_the_solution(course, play):
    async def scene(session):
        press(session, "h")
        assert (session.view.hints, session.view.note, session.view.to_hint) == ({"test_1": 1}, "", True)
        press(session, "h")
        assert (session.view.hints, session.view.note) == ({"test_1": 2}, "This is the last hint.")
        press(session, "h")
        assert session.view.note == "There is no further hint. The solution: solutions/one.py"
        assert read_progress(course.root).record("one").hints == {"test_1": 2}

    play(scene)


def test_where_no_hint_helps_it_says_what_does(course, play):
    async def scene(session):
        session.view.report = None
        press(session, "h")
        assert "r checks the answer" in session.view.note
        course.answer("one").write_text("broken\n")
        session.saved()
        await settle()
        press(session, "h")
        assert "First mend what stands above" in session.view.note
        course.answer("one").write_text(right("one"))
        session.saved()
        await settle()
        press(session, "h")
        assert session.view.note == "All requirements are met: n goes on."

    play(scene)


def test_next_goes_on_after_a_pass_and_says_so_when_it_skips(course, play):
    async def scene(session):
        press(session, "n")
        await settle()
        assert session.view.slug == "two"
        assert session.view.note.endswith("one is left open; l leads back to it.")
        course.answer("two").write_text(right("two"))
        press(session, "r")
        await settle()
        press(session, "n")
        assert (session.view.slug, session.view.note) == ("three", "")
        assert read_progress(course.root).current == "three"
        course.answer("three").write_text(right("three"))
        press(session, "r")
        await settle()
        press(session, "n")
        await settle()
        assert session.view.slug == "one"
        press(session, "n")
        assert session.view.note == "one is the only one that is left."
        course.answer("one").write_text(right("one"))
        press(session, "r")
        await settle()
        press(session, "n")
        assert session.view.note == "All exercises pass."

    play(scene)


def test_the_list_takes_arrows_numbers_and_enter(course, play):
    async def scene(session):
        press(session, "l")
        assert (session.view.mode, session.view.chosen) == ("list", 1)
        press(session, "down", "down")
        assert session.view.chosen == 0
        press(session, "up")
        assert session.view.chosen == 2
        press(session, "1", "9", "0", "z")
        assert session.view.chosen == 0
        press(session, "3", "enter")
        assert (session.view.mode, session.view.slug) == ("report", "two")
        for key in ("l", "q", "escape"):
            press(session, "l", key)
            assert session.view.mode == "report"

    play(scene)


def test_a_number_of_two_digits_can_be_typed(course, play):
    for number in range(12):
        (course.exercises_folder / f"test_z{number}.py").write_text("")

    async def scene(session):
        session.course = session.view.course = session_module.Course(
            course.root, (*course.lessons, type(course.lessons[0])("", "", 0, tuple(f"z{n}" for n in range(12))))
        )
        press(session, "l", "1", "2")
        assert session.view.chosen == 11

    play(scene)


def test_all_that_is_started_can_be_checked(course, play):
    async def scene(session):
        press(session, "c")
        assert session.view.note == "No exercise is started yet."
        session.checker.checked.clear()
        course.answer("two").write_text("x = 1\n")
        course.answer("three").write_text(right("three"))
        press(session, "c")
        assert session.view.doing == "Checking 2 answers …"
        await settle()
        assert session.checker.checked == ["three", "two"]
        assert session.view.mode == "list"
        assert re.match(r"Checked in \d+\.\d s\.", session.view.note)
        assert session.view.progress.record("three").passed

    play(scene)


def test_a_reset_asks_first_and_keeps_the_answer(course, play):
    async def scene(session):
        course.answer("one").write_text("mine = 1\n")
        press(session, "x")
        assert session.view.mode == "reset"
        press(session, "n")
        assert course.answer("one").read_text() == "mine = 1\n"
        press(session, "h", "x", "y")
        assert course.answer("one").read_text() == stub("one")
        kept = re.search(r"Yours is kept in (\S+\.py)\.", session.view.note)[1]
        assert (course.root / kept).read_text() == "mine = 1\n"
        assert read_progress(course.root).record("one").hints == {}
        await settle()
        press(session, "x", "y")
        assert session.view.note == "The stub is back."

    play(scene)


def test_two_resets_in_one_second_lose_nothing(course, play):
    async def scene(session):
        for number in range(3):
            course.answer("one").write_text(f"mine = {number}\n")
            press(session, "x", "y")
        kept = (course.root / ".turnkeeper/backups").glob("one-*.py")
        assert sorted(path.read_text() for path in kept) == [f"mine = {number}\n" for number in range(3)]

    play(scene)


def test_a_reset_that_cannot_be_leaves_the_answer(course, play):
    async def scene(session):
        course.answer("one").write_text("mine = 1\n")
        (course.exercises_folder / "stubs/one.py").unlink()
        press(session, "x", "y")
        assert session.view.note == "exercises/one.py is as it was: No such file or directory."
        assert course.answer("one").read_text() == "mine = 1\n"

    play(scene)


def test_a_save_is_checked_at_once_and_begins_a_running_check_anew(course, play):
    async def scene(session):
        session.checker.hold = asyncio.Event()
        course.answer("one").write_text("x = 1\n")
        session.saved()
        await settle()
        session.saved()  # the same text once more: that check goes on
        await settle()
        assert session.checker.checked == ["one", "one"]
        course.answer("one").write_text(right("one"))
        session.saved()
        session.checker.hold.set()
        await settle()
        assert session.checker.checked == ["one", "one", "one"]
        assert session.view.report.status == "passed"
        assert session.view.progress.record("one").tries == 1  # of the first text there never was a verdict

    play(scene)


def test_a_save_leads_back_from_the_list(course, play):
    async def scene(session):
        press(session, "l")
        session.saved()
        assert session.view.mode == "report"

    play(scene)


def test_by_hand_only_r_checks(course, play):
    async def scene(session):
        session.checker.checked.clear()
        course.answer("one").write_text(right("one"))
        session.saved()
        await settle()
        assert session.checker.checked == []
        press(session, "r")
        await settle()
        assert session.view.report.status == "passed"

    play(scene, manual=True)


def test_an_answer_that_is_gone_can_be_brought_back(course, play):
    async def scene(session):
        course.answer("one").unlink()
        session.saved()
        assert session.view.note == "exercises/one.py is not there. x brings its stub back."
        press(session, "x", "y")
        assert course.answer("one").read_text() == stub("one")

    play(scene)


def test_it_may_end_while_nothing_is_checked(course, play):
    async def scene(session):
        course.answer("one").unlink()
        session.saved()

    play(scene)


def test_arrows_pages_home_and_end_scroll(course, play):
    async def scene(session):
        session.shown = Shown(10, 5)
        for key, top in (("up", 9), ("j", 11), ("pagedown", 14), (" ", 14), ("pageup", 6), ("home", 0)):
            press(session, key)
            assert session.view.top == top
        press(session, "end")
        assert session.view.top > 1000
        press(session, "?")
        assert session.view.top > 1000

    play(scene)


def test_progress_that_cannot_be_kept_is_told_and_ends_nothing(course, play):
    async def scene(session):
        progress_path(course.root).write_text("{")
        press(session, "r")
        await settle()
        assert "The progress is not kept" in session.view.note
        press(session, "h")
        assert session.view.note.startswith("The progress is not kept")
        session.open("two")
        assert "is not as Turnkeeper writes it" in session.view.note
        await settle()
        assert session.view.report.exercise == "two"
        course.answer("two").write_text("mine\n")
        press(session, "x", "y")
        assert session.view.note.startswith("The stub is back.")

    play(scene)


# The two ways to draw


def watched(course, monkeypatch, keys, front, *, manual=False, stand_in=None):
    """Run the whole of watch with keys that are pressed one after the other."""
    checker = stand_in or StandIn(course)
    monkeypatch.setattr(watch_module, "Checker", lambda course, silence: checker)

    async def whole():
        with create_pipe_input() as source:
            for key in keys:
                source.send_text(key)
            return await watch(
                course, read_progress(course.root), None, manual=manual, front=lambda session: front(session, source)
            )

    return asyncio.run(whole())


def full_screen(session, source):
    return FullScreen(session, source=source, output=DummyOutput())


@pytest.mark.parametrize("keys", [["q"], ["\x03"], ["l", "\x1b[A", "\r", "Q"]])
def test_the_full_screen_ends_with_q_and_ctrl_c(course, monkeypatch, keys):
    session = watched(course, monkeypatch, keys, full_screen, manual=True)
    assert session.view.slug == ("two" if len(keys) > 2 else "three")
    assert session.checker.closed


def test_a_fault_of_our_own_ends_it_and_is_told(course, monkeypatch):
    checker = StandIn(course)
    checker.problem = RuntimeError("our own fault")
    for front in (full_screen, lambda session, source: Lines(session, source=source, out=io.StringIO())):
        with pytest.raises(RuntimeError, match="our own fault"):
            watched(course, monkeypatch, [], front, manual=True, stand_in=checker)


def test_ended_twice_is_ended_once(course):
    async def scene():
        session = Session(course, read_progress(course.root), "one", StandIn(course))
        with create_pipe_input() as source:
            FullScreen(session, source=source, output=DummyOutput()).end()
            lines = Lines(session, source=source, out=io.StringIO())
            lines.end()
            lines.end()
            await lines.run()

    asyncio.run(scene())


def test_line_by_line_what_is_new_is_printed(course, monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    watched(
        course, monkeypatch, ["h", "?", "\x1b", "x", "n", "q"],
        lambda session, source: Lines(session, source=source, out=out), manual=True,
    )  # fmt: skip
    out.seek(0)
    printed = out.read()
    assert "Checking three ?\nh hint  n next" in printed  # the terminal has no letter for an ellipsis
    assert printed.count("Hint 1: First hint 1.") == 1
    assert printed.endswith(
        "y reset  any other key: leave it\nh hint  n next  l list  c check all  x reset  r run  q quit\n"
    )
    assert "\x1b" not in printed


def test_ctrl_z_sends_it_to_the_background(course, monkeypatch):
    sent = []
    monkeypatch.setattr("prompt_toolkit.application.Application.suspend_to_background", lambda self: sent.append(self))
    watched(course, monkeypatch, ["\x1a", "q"], full_screen, manual=True)
    assert len(sent) == 1


# Files


def test_where_files_cannot_be_watched_it_says_so(course, monkeypatch):
    def cannot(*_, **__):
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(watch_module, "awatch", cannot)

    async def scene():
        session = Session(course, read_progress(course.root), "one", StandIn(course))
        await watch_module._watch_files(session)
        assert session.view.note.startswith("Saved files are not noticed here (inotify watch limit reached): r checks")
        assert session.view.manual

    asyncio.run(scene())


def test_when_nothing_more_can_change_it_stops_to_watch(course, monkeypatch):
    async def one_change(*_, **__):
        yield set()

    monkeypatch.setattr(watch_module, "awatch", one_change)

    async def scene():
        session = Session(course, read_progress(course.root), "one", StandIn(course))
        saved = []
        session.saved = lambda: saved.append(True)
        await watch_module._watch_files(session)
        assert saved == [True]

    asyncio.run(scene())


def test_a_saved_file_is_noticed_and_another_is_not(course):
    async def scene():
        session = Session(course, read_progress(course.root), "one", StandIn(course))
        noticed = asyncio.Event()
        session.saved = noticed.set
        task = asyncio.create_task(watch_module._watch_files(session))
        await asyncio.sleep(0.3)
        course.answer("two").write_text("x = 1\n")
        (course.exercises_folder / "stubs/one.py").write_text("x = 1\n")
        await asyncio.sleep(0.3)
        assert not noticed.is_set()
        # As some editors save: the old file goes away, and the new one comes a moment later.
        course.answer("one").unlink()
        await asyncio.wait_for(noticed.wait(), 20)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(scene())


def test_without_signal_handlers_it_works_too(monkeypatch):
    async def scene():
        def none(*_):
            raise NotImplementedError

        monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", none)
        with watch_module._until_terminated(lambda: None):
            pass

    asyncio.run(scene())


@pytest.mark.parametrize(("term", "front"), [("dumb", Lines), ("xterm", FullScreen)])
def test_the_terminal_decides_how_it_is_drawn(monkeypatch, term, front):
    monkeypatch.setenv("TERM", term)
    assert watch_module._front() is front
