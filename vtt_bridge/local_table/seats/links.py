"""Signed links to seats: nobody can forge one, or change one to another seat."""

from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeSerializer

from vtt_bridge.errors import Refused


@dataclass(frozen=True, slots=True)
class Chair:
    """The contents of a link: the scene and name of a seat, and the seat's present key."""

    scene: str
    seat: str
    key: str


class Links:
    """Writes and reads links with the secret of one table."""

    def __init__(self, secret: str) -> None:
        self._signed = URLSafeSerializer(secret, salt="blindhex seat")

    def written(self, chair: Chair) -> str:
        """The signed text for a chair, fit for an address."""
        return str(self._signed.dumps([chair.scene, chair.seat, chair.key]))

    def read(self, text: str) -> Chair:
        """The chair in a signed text.

        Raises:
            Refused: if this table did not sign it.
        """
        try:
            return Chair(*self._signed.loads(text))
        except (BadSignature, TypeError):
            raise Refused("seat: this table gave no such link") from None
