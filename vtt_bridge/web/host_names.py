"""The host names that a server answers to, as a guard against DNS rebinding.

A foreign domain may resolve to this machine; to the browser its pages and our answers are then of one origin,
so they could read everything.
"""

from collections.abc import Iterable
from ipaddress import ip_address
from socket import AF_INET, SOCK_DGRAM, gethostname, socket

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOCAL_NAMES = ("localhost",)

_FAR_AWAY = "192.0.2.1"
"""A documentation address, never in use (RFC 5737)."""


def is_loopback(host: str) -> bool:
    """Whether a server at that address can be reached from this machine alone.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    return host in LOCAL_NAMES or (_is_address(host) and ip_address(host).is_loopback)


def names_of(host: str) -> tuple[str, ...]:
    """The names that a server at `host` answers to; any address is allowed as well."""
    if is_loopback(host):
        return LOCAL_NAMES
    machine = gethostname().lower()
    return tuple(dict.fromkeys((*LOCAL_NAMES, machine, f"{machine}.local", host.lower())))


def network_address() -> str:
    """This machine's address in its local network; its host name if it is in no network."""
    with socket(AF_INET, SOCK_DGRAM) as line:
        try:
            line.connect((_FAR_AWAY, 9))  # sends nothing; only chooses the address that would be used
            return str(line.getsockname()[0])
        except OSError:
            return gethostname().lower()


class KnownHosts:
    """Wraps an application so that it answers only requests addressed to an IP address or one of these names."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._is_known(Headers(scope=scope).get("host", "")):
            known = ", ".join(sorted(self._names))
            refusal = JSONResponse({"error": f"host: ask for this table by its address, or as {known}"}, 400)
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_known(self, host: str) -> bool:
        name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
        return name.lower() in self._names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
