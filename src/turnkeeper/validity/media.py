"""Images and PDFs: how many, how heavy, how large.

Source: Anthropic's pages "Vision" and "PDF support" (10 MB an image, 8,000 pixels a side, 2,000 when there are more
than 20; second-hand reports of 5 MB are older). The sentence about 2,000 pixels is the API's own, the others are ours.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from turnkeeper.image_size import image_size
from turnkeeper.validity.history import History, Placed, at
from turnkeeper.validity.problem import Problem

MOST_BYTES = 10 * 1024 * 1024
MOST_PIXELS = 8_000
MANY_IMAGES = 20
MOST_PIXELS_OF_MANY = 2_000


class Picture(NamedTuple):
    """An image or PDF of a request: its path as the API writes it, its block, and the message's block it belongs to."""

    path: str
    block: Any
    placed: Placed


def pictures(history: History) -> Iterator[Picture]:
    """Find the images and PDFs of the messages, those in tool results and documents too."""
    for turn in history.turns:
        for placed in turn.blocks:
            yield from _inside(turn.path(placed), placed.block, placed)


def _inside(path: str, block: Any, placed: Placed) -> Iterator[Picture]:
    kind, source = block["type"], block.get("source")
    if kind == "image" or (
        kind == "document" and source.get("media_type") != "text/plain" and source["type"] != "content"
    ):
        yield Picture(path, block, placed)
    inner = source.get("content") if kind == "document" else block.get("content") if kind == "tool_result" else ()
    for place, one in enumerate(inner if isinstance(inner, list) else ()):
        yield from _inside(f"{path}.content.{place}", one, placed)


def too_many(history: History) -> Iterator[Problem]:
    """Find more images and PDFs than a request may hold. A PDF counts as one page here, whatever it holds."""
    count, most = sum(1 for _ in pictures(history)), history.model.most_images
    if count > most:
        yield Problem(
            "too_many_images",
            f"messages: at most {most} images and PDF pages may be provided with this model. Found {count}.",
            "Leave the oldest images out, or say in words what was on them.",
        )


def too_heavy(history: History) -> Iterator[Problem]:
    """Find images with too many bytes."""
    for picture, data in _images(history):
        size = len(data) * 3 // 4 - data[-2:].count("=")
        if size > MOST_BYTES:
            fault = (
                f"{picture.path}.image.source.base64: image exceeds 10 MB maximum: {size} bytes > {MOST_BYTES} bytes"
            )
            yield at("image_too_heavy", picture.placed, fault, "Send a smaller or more compressed image.")


def too_large(history: History) -> Iterator[Problem]:
    """Find images with too many pixels on a side, where the size can be read."""
    many = sum(picture.block["type"] == "image" for picture in pictures(history)) > MANY_IMAGES
    most = MOST_PIXELS_OF_MANY if many else MOST_PIXELS
    kind = " for many-image requests" if many else ""
    for picture, data in _images(history):
        if max(image_size(data) or (0, 0)) > most:
            fault = (
                f"{picture.path}.image.source.base64.data: At least one of the image dimensions exceed max allowed size"
                f"{kind}: {most} pixels"
            )
            yield at("image_too_large", picture.placed, fault, f"Scale this image down to {most:,} pixels a side.")


def _images(history: History) -> Iterator[tuple[Picture, str]]:
    for picture in pictures(history):
        if picture.block["type"] == "image" and picture.block["source"]["type"] == "base64":
            yield picture, picture.block["source"]["data"]
