"""A command known by its name and short help alone; its module is loaded once it is typed."""

from pkgutil import resolve_name
from typing import Any

import click


class Later(click.Command):
    """A command that stands in the list of commands before its module is loaded; `where` is as in "ask:los"."""

    def __init__(self, name: str, where: str, short_help: str) -> None:
        super().__init__(name, short_help=short_help)
        self._where = f"{__package__}.{where}"

    @property
    def itself(self) -> click.Command:
        """The command as its module has it."""
        found: click.Command = resolve_name(self._where)
        return found

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command itself, which is therefore the one that is carried out, helped with and completed."""
        return self.itself.make_context(info_name, args, parent, **extra)
