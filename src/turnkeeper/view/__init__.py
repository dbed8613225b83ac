"""Pictures of what is sent, as HTML, as SVG and as text.

`kinds.py` names what a request is made of, `parts.py` counts it, `same.py` and `fates.py` find what was sent before and
what becomes of a message. `picture.py` is the form that all pictures have: `requests.py` and `context.py` make them,
`as_html.py`, `as_svg.py` and `as_text.py` draw them.
"""

from turnkeeper.view.context import show_context
from turnkeeper.view.drawn import View
from turnkeeper.view.requests import Sent, show_requests

__all__ = ["Sent", "View", "show_context", "show_requests"]
