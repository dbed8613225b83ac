"""A host whose connection can be cut, and on which a site can be deployed anew."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

from turnkeeper.site.precache import LESSON, RUNNER, SERVICE_WORKER, list_for_service_worker
from turnkeeper.site.serve import HOST, SiteHandler, _Server


class Deployment:
    """What the host serves.

    Attributes:
        address: The site's address, with its last slash.
        connected: False while nobody reaches the host.
        sent: The path of every file that was sent whole, in order.
        released: Set once the address `held` is answered; until then it is not.
    """

    def __init__(self, place: Path) -> None:
        self.address = ""
        self.connected = True
        self.sent: list[str] = []
        self.released = Event()
        self._place = place

    def deploy(self, site: Path) -> None:
        """Serve another site from now on."""
        self._place.unlink(missing_ok=True)
        self._place.symlink_to(site)

    def take(self) -> list[str]:
        """What was sent since the last time."""
        sent, self.sent = self.sent, []
        return sent


class _Handler(SiteHandler):
    def __init__(self, *args: Any, deployment: Deployment, **options: Any) -> None:
        self.deployment = deployment
        super().__init__(*args, **options)

    def do_GET(self) -> None:  # noqa: N802 - the name is http.server's
        if self.path == f"{self.prefix}held":
            self.deployment.released.wait()
        if self.deployment.connected:
            super().do_GET()
        else:
            self.close_connection = True  # without an answer

    def send_response(self, code: int, message: str | None = None) -> None:
        if code == 200:
            self.deployment.sent.append(self.path.removeprefix(self.prefix))
        super().send_response(code, message)


@contextmanager
def hosting(site: Path, place: Path) -> Iterator[Deployment]:
    """Serve a site while the block runs.

    Args:
        site: The site's folder.
        place: Where a link to the served folder may stand.
    """
    deployment = Deployment(place)
    deployment.deploy(site)
    handler = partial(_Handler, directory=str(place), prefix="/course/", deployment=deployment)
    with _Server((HOST, 0), handler) as server:
        deployment.address = f"http://{HOST}:{server.server_address[1]}/course/"
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield deployment
        deployment.released.set()
        server.shutdown()


def next_version(site: Path, target: Path, changed: dict[str, str]) -> None:
    """Make the next version of a site, without its notebooks and its reference.

    Args:
        site: The built site.
        target: A new folder.
        changed: New content by path.
    """

    def link(source: str, copy: str) -> None:
        name = Path(source).relative_to(site).as_posix()
        if name.startswith("precache-"):
            return
        if name in (LESSON, SERVICE_WORKER):
            shutil.copyfile(source, copy)  # the version is written into these
        else:
            Path(copy).symlink_to(source)

    left_out = shutil.ignore_patterns("lite", "reference")
    shutil.copytree(site, target, copy_function=link, ignore=left_out)
    version = json.loads(next(site.glob("precache-*.json")).read_text(encoding="utf-8"))["version"]
    (target / SERVICE_WORKER).rename(target / RUNNER / SERVICE_WORKER)
    for name in (LESSON, f"{RUNNER}/{SERVICE_WORKER}"):
        text = (target / name).read_text(encoding="utf-8")
        (target / name).write_text(text.replace(version, "@version@"), encoding="utf-8")
    for name, content in changed.items():
        (target / name).unlink()
        (target / name).write_text(content, encoding="utf-8")
    list_for_service_worker(target)
