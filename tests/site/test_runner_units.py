"""The pure parts of the page's runner have tests of their own, in TypeScript; `make test` runs them too."""

import subprocess
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(sysconfig.get_path("scripts")) / "node"


def test_the_runners_own_tests_pass():
    tests = sorted((ROOT / "web" / "test").glob("*.test.ts"))
    assert tests
    command = [NODE, "--test", "--test-reporter=tap", *tests]
    ran = subprocess.run(command, cwd=ROOT / "web", capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "# fail 0" in ran.stdout
    assert "# pass 0" not in ran.stdout
