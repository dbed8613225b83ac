"""Images and PDFs: how many, how heavy, how large.

Source: Anthropic's pages "Vision" and "PDF support" (10 MB an image, 8,000 pixels a side, 2,000 when there are more
than 20; second-hand reports of 5 MB are older). The sentence about 2,000 pixels is the API's own, the others are ours.
"""

from collections.abc import Iterator

from turnkeeper.image_size import image_size
from turnkeeper.validity.history import History, at
from turnkeeper.validity.pictures import Picture
from turnkeeper.validity.problem import Problem

MOST_BYTES = 10 * 1024 * 1024
MOST_PIXELS = 8_000
MANY_IMAGES = 20
MOST_PIXELS_OF_MANY = 2_000


def too_many(history: History) -> Iterator[Problem]:
    """Find more images and PDFs than a request may hold. A PDF counts as one page here, whatever it holds."""
    count, most = len(history.pictures), history.model.most_images
    if count > most:
        yield Problem(
            "too_many_images",
            f"messages: at most {most} images and PDF pages may be provided with this model. Found {count}.",
            "Leave the oldest images out, or say in words what was on them.",
        )


def too_heavy(history: History) -> Iterator[Problem]:
    """Find images with too many bytes."""
    for picture, data in _images(history):
        size = len(data) * 3 // 4 - data.count("=")
        if size > MOST_BYTES:
            fault = (
                f"{picture.path}.image.source.base64: image exceeds 10 MB maximum: {size} bytes > {MOST_BYTES} bytes"
            )
            yield at("image_too_heavy", picture.placed, fault, "Send a smaller or more compressed image.")


def too_large(history: History) -> Iterator[Problem]:
    """Find images with too many pixels on a side, where the size can be read."""
    many = sum(picture.block["type"] == "image" for picture in history.pictures) > MANY_IMAGES
    most = MOST_PIXELS_OF_MANY if many else MOST_PIXELS
    kind = " for many-image requests" if many else ""
    for picture, data in _images(history):
        size = image_size(data)
        if size and max(size) > most:
            fault = (
                f"{picture.path}.image.source.base64.data: At least one of the image dimensions exceed max allowed size"
                f"{kind}: {most} pixels"
            )
            yield at("image_too_large", picture.placed, fault, f"Scale this image down to {most:,} pixels a side.")


def _images(history: History) -> Iterator[tuple[Picture, str]]:
    for picture in history.pictures:
        if picture.block["type"] == "image" and picture.block["source"]["type"] == "base64":
            yield picture, picture.block["source"]["data"]
