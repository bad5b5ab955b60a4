"""The one clock of the bridge."""

from datetime import UTC, datetime


def now_utc() -> str:
    """The time now, as chat and journal write it: 2026-01-31T18:30:00+00:00."""
    return datetime.now(UTC).isoformat(timespec="seconds")
