"""The size of a picture in pixels, read from its head. No picture is decoded.

Sources: the heads of PNG (RFC 2083, 3.1 and 4.1.1), GIF (GIF89a, 18), JPEG (ITU T.81, B.2.2) and WebP (RFC 9649).
"""

import base64
import binascii

_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}  # the markers of a JPEG whose segment holds the size
_ALONE = {0x01, *range(0xD0, 0xD9)}  # the markers without a length


def image_size(data: str) -> tuple[int, int] | None:
    """Return width and height in pixels of a picture sent as base64 text, or None when they cannot be read.

    Args:
        data: The `data` of a base64 source: a PNG, GIF, JPEG or WebP. Anything else gives None.
    """
    try:
        head = base64.b64decode(data[:64])
        match head[:4]:
            case b"\x89PNG":
                size = _big(head[16:20]), _big(head[20:24])
            case b"GIF8":
                size = _little(head[6:8]), _little(head[8:10])
            case b"RIFF" if head[8:12] == b"WEBP":
                size = _webp(head)
            case _ if head[:2] == b"\xff\xd8":
                size = _jpeg(base64.b64decode(data))
            case _:
                return None
    except (binascii.Error, IndexError, ValueError):
        return None
    return size if min(size) > 0 else None


def _big(octets: bytes) -> int:
    return int.from_bytes(octets, "big")


def _little(octets: bytes) -> int:
    return int.from_bytes(octets, "little")


def _webp(head: bytes) -> tuple[int, int]:
    match head[12:16]:
        case b"VP8X":
            return _little(head[24:27]) + 1, _little(head[27:30]) + 1
        case b"VP8L":
            bits = _little(head[21:25])
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case _:
            return _little(head[26:28]) & 0x3FFF, _little(head[28:30]) & 0x3FFF


def _jpeg(octets: bytes) -> tuple[int, int]:
    """Go from segment to segment up to the one with the size. Past the end an index raises."""
    place = 2
    while True:
        if octets[place] != 0xFF:
            raise IndexError("no marker where one should be")
        marker = octets[place + 1]
        if marker in _FRAMES:
            return _big(octets[place + 7 : place + 9]), _big(octets[place + 5 : place + 7])
        # A second FF is filling; a segment says how long it is, its two length bytes included.
        place += 1 if marker == 0xFF else 2 if marker in _ALONE else 2 + max(2, _big(octets[place + 2 : place + 4]))
