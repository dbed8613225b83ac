import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnkeeper.image_size import image_size


def sent(octets):
    return base64.b64encode(octets).decode()


def png(width, height):
    return sent(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02")


EXIF = b"\xff\xe1" + (70_000 % 65_536).to_bytes(2, "big") + b"x" * (70_000 % 65_536 - 2)
FRAME = b"\xff\xc0\0\x11\x08" + (480).to_bytes(2, "big") + (640).to_bytes(2, "big") + b"\x03"
RIFF = b"RIFF\0\0\0\0WEBP"


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (png(1092, 300), (1092, 300)),
        (sent(b"GIF89a" + (33).to_bytes(2, "little") + (260).to_bytes(2, "little") + b"\0\0\0"), (33, 260)),
        (sent(b"\xff\xd8" + EXIF + b"\xff\xd0" + b"\xff\xff\xc4\0\x04ab" + FRAME), (640, 480)),
        (sent(b"\xff\xd8" + FRAME.replace(b"\xff\xc0", b"\xff\xc2")), (640, 480)),
        (sent(RIFF + b"VP8X\x0a\0\0\0\0\0\0\0\x1f\x03\0\x57\x02\0"), (800, 600)),
        (sent(RIFF + b"VP8L\0\0\0\0\x2f" + (799 | 599 << 14).to_bytes(4, "little")), (800, 600)),
        (sent(RIFF + b"VP8 " + b"\0" * 10 + (800).to_bytes(2, "little") + (600).to_bytes(2, "little")), (800, 600)),
        (png(0, 300), None),
        (sent(b"\xff\xd8" + EXIF), None),
        (sent(b"\xff\xd8ab"), None),
        (sent(b"%PDF-1.7"), None),
        ("", None),
        ("not base64", None),
        ("é", None),
    ],
)
def test_the_size_is_read_from_the_head(data, size):
    assert image_size(data) == size


@given(st.sampled_from([b"\x89PNG", b"GIF8", b"\xff\xd8\xff", RIFF + b"VP8L", b""]), st.binary(max_size=80))
def test_any_bytes_give_a_size_or_none(head, rest):
    size = image_size(sent(head + rest))
    assert size is None or min(size) > 0
