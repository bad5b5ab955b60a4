"""Commands and completions whose modules are loaded only when they are used."""

from collections.abc import Callable
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class LazyCommand(click.Command):
    """A command in the list of commands whose module is not loaded yet; `where` names it, as in "ask:los"."""

    def __init__(self, name: str, where: str, short_help: str) -> None:
        super().__init__(name, short_help=short_help)
        self._where = f"{__package__}.{where}"

    @property
    def itself(self) -> click.Command:
        """The command itself, from its module."""
        command: click.Command = resolve_name(self._where)
        return command

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the real command, so that this is the one that runs, shows help and completes."""
        return self.itself.make_context(info_name, args, parent, **extra)


def completed_by(where: str) -> Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]:
    """A completion whose module is loaded once a shell asks for it; `where` names it, as in "options.completion:sides"."""

    def items(context: click.Context, parameter: click.Parameter, begun: str) -> "list[CompletionItem]":
        completions: list[CompletionItem] = resolve_name(f"{__package__}.{where}")(context, parameter, begun)
        return completions

    return items
