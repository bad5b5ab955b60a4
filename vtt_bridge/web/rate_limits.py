"""Limits on how often one client may make expensive requests, or try to guess secrets."""

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from rules.errors import RulesError


class TooOften(RulesError):
    """A client makes the same kind of request more often than is allowed."""

    def __init__(self, requests: str, a_minute: int) -> None:
        super().__init__(f"{requests}: at most {a_minute} a minute are taken; wait a little and try again")


class RateLimits:
    """Counts the requests of each client within the last minute, in this process."""

    def __init__(self) -> None:
        self._counted = MovingWindowRateLimiter(MemoryStorage())

    def count(self, requests: str, client: str, a_minute: int) -> None:
        """Count one more request.

        Raises:
            TooOften: if the limit is reached; the request is not counted.
        """
        if not self._counted.hit(RateLimitItemPerMinute(a_minute), requests, client):
            raise TooOften(requests, a_minute)
