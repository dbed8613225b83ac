"""A picture as an object: a notebook and a page draw it, a terminal prints it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from turnkeeper.view.as_html import as_html
from turnkeeper.view.as_svg import as_svg
from turnkeeper.view.as_text import NARROWEST, WIDTH, as_text, styled_lines
from turnkeeper.view.picture import Picture

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text


class View:
    """A picture of what is sent. As the last line of a notebook's cell it is drawn, and `print` writes it as text.

    Args:
        picture: What it shows.
    """

    def __init__(self, picture: Picture) -> None:
        self._picture = picture

    def to_html(self) -> str:
        """Return the picture as a piece of HTML for any page, light or dark: tables that hold the bars.

        All styles are on the elements themselves, so that it also passes where style sheets are taken out. It has less
        than 100,000 characters, however long the history is.
        """
        return as_html(self._picture)

    def to_svg(self) -> str:
        """Return the picture as an SVG document, with the tables as text in its description.

        As a file it follows the reader's light or dark scheme; in a page it takes the colour of the text around it.
        """
        return as_svg(self._picture)

    def to_text(self, width: int = WIDTH) -> str:
        """Return the picture as plain text; its bars are made of the letters of the legend.

        Args:
            width: The most columns of a line, 64 or more.

        Raises:
            ValueError: If the width is less than 64.
        """
        return as_text(self._picture, width)

    def to_rich(self, width: int = WIDTH) -> "Text":
        """Return the text with coloured bars, for `rich.print`. Needs the package rich (`turnkeeper[terminal]`).

        Args:
            width: The most columns of a line, 64 or more.

        Raises:
            ValueError: If the width is less than 64.
            ModuleNotFoundError: If rich is not there.
        """
        from rich.text import Text

        return Text("\n", no_wrap=True, overflow="crop").join(
            Text.assemble(*((piece, f"bold white on {colour}" if colour else "") for piece, colour in line))
            for line in styled_lines(self._picture, width)
        )

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "Iterator[Text]":
        yield self.to_rich(max(options.max_width, NARROWEST))

    def __repr__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return self.to_html()
