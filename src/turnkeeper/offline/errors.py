"""The errors of the Messages API: status, type, words and body.

Source: https://platform.claude.com/docs/en/api/errors (read August 2026). Words marked "ours" are not the API's.
"""

import json
from collections.abc import Mapping
from typing import Any

ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    409: "conflict_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}
TOO_LARGE = "Request exceeds the maximum size"
_ON_REQUEST = {
    401: "invalid x-api-key",
    413: TOO_LARGE,
    # The words of an organization with a limit of 30,000, as users quote them (continuedev/continue#12057).
    429: "This request would exceed your organization's rate limit of 30,000 input tokens per minute (org: offline, "
    "model: {model}). For details, refer to: https://docs.claude.com/en/api/rate-limits. You can see the response "
    "headers for current usage. Please reduce the prompt length or the maximum tokens requested, or try again later. "
    "You may also contact sales at https://claude.com/contact-sales to discuss your options for a rate limit increase.",
    529: "Overloaded",
}
"""What a fault on request says. The other statuses have words of ours, which say that somebody asked for them."""


class ApiError(Exception):
    """A refusal that the API sends back as an error body.

    Args:
        status: The HTTP status, one of `ERROR_TYPES`.
        message: What the API says.
        retry: False for a fault of the service that would come again, so that the SDK does not try.
        code: The error code, sent as `details.error_code`; the SDK has an exception of its own for some.
        details: What else stands in `details`.

    Raises:
        ValueError: If the status is not one that the offline API knows.
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        retry: bool = True,
        code: str | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        if status not in ERROR_TYPES:
            known = ", ".join(map(str, ERROR_TYPES))
            raise ValueError(f"the offline API has no error with status {status}; it knows {known}")
        super().__init__(message)
        self.status = status
        self.message = message
        self.details = {**({} if code is None else {"error_code": code}), **(details or {})}
        again = retry and (status in (409, 429) or status >= 500)
        # Offline there is nothing to wait for. The SDKs wait as long as they are told, but hear no 0.
        self.headers = {"retry-after": "0", "retry-after-ms": "1"} if again else {"x-should-retry": "false"}

    def body(self, request_id: str) -> dict[str, Any]:
        """Return the error body for a request."""
        error: dict[str, Any] = {"type": ERROR_TYPES[self.status], "message": self.message}
        if self.status == 413:  # comes from the network in front of the API, without the usual wrapper
            return {"error": error}
        if self.details:
            error["details"] = self.details
        return {"type": "error", "error": error, "request_id": request_id}

    def encoded(self, request_id: str) -> bytes:
        """Return the error body as JSON. Escaped: the words of a fault may hold half a character."""
        return json.dumps(self.body(request_id)).encode()


def fault_on_request(status: int, *, model: str = "claude", code: str | None = None) -> ApiError:
    """Return the error that a test has asked for.

    Args:
        status: The HTTP status.
        model: The model that the refused request named.
        code: The error code, for faults that have one (such as 529 `compaction_unavailable`).

    Raises:
        ValueError: If there is no such error.
    """
    words = _ON_REQUEST.get(status, f"A fault asked for by fail_next({status}).")
    return ApiError(status, words.replace("{model}", model), code=code)
