"""How often one client may ask for what costs much, or try what should not be tried often."""

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from rules.errors import RulesError


class TooOften(RulesError):
    """Somebody asks for the same kind of thing more often than is allowed."""

    def __init__(self, what: str, a_minute: int) -> None:
        super().__init__(f"{what}: at most {a_minute} a minute are taken; wait a little and try again")


class RateLimits:
    """Counts what each client does within the last minute, in this process."""

    def __init__(self) -> None:
        self._counted = MovingWindowRateLimiter(MemoryStorage())

    def count(self, what: str, client: str, a_minute: int) -> None:
        """Count one more.

        Raises:
            TooOften: if it is one too many, which is not counted.
        """
        if not self._counted.hit(RateLimitItemPerMinute(a_minute), what, client):
            raise TooOften(what, a_minute)
