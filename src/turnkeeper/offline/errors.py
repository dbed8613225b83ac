"""The errors of the Messages API: status, type and body.

Source: https://platform.claude.com/docs/en/api/errors (read August 2026).
"""

from typing import Any

ERROR_TYPES = {
    400: "invalid_request_error",
    404: "not_found_error",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}


class ApiError(Exception):
    """A refusal that the API sends back as an error body.

    Args:
        status: The HTTP status, one of `ERROR_TYPES`.
        message: What the API says.
        retry: False when the same request would fail again, so that the SDK does not try.

    Raises:
        ValueError: If the status is not one that the offline API knows.
    """

    def __init__(self, status: int, message: str, *, retry: bool = True) -> None:
        if status not in ERROR_TYPES:
            known = ", ".join(map(str, ERROR_TYPES))
            raise ValueError(f"the offline API has no error with status {status}; it knows {known}")
        super().__init__(message)
        self.status = status
        self.message = message
        # The SDK waits as long as it is told, and offline there is nothing to wait for.
        self.headers = {"retry-after": "0"} if retry else {"x-should-retry": "false"}

    def body(self, request_id: str) -> dict[str, Any]:
        """Return the error body for a request."""
        return {
            "type": "error",
            "error": {"type": ERROR_TYPES[self.status], "message": self.message},
            "request_id": request_id,
        }
