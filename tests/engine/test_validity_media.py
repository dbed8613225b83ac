"""Images, documents, and what is asked of the request as a whole."""

from .blocks import HI, OLD, URL, assistant, call, checks_of, picture, png, result, text, tool, user

FAULTY = [
    (
        [user(*[{"type": "image", "source": URL}] * 101)],
        {"model": OLD},
        [("too_many_images", None, None, "", "messages")],
    ),
    (
        [
            HI,
            assistant(call("t1")),
            user(
                result("t1", content=[{"type": "image", "source": URL}] * 50),
                *[{"type": "document", "source": URL}] * 51,
            ),
        ],
        {"model": OLD},
        [("too_many_images", None, None, "", "messages")],
    ),
    (
        [
            user(
                {"type": "document", "source": {"type": "content", "content": [{"type": "image", "source": URL}] * 601}}
            )
        ],
        {},
        [("too_many_images", None, None, "", "messages")],
    ),
    (
        [user(picture(png(8_001, 10)))],
        {},
        [("image_too_large", 0, 0, "", "messages.0.content.0.image.source.base64.data")],
    ),
    (
        [user(picture(png(10, 8_001)), text("x"))],
        {},
        [("image_too_large", 0, 0, "", "messages.0.content.0.image.source.base64.data")],
    ),
    (
        [user(*[{"type": "image", "source": URL}] * 20, picture(png(2_001, 10)))],
        {},
        [("image_too_large", 0, 20, "", "messages.0.content.20.image.source.base64.data")],
    ),
    (
        [HI, assistant(call("t1")), user(result("t1", content=[text("x"), picture(png(8_001, 10))]))],
        {},
        [("image_too_large", 2, 0, "", "messages.2.content.0.content.1.image.source.base64.data")],
    ),
    (
        [
            user(
                *[{"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "x"}}]
                * 101
            )
        ],
        {"model": OLD},
        [("too_many_images", None, None, "", "messages")],
    ),
    (
        [user(*[{"type": "document", "source": {"type": "file", "file_id": "f"}}] * 101)],
        {"model": OLD},
        [("too_many_images", None, None, "", "messages")],
    ),
    (
        [
            user(
                text("x"),
                {"type": "document", "source": {"type": "content", "content": [text("x"), picture(png(8_001, 1))]}},
            )
        ],
        {},
        [("image_too_large", 0, 1, "", "messages.0.content.1.source.content.1.image.source.base64.data")],
    ),
    ([HI], {"tools": [tool("a"), tool("b"), tool("a"), tool("b")]}, [("duplicate_tool_name", None, None, "", "tools")]),
]
FINE = [
    ([user(*[{"type": "image", "source": URL}] * 100)], {"model": OLD}),
    ([user(*[{"type": "image", "source": URL}] * 600)], {}),
    (
        [user(*[{"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"}}] * 101)],
        {"model": OLD},
    ),
    ([user(picture(png(8_000, 8_000)))], {}),
    ([user(*[{"type": "image", "source": URL}] * 19, picture(png(8_000, 10)))], {}),
    ([user(*[{"type": "image", "source": URL}] * 20, picture(png(2_000, 2_000)))], {}),
    ([user(*[{"type": "document", "source": URL}] * 20, picture(png(2_001, 10)))], {}),
    ([user(picture("not a picture"))], {}),
    (
        [HI],
        {
            "tools": [
                tool("a"),
                tool("b"),
                {"type": "mcp_toolset", "mcp_server_name": "s"},
                {"type": "mcp_toolset", "mcp_server_name": "r"},
            ]
        },
    ),
]

test_what_is_at_fault, test_near_misses_are_fine = checks_of(FAULTY, FINE)
