"""Bytes to and from a local table over HTTP; what goes wrong with them is translated here and nowhere else."""

import json
from collections.abc import Mapping
from typing import cast

import requests

from exporters.documents import Json
from rules.errors import BadInput
from vtt_bridge.errors import BadAnswer, Refused, Stale, Unreachable
from vtt_bridge.web.http_body import read_body

Params = Mapping[str, str | float | list[str] | None]


class Link:
    """A table's address and a requests session to reach it; a session of one's own may be passed in.

    Raises (all methods):
        Unreachable: if nobody answers there, or not in time.
        BadAnswer: if the answer is not JSON, or not one that this table documents.
        Stale, Refused: if the table says no.
    """

    def __init__(self, address: str, timeout_s: float, session: requests.Session | None = None) -> None:
        self.address = address.rstrip("/")
        self._timeout_s = timeout_s
        self._session = session or requests.Session()
        self._session.trust_env = False

    def get(self, path: str) -> Json:
        """The JSON at a path."""
        return self._json(self._sent("GET", path))

    def get_bytes(self, path: str) -> bytes:
        """The bytes at a path."""
        return self._sent("GET", path)

    def send(self, method: str, path: str, body: Json, params: Params) -> Json:
        """Send JSON; the JSON that comes back."""
        text = json.dumps(body).encode()
        return self._json(self._sent(method, path, text, "application/json", params))

    def send_png(self, method: str, path: str, png: bytes, params: Params) -> Json:
        """Send a picture; the JSON that comes back."""
        return self._json(self._sent(method, path, png, "image/png", params))

    def _sent(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        content_type: str = "application/json",
        params: Params | None = None,
    ) -> bytes:
        try:
            with self._session.request(
                method,
                self.address + path,
                params=params,
                data=body,
                headers={"Content-Type": content_type} if body is not None else None,
                timeout=self._timeout_s,
                allow_redirects=False,
                stream=True,
            ) as response:
                answer = read_body(response, self.address)
        except requests.Timeout:
            raise Unreachable(self.address, f"no answer within {self._timeout_s:g} s") from None
        except requests.ConnectionError:
            raise Unreachable(self.address, "nobody listens there, or the line broke") from None
        except (
            requests.exceptions.InvalidURL,
            requests.exceptions.MissingSchema,
            requests.exceptions.InvalidSchema,
        ):
            raise BadInput("table", self.address, "an address such as http://127.0.0.1:8642") from None
        except requests.RequestException as error:
            raise BadAnswer(self.address, f"what cannot be read ({type(error).__name__})") from error
        if response.status_code >= 300:
            self._refuse(response.status_code, answer, params or {})
        return answer

    def _json(self, answer: bytes) -> Json:
        try:
            return cast(Json, json.loads(answer))
        except (ValueError, RecursionError):
            raise BadAnswer(self.address, f"what is not JSON: {answer[:40]!r}") from None

    def _refuse(self, status: int, answer: bytes, params: Params) -> None:
        told = self._json(answer) if answer.startswith(b"{") else None
        if not isinstance(told, dict) or not isinstance(sentence := told.get("error"), str):
            raise BadAnswer(self.address, f"with status {status} and no reason")
        if status == 409:
            raise Stale(str(params.get("revision")), str(told.get("revision")))
        raise Refused(sentence)
