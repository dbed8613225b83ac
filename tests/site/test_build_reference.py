"""The Python reference names all that the package offers."""

import re

import turnkeeper
from turnkeeper.site.build import ROOT


def test_every_public_name_is_in_the_reference_once() -> None:
    text = (ROOT / "docs/reference/index.rst").read_text(encoding="utf-8")
    described = re.findall(r"^\.\. auto(?:class|function|data|exception):: (\w+)$", text, re.MULTILINE)
    assert sorted(described) == sorted(turnkeeper.__all__)
