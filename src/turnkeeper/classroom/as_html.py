"""The results of a class as one page: no script, no other file, and nothing that a submission could put into it."""

from collections.abc import Iterator, Sequence
from html import escape

from turnkeeper.classroom.graded import Graded, Rate, Result
from turnkeeper.grading.report import Requirement
from turnkeeper.history_table import printable

_STYLE = """
:root { color-scheme: light dark; --line: #8886; --soft: #8882; --bad: #b3261e; --good: #1b6e3c; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff9d94; --good: #7fd6a0; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem; padding: 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: start; vertical-align: top; }
thead th { background: var(--soft); }
td.number { text-align: end; white-space: nowrap; }
.passed { color: var(--good); } .failed, .broken, .refused { color: var(--bad); }
.refused { font-weight: bold; }
meter { width: 8rem; }
details { border: 1px solid var(--line); margin: .5rem 0; padding: .25rem .75rem; }
pre { background: var(--soft); overflow-x: auto; padding: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
a:focus-visible, summary:focus-visible, .wide:focus-visible { outline: 3px solid Highlight; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_WORDS = {"passed": "passed", "failed": "not passed", "broken": "cannot be checked", "refused": "refused"}


def class_page(class_: Sequence[Graded], slugs: Sequence[str], rates: Sequence[Rate], notes: Sequence[str]) -> str:
    """Return the page.

    Args:
        class_: The submissions.
        slugs: The exercises that are graded.
        rates: How the class did in each requirement.
        notes: What belongs to no submission.

    Returns:
        HTML. Every text that comes from a submission is escaped, and control characters in it are written out; a
        policy in the page forbids scripts and requests besides.
    """
    answers = sum(len(each.results) for each in class_)
    passed = sum(each.passed for each in class_)
    parts = [
        f"<p>{len(class_)} submissions, {answers} answers to {len(slugs)} exercises; {passed} answers pass.</p>",
        *_requirements(rates),
        *_overview(class_, slugs),
        *_refused(class_),
        "<h2>Each submission</h2>",
        *(line for number, each in enumerate(class_) for line in _submission(number, each)),
        *_notes(notes),
    ]
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>Results of the class</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>Results of the class</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _requirements(rates: Sequence[Rate]) -> Iterator[str]:
    yield "<h2>Requirements, those that most answers miss first</h2>"
    yield '<div class="wide" tabindex="0" role="region" aria-label="Requirements"><table><thead><tr>'
    yield '<th scope="col">Exercise</th><th scope="col">Requirement</th><th scope="col">Met by</th></tr></thead><tbody>'
    handed_in = [rate for rate in rates if rate.handed_in]
    for rate in sorted(handed_in, key=lambda rate: rate.met / rate.handed_in):
        share = f"{rate.met} of {rate.handed_in} ({100 * rate.met // rate.handed_in} %)"
        bar = f'<meter min="0" max="{rate.handed_in}" value="{rate.met}" aria-label="Met by">{share}</meter>'
        yield f'<tr><th scope="row">{_text(rate.slug)}</th><td>{_text(rate.text)}</td>'
        yield f'<td class="number">{bar} {share}</td></tr>'
    yield "</tbody></table></div>"


def _overview(class_: Sequence[Graded], slugs: Sequence[str]) -> Iterator[str]:
    yield "<h2>The class</h2>"
    yield '<div class="wide" tabindex="0" role="region" aria-label="The class"><table><thead><tr>'
    yield '<th scope="col">Submission</th><th scope="col">Passed</th>'
    yield "".join(f'<th scope="col">{_text(slug)}</th>' for slug in slugs) + "</tr></thead><tbody>"
    for number, each in enumerate(class_):
        cells = "".join(_cell(each.results.get(slug)) for slug in slugs)
        yield f'<tr><th scope="row"><a href="#s{number}">{_text(each.student)}</a></th>'
        yield f'<td class="number">{each.passed} of {len(each.results)}</td>{cells}</tr>'
    yield "</tbody></table></div>"


def _cell(result: Result | None) -> str:
    if result is None:
        return "<td>not handed in</td>"
    counts = f" {result.report.passed}/{result.report.total}" if result.status == "failed" else ""
    return f'<td class="{result.status}">{_WORDS[result.status]}{counts}</td>'


def _refused(class_: Sequence[Graded]) -> Iterator[str]:
    tried = [(each, slug, result) for each in class_ for slug, result in each.results.items() if result.refused]
    if tried:
        yield "<h2>Refused</h2>\n<p>These tried what no exercise asks for. It was refused, and the answer counts as not"
        yield "passed. Look at each before you judge: an honest answer may read a file that it need not.</p>\n<ul>"
        for each, slug, result in tried:
            yield f"<li>{_text(each.student)}, {_text(slug)}: it tried to {_text('; '.join(result.refused))}</li>"
        yield "</ul>"


def _submission(number: int, each: Graded) -> Iterator[str]:
    yield f'<details id="s{number}"><summary>{_text(each.student)}: {each.passed} of {len(each.results)} pass</summary>'
    for slug, result in each.results.items():
        yield f'<h3>{_text(slug)}: <span class="{result.status}">{_WORDS[result.status]}</span></h3>'
        for deed in result.refused:
            yield f"<p>It tried to {_text(deed)}.</p>"
        if result.report.problem:
            yield _pre(result.report.problem.message)
        elif result.report.passed < result.report.total:
            yield "<ul>"
            yield from map(_requirement, result.report.requirements)
            yield "</ul>"
    if each.notes:
        yield "<h3>Not graded</h3>\n<ul>" + "".join(f"<li>{_text(note)}</li>" for note in each.notes) + "</ul>"
    yield "</details>"


def _requirement(requirement: Requirement) -> str:
    if requirement.verdict is None:
        return f'<li><span class="passed">met</span>: {_text(requirement.text)}</li>'
    printed = f"<p>It printed:</p>{_pre(requirement.output.strip())}" if requirement.output.strip() else ""
    said = _pre(requirement.verdict.message)
    return f'<li><span class="failed">not met</span>: {_text(requirement.text)}{said}{printed}</li>'


def _notes(notes: Sequence[str]) -> Iterator[str]:
    if notes:
        yield "<h2>Not graded</h2>\n<ul>" + "".join(f"<li>{_text(note)}</li>" for note in notes) + "</ul>"


def _text(text: str) -> str:
    return f"<bdi>{escape(printable(text))}</bdi>"


def _pre(text: str) -> str:
    return "<pre>" + "\n".join(escape(printable(line)) for line in text.splitlines()) + "</pre>"
