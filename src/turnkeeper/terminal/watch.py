"""`turnkeeper watch`: an exercise is checked whenever its file is saved, and one key does everything else."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

from watchfiles import Change, awatch

from turnkeeper.grading.course_order import Course
from turnkeeper.grading.progress import Progress
from turnkeeper.terminal.checker import SILENCE, Checker
from turnkeeper.terminal.front import Front, FullScreen, Lines
from turnkeeper.terminal.overview import where_to_go_on
from turnkeeper.terminal.session import Session

_MILLISECONDS_TO_SETTLE = 20
_SECONDS_TO_COME_BACK = 0.2  # some editors take a file away and put the new one in its place


async def watch(
    course: Course,
    progress: Progress,
    slug: str | None,
    *,
    manual: bool,
    front: Callable[[Session], Front] | None = None,
    silence: float = SILENCE,
) -> Session:
    """Show an exercise, until the learner has had enough.

    Args:
        course: The course.
        progress: The learner's progress.
        slug: The exercise; None goes on where the learner stopped.
        manual: Whether a saved file is checked only when the learner asks for it.
        front: Draws the session; None takes what the terminal can do.
        silence: See `Checker`.

    Returns:
        The session as it ended.
    """
    slug = slug or where_to_go_on(course, progress) or course.slugs[0]
    session = Session(course, progress, slug, Checker(course, silence=silence), manual=manual)
    drawing = (front or _front())(session)
    session.ended = drawing.end
    session.failed = drawing.end
    tasks = [] if manual else [asyncio.create_task(_watch_files(session))]
    with _until_terminated(drawing.end):
        try:
            session.open(slug)
            await drawing.run()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await session.close()
    return session


def _front() -> Callable[[Session], Front]:
    return Lines if os.environ.get("TERM") in ("dumb", "unknown") else FullScreen


@contextlib.contextmanager
def _until_terminated(end: Callable[[], object]) -> Iterator[None]:
    """End in good order when the process is told to end, so that the terminal is as it was."""
    loop = asyncio.get_running_loop()
    signals = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    added = []
    with contextlib.suppress(NotImplementedError):  # Windows has no such handlers
        for number in signals:
            loop.add_signal_handler(number, end)
            added.append(number)
    try:
        yield
    finally:
        for number in added:
            loop.remove_signal_handler(number)


async def _watch_files(session: Session) -> None:
    """Tell the session when the answer that is shown was saved."""
    folder = session.course.exercises_folder

    def is_answer(change: Change, name: str) -> bool:
        path = Path(name)
        return (path.parent.name, path.name) == (folder.name, f"{session.view.slug}.py")

    try:
        changes = awatch(folder, watch_filter=is_answer, recursive=False, step=_MILLISECONDS_TO_SETTLE)
        async for _ in changes:
            if not session.course.answer(session.view.slug).is_file():
                await asyncio.sleep(_SECONDS_TO_COME_BACK)
            session.saved()
    except OSError as error:
        session.view.note = f"Saved files are not noticed here ({error.strerror or error}): r checks the answer."
        session.view.manual = True
        session.changed()
