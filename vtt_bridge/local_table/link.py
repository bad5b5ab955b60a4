"""HTTP requests to a local table; their errors are translated here and nowhere else."""

import json
from collections.abc import Mapping
from typing import cast

import requests

from exporters.json_value import Json
from vtt_bridge.errors import BadAnswer, NotThere, Refused, Stale
from vtt_bridge.web.http_answer import fetched

Params = Mapping[str, str | float | list[str] | None]


class Link:
    """A table's address and the requests session to reach it.

    The `key` of a seat is sent in a header, and never appears in an address, message or log.

    Raises (all methods):
        Unreachable: if nobody answers there, or not in time.
        BadAnswer: if the answer is not JSON, or not one that this table documents.
        Stale, Refused: if the table says no.
    """

    def __init__(
        self, address: str, timeout_s: float, session: requests.Session | None = None, key: str = ""
    ) -> None:
        self.address = address.rstrip("/")
        self._timeout_s = timeout_s
        self._key = key
        self._session = session or requests.Session()
        self._session.trust_env = False

    def get(self, path: str) -> Json:
        return self._json(self._sent("GET", path))

    def get_bytes(self, path: str) -> bytes:
        return self._sent("GET", path)

    def send(self, method: str, path: str, body: Json, params: Params) -> Json:
        """Send JSON, and return the JSON of the answer."""
        text = json.dumps(body).encode()
        return self._json(self._sent(method, path, text, "application/json", params))

    def send_png(self, method: str, path: str, png: bytes, params: Params) -> Json:
        """Send a picture, and return the JSON of the answer."""
        return self._json(self._sent(method, path, png, "image/png", params))

    def _sent(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        content_type: str = "application/json",
        params: Params | None = None,
    ) -> bytes:
        headers = {"Content-Type": content_type} if body is not None else {}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        answer = fetched(
            self._session,
            method,
            self.address,
            path,
            self._timeout_s,
            params=params,
            data=body,
            headers=headers,
        )
        if answer.status >= 300:
            self._refuse(answer.status, answer.body, params or {})
        return answer.body

    def _json(self, answer: bytes) -> Json:
        try:
            return cast(Json, json.loads(answer))
        except (ValueError, RecursionError):
            raise BadAnswer(self.address, f"what is not JSON: {answer[:40]!r}") from None

    def _refuse(self, status: int, answer: bytes, params: Params) -> None:
        document = self._json(answer) if answer.startswith(b"{") else None
        if not isinstance(document, dict) or not isinstance(sentence := document.get("error"), str):
            raise BadAnswer(self.address, f"with status {status} and no reason")
        if status == 409:
            raise Stale(str(params.get("revision")), str(document.get("revision")))
        said = sentence.replace(self._key, "(key)") if self._key else sentence
        raise NotThere(said) if status == 404 else Refused(said)
