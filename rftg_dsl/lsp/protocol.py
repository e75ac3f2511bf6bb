"""The protocol as pygls speaks it, but that no request stays without an answer.

pygls only logs requests with parameters that do not fit, and those that come after `shutdown`;
a client would wait for them for ever.
"""

from __future__ import annotations

from typing import Any

from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
)
from pygls.protocol import LanguageServerProtocol


class Protocol(LanguageServerProtocol):
    """Answers to wrong requests are errors, as JSON-RPC and the protocol name them."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Read a message of the client.

        Raises JsonRpcException where it does not fit; it is logged.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException:
            method = data.get("method")
            if isinstance(method, str) and isinstance(data.get("id"), (int, str)):
                self._refuse(data["id"], self._why_unfit(method))
            raise

    def handle_message(self, message: Any) -> None:
        """Answer a message, or refuse a request that comes too late."""
        if self._shutdown and hasattr(message, "method") and hasattr(message, "id"):
            self._refuse(message.id, JsonRpcInvalidRequest("the server is shutting down"))
        else:
            super().handle_message(message)

    def _why_unfit(self, method: str) -> JsonRpcException:
        if self.get_message_type(method) is None:
            return JsonRpcMethodNotFound(f"{JsonRpcMethodNotFound.MESSAGE}: {method}")
        return JsonRpcInvalidParams(f"the parameters of {method} are not those of the protocol")

    def _refuse(self, number: int | str, reason: JsonRpcException) -> None:
        self._send_response(number, error=reason.to_response_error())
