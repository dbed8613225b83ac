"""`make check` needs no Node.js of the machine's own."""

import shutil
from pathlib import Path

import pytest

from turnkeeper.site.build import ROOT
from turnkeeper.site.quality import COMMANDS
from turnkeeper.site.steps import environment, run


def test_the_web_checks_use_the_venvs_own_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = shutil.which("sh")
    assert shell
    (tmp_path / "sh").symlink_to(shell)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("node") is None
    (command,) = (command for command in COMMANDS if command[0] == "npm")
    run(*command, cwd=ROOT, env=environment())
