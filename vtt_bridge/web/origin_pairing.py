"""Pairing of web pages of other sites: a page may use this server once its user has typed in the server's code.

A browser's request says which origin its page has. Requests of our own page pass, and so do programs other
than browsers. A page of another site may exchange the code for a token and ask the umpire with it, nothing else.
"""

import json
import secrets
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from threading import Lock

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from rules.errors import BadInput
from vtt_bridge.errors import Refused
from vtt_bridge.system.atomic_write import write_atomic
from vtt_bridge.umpire.chat_umpire import WORDS
from vtt_bridge.umpire.questions import Asks
from vtt_bridge.web.models import RequestModel
from vtt_bridge.web.refusals import REFUSALS

MOST_WRONG = 5
"""After this many wrong codes even the right one is refused."""

PAIR, ASK, ASKS = "/api/pair", "/api/umpire", "/api/asks"
_SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"

router = APIRouter(tags=["umpire"], responses=REFUSALS)


class Pairing:
    """The code of this run and the tokens given out; a file keeps the hashes of the tokens.

    Raises:
        BadInput: if the file is not one that a pairing wrote.
    """

    def __init__(self, kept: Path | None = None) -> None:
        self.code = "".join(secrets.choice(_SIGNS) for _ in range(8))
        self._kept = kept
        self._wrong = 0
        self._lock = Lock()
        self._paired: list[tuple[str, str]] = _read(kept) if kept is not None and kept.exists() else []

    def token_for(self, code: str, origin: str) -> str:
        """A new token for pages of this origin.

        Raises:
            Refused: if the code is wrong, or was guessed at too often.
        """
        with self._lock:
            if self._wrong >= MOST_WRONG:
                raise Refused("Too many wrong codes; start blindhex serve again and use its new code.")
            if not compare_digest(code.strip().upper().encode(), self.code.encode()):
                self._wrong += 1
                raise Refused("That is not the code that blindhex serve shows.")
            token = secrets.token_urlsafe(32)
            paired = [*self._paired, (origin, _digest(token))]
            if self._kept is not None:
                self._kept.parent.mkdir(parents=True, exist_ok=True)
                write_atomic(self._kept, json.dumps({"paired": paired}))
            self._paired = paired
        return token

    def is_paired(self, token: str, origin: str) -> bool:
        """Whether this token was given to pages of this origin."""
        digest = _digest(token)
        return any(compare_digest(digest, known) and origin == where for where, known in self._paired)


class Pair(RequestModel):
    """The code that `blindhex serve` shows."""

    code: str = Field(max_length=40)


class Paired(BaseModel):
    """The token of a paired page."""

    token: str = Field(description="For the header Authorization: Bearer.")
    asks: list[str] = Field(description="What can be asked.")
    words: list[str] = Field(description="Every command that is known, in small letters.")


class Asked(BaseModel):
    """The questions that the umpire can be asked, and every command that he knows."""

    asks: list[str]
    words: list[str]


@router.post(PAIR)
def pair(given: Pair, request: Request) -> Paired:
    """Exchange the code that `blindhex serve` shows for a token that lets pages of this origin ask the umpire."""
    pairing: Pairing = request.app.state.pairing
    return Paired(
        token=pairing.token_for(given.code, request.headers.get("origin", "")), asks=[*Asks], words=[*WORDS]
    )


@router.get(ASKS)
def asks() -> Asked:
    """The questions that the umpire can be asked, and every command that he knows."""
    return Asked(asks=[*Asks], words=[*WORDS])


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _read(kept: Path) -> list[tuple[str, str]]:
    try:
        entries = json.loads(kept.read_text("utf-8"))["paired"]
        return [(str(origin), str(digest)) for origin, digest in entries]
    except (OSError, ValueError, KeyError, TypeError):
        raise BadInput(
            "pairing", str(kept), "the file that blindhex serve wrote; remove it and pair anew"
        ) from None
