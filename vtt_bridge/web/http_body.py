"""The body of an HTTP answer, read up to a size: larger answers are rejected."""

import requests

from vtt_bridge.errors import BadAnswer

MOST_ANSWER_BYTES = 64 * 2**20


def read_body(response: requests.Response, address: str) -> bytes:
    """All that an answer holds.

    Raises:
        BadAnswer: if it is larger than MOST_ANSWER_BYTES; the sentence names the address.
    """
    taken = bytearray()
    for part in response.iter_content(1 << 16):
        taken += part
        if len(taken) > MOST_ANSWER_BYTES:
            raise BadAnswer(address, f"more than {MOST_ANSWER_BYTES} bytes")
    return bytes(taken)
