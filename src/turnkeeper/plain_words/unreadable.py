"""Code that Python cannot read: what the most frequent sentences of the compiler ask for."""

import re

_CURLY = "“”„‘’‚«»"
_F_STRING = (
    "What stands in the braces of an f-string is code. A brace that is meant as a brace is written twice, {{ or }}."
)
_MENDS = (
    (r"expected an indented block", "What belongs to that line stands below it, four spaces further right."),
    (r"unexpected indent", "This line is further right than the one above it, which does not end with a colon."),
    (r"unindent does not match", "This line begins between two columns: put it below the line that it goes with."),
    (r"inconsistent use of tabs", "Spaces and tabs are mixed at the beginning of this line: use spaces only."),
    (r"expected ':'", "A line that begins a block (def, if, else, for, while, with, class, try) ends with a colon."),
    (r"'[([{]' was never closed", "The bracket that opens there has no partner: look where it should close."),
    (r"unmatched '[)\]}]'", "This closing bracket has no partner before it."),
    (
        r"closing parenthesis .* does not match",
        "Brackets close in the reverse order in which they were opened: [{ … }].",
    ),
    (
        r"unterminated (f-)?string literal|EOL while",
        "A text ends in the line in which it begins: is the closing quotation mark missing, or does the text hold the "
        "same mark?",
    ),
    (r"unterminated triple-quoted", "Three quotation marks open a text that only three more of them close."),
    (
        r"'return' outside function",
        "return works in a function only. A cell shows the value of its last line by itself.",
    ),
    (r"invalid non-printable character U\+(00A0|202F)", "That is a special blank: put a plain space in its place."),
    (r"'await' outside async function", "await works in an async function only. The client of this course needs none."),
    (r"f-string: expecting a valid expression|f-string: valid expression required", _F_STRING),
    (r"f-string: (empty expression|single '}'|expecting '}'|invalid syntax)", _F_STRING),
    (r"positional argument follows keyword argument", "In a call, what is given by name comes last."),
)


def mend_of(error: BaseException, code: str) -> str:
    """Return what to do about code that Python cannot read, in a sentence; empty where Python's own message has to do.

    Args:
        error: What the compiler raised.
        code: The line that it names.
    """
    if not isinstance(error, SyntaxError) or not isinstance(error.msg, str):
        return ""
    if (found := re.match(r"invalid character '(.)'", error.msg)) and found[1] in _CURLY:
        return "That is a typographic quotation mark: Python's are \" and '."
    if error.msg.startswith("f-string: unmatched") or (error.msg.startswith("f-string:") and _same_quotes(code)):
        return (
            "In the braces of an f-string use the other kind of quotation marks: f\"{message['role']}\". A brace that "
            "is meant as a brace is written twice, {{ or }}."
        )
    return next((mend for pattern, mend in _MENDS if re.match(pattern, error.msg)), "")


def _same_quotes(code: str) -> bool:
    """Tell whether the marks that open an f-string stand inside its braces, too; before Python 3.12 they end it."""
    return bool(re.search(r"""\b[fF](["']).*\{[^{}"']*\1[^}]*\}""", code))
