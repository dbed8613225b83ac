"""The table of licences: nothing is shipped without one, and nothing is listed that is not shipped."""

import json
import re
import subprocess
import sysconfig
import zipfile
from pathlib import Path

import pytest

from turnkeeper.site.licences import LicenceError, table

WEB = Path(__file__).resolve().parents[2] / "web"
NODE = Path(sysconfig.get_path("scripts")) / "node"
# Prints the packages whose code esbuild puts into what pages fetch.
BUNDLED = """
import * as esbuild from "esbuild";
const entryPoints = ["src/lesson.ts", "src/worker.ts"];
const { metafile } = await esbuild.build({
  entryPoints, bundle: true, format: "esm", outdir: "nowhere", write: false, metafile: true, loader: { ".py": "text" },
});
for (const { inputs } of Object.values(metafile.outputs))
  for (const [name, { bytesInOutput }] of Object.entries(inputs)) if (bytesInOutput > 0) console.log(name);
"""


def wheel(folder: Path, name: str, metadata: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{name}-1.0.dist-info/METADATA", f"Name: {name}\nVersion: 1.0\n{metadata}\n")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    packages = {
        "": {"license": "MIT"},
        "node_modules/pyodide": {"version": "314.0.7", "license": "MPL-2.0"},
        "node_modules/@codemirror/view": {"version": "6.1", "license": "MIT"},
        "node_modules/esbuild": {"version": "0.1", "license": "MIT", "dev": True},
        "node_modules/ws": {"version": "8.0", "license": "MIT"},
    }
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "package-lock.json").write_text(json.dumps({"packages": packages}), encoding="utf-8")
    pins = "".join(f"{name}==1.0 \\\n    --hash=sha256:{'0' * 64}\n" for name in ("one", "two-x", "three"))
    (tmp_path / "browser-wheels.lock").write_text(pins)
    wheels = tmp_path / "build" / "wheels"
    wheel(wheels, "one", "License-Expression: Apache-2.0\nLicense: old words")
    wheel(wheels, "two_x", "License: BSD 3-Clause License\n        \n        Copyright someone")
    wheel(wheels, "three", "Classifier: License :: OSI Approved :: MIT License")
    return tmp_path


def test_licences_are_read_from_each_kind_of_metadata(root: Path) -> None:
    text = table(root)
    for row in (
        "| pyodide | 314.0.7 | MPL-2.0 |",
        "| one | 1.0 | Apache-2.0 |",
        "| two-x | 1.0 | BSD 3-Clause License |",
        "| three | 1.0 | MIT License |",
        "| @codemirror/view | 6.1 | MIT |",
        "| mkdocs-material | 9.8.2 | MIT |",
        "| rxjs, inside Material |  | Apache-2.0 |",
    ):
        assert row in text
    assert "esbuild" not in text
    assert "| ws |" not in text
    assert "@jupyterlab/" in text.partition("## Inside JupyterLite")[2]


def test_wheel_without_a_licence_stops_the_build(root: Path) -> None:
    wheel(root / "build" / "wheels", "three", "Summary: nothing")
    with pytest.raises(LicenceError, match="three names no licence in its metadata: look it up"):
        table(root)


def test_wheel_that_is_not_fetched_is_named(root: Path) -> None:
    (root / "build" / "wheels" / "one-1.0-py3-none-any.whl").unlink()
    with pytest.raises(LicenceError, match=r"build/wheels lacks one 1\.0.*turnkeeper build"):
        table(root)


def test_npm_package_without_a_licence_stops_the_build(root: Path) -> None:
    lock = root / "web" / "package-lock.json"
    lock.write_text(lock.read_text().replace('"6.1", "license": "MIT"', '"6.1"'), encoding="utf-8")
    with pytest.raises(LicenceError, match="no licence for @codemirror/view"):
        table(root)


def test_every_npm_package_in_what_pages_fetch_is_listed(root: Path) -> None:
    ran = subprocess.run(
        [NODE, "--input-type=module", "-"],
        input=BUNDLED,
        cwd=WEB,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    bundled = {name for path in ran.stdout.split() for name in re.findall(r"node_modules/((?:@[^/]+/)?[^/]+)/", path)}
    assert {"vega", "vega-lite", "@codemirror/view"} <= bundled
    (root / "web" / "package-lock.json").write_text((WEB / "package-lock.json").read_text(encoding="utf-8"))
    listed = set(re.findall(r"^\| (\S+) \|", table(root), re.MULTILINE))
    assert bundled - listed == set()
    assert not listed & {"yargs", "commander", "ws", "@types/geojson"}
