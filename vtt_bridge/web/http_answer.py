"""The whole answer of another server, within a time limit for all of it and up to a size limit."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Thread
from typing import Any
from urllib.parse import SplitResult, urlsplit

import requests

from rules.errors import BadInput, RulesError
from vtt_bridge.errors import BadAnswer, NoAnswer, Unreachable

MOST_ANSWER_BYTES = 64 * 2**20


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """A complete answer: its status and body."""

    status: int
    body: bytes


def split_address(address: str) -> SplitResult | None:
    """The parts of a server's address; None if it is not an http or https address."""
    try:
        split = urlsplit(address)
        known = split.scheme in ("http", "https") and bool(split.hostname) and (split.port or 1) > 0
    except ValueError:
        return None
    return split if known else None


def fetched(
    session: requests.Session, method: str, address: str, path: str, timeout_s: float, **sent: Any
) -> HttpAnswer:
    """The complete answer to a request at a server's address; redirects are not followed.

    `sent` is what requests.Session.request is given: params, data, headers.

    Raises:
        NoAnswer: if the whole answer has not arrived in that time.
        Unreachable: if nobody listens there, or the connection broke.
        BadAnswer: if it cannot be read, or is larger than MOST_ANSWER_BYTES.
        BadInput: if the address is not an address.
    """

    def ask() -> HttpAnswer:
        with session.request(
            method, address + path, timeout=timeout_s, allow_redirects=False, stream=True, **sent
        ) as response:
            return HttpAnswer(response.status_code, read_body(response, address))

    try:
        return _in_time(ask, timeout_s)
    except (requests.Timeout, TimeoutError):
        raise NoAnswer(address, f"no answer within {timeout_s:g} s") from None
    except requests.ConnectionError:
        raise Unreachable(address, "nobody listens there, or the line broke") from None
    except (
        requests.exceptions.InvalidURL,
        requests.exceptions.MissingSchema,
        requests.exceptions.InvalidSchema,
    ):
        raise BadInput("table", address, "an address such as http://127.0.0.1:8642") from None
    except requests.RequestException as error:
        raise BadAnswer(address, f"what cannot be read ({type(error).__name__})") from None


def read_body(response: requests.Response, address: str) -> bytes:
    """The whole body of an answer.

    Raises:
        BadAnswer: if it is larger than MOST_ANSWER_BYTES; the sentence names the address.
    """
    taken = bytearray()
    for part in response.iter_content(1 << 16):
        taken += part
        if len(taken) > MOST_ANSWER_BYTES:
            raise BadAnswer(address, f"more than {MOST_ANSWER_BYTES} bytes")
    return bytes(taken)


def _in_time(ask: Callable[[], HttpAnswer], timeout_s: float) -> HttpAnswer:
    """The result or error of `ask`; TimeoutError if it takes longer, while its thread runs on.

    The time-out of requests starts anew with every byte, so a thread is needed to limit the whole.
    """
    answer: Future[HttpAnswer] = Future()

    def run() -> None:
        try:
            answer.set_result(ask())
        except (requests.RequestException, RulesError) as error:
            answer.set_exception(error)

    Thread(target=run, name="asking", daemon=True).start()
    return answer.result(timeout_s)
