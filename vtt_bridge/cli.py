"""blindhex: the umpire on the command line.

Exit status: 0 answered, 1 the rules say no where --require demanded a yes, 2 bad input (one line on
standard error).
"""

import click

from vtt_bridge.commands.lazy_commands import LazyCommand
from vtt_bridge.commands.umpire_group import UmpireGroup


class _Sections(UmpireGroup):
    """The main command, whose help groups the commands by what a player wants to do."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, section by section, with all descriptions in one column."""
        widest = max(map(len, self.list_commands(ctx)))
        for heading, commands in SECTIONS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(widest), description) for name, _, description in commands])


@click.group(
    "blindhex",
    cls=_Sections,
    epilog="blindhex COMMAND --help has examples of each.",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="blindhex", message="%(package)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """The umpire for tabletop wargames: who sees whom, how far it is, and why, with the rule number."""
    if context.invoked_subcommand is None:
        click.echo(GREETING)


GREETING = """\
Blindhex, the umpire for tabletop wargames: who sees whom, how far it is, and why, with the rule number.

Three things to try:
  blindhex los mill-crossing L4 H6                can L4 see H6, and why?
  blindhex serve                                  a map in your browser: click a unit, ask, move it
  blindhex game begin lhy-ridge-farm farm.log     a game by the book; blindhex game play farm.log plays it

blindhex list shows what there is to play, blindhex new begins a board or scenario of your own,
blindhex docs opens the documentation, blindhex --help lists every command, and blindhex COMMAND --help has examples."""


SECTIONS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "Begin here": (
        ("demo", "serve:demo", "The main job end to end, in a few seconds."),
        ("list", "lists:list_all", "The bundled boards and scenarios, and the rulesets."),
        ("serve", "serve:serve", "A map in your browser, to ask and to play on; and its JSON API."),
        ("docs", "docs:docs", "The documentation in your browser, offline."),
    ),
    "Ask the umpire": (
        ("los", "ask:los", "Can he see me? One line of sight, explained."),
        ("profile", "profile:profile", "What blocks that line, and by how much? The line from the side."),
        ("field", "ask:field", "What does he see? Every place of the board."),
        ("reach", "ask:reach", "How far can it go, or which way to a place?"),
        ("range", "ask:weapon_range", "How far does it shoot, and through which arc?"),
        ("fire", "ask:fire", "What does he need to hit, and what are the odds?"),
        ("rules", "rules:rules", "A rule by number, heading or words: our reading, its code, its tests."),
    ),
    "Plan a move": (
        ("plan", "planning:plan", "Which way is safest? Routes that trade time against exposure."),
        ("threat", "planning:threat", "Who can see or harm me, here and wherever I can go?"),
        ("here", "planning:here", "What is this place to me? Ground, cover, cost, and who sees it."),
        ("where", "planning:where", "Where should I stand to see, to hit or to hide?"),
        ("change", "planning:change", "What would change this? Cover, smoke, the next place out of sight."),
        ("atlas", "atlas:atlas", "From where is most of the map seen?"),
        (
            "sheets",
            "sheets:sheets",
            "What each unit of a side sees and how far it shoots, as PDF for the table.",
        ),
    ),
    "Play a game": (
        ("game", "games.game:game", "Whose turn is it, what may I do, and what comes of it?"),
        (
            "mail",
            "games.mail:mail",
            "A game by e-mail without a referee: sealed secrets, dice thrown by both.",
        ),
        ("join", "join:join", "A seat at somebody's table, by its link."),
        ("bridge", "bridges:bridge", "The umpire at somebody else's table: Foundry, VASSAL and others."),
        ("replay", "games.play:replay", "The log of a game played back, or as a report to read."),
        ("luck", "games.play:luck_of", "How lucky was each side, by the exact odds?"),
        ("play", "games.play:play", "A whole game played to its result, by chance or by players."),
        (
            "study",
            "study:study",
            "Many games between players: who wins how often, and what a variant is worth.",
        ),
    ),
    "Boards, scenarios and forces": (
        ("show", "show:show", "A board or scenario: what is on it, and its picture."),
        ("units", "show:units", "The units of a scenario or game, by their ids."),
        ("new", "new:new", "A board, scenario, battle group or army list of your own, to change."),
        ("doctor", "doctor:doctor", "What is wrong with a file of yours, or a connection, in plain words."),
        ("forces", "ask:forces", "What is each force worth, and may it take the field?"),
        ("roster", "lists:roster", "The units of a book, or all its figures as a file to change."),
        ("import", "import_map:import_map", "A board from a map file: uvtt, foundry or tiled."),
        ("export", "import_map:export_map", "A board as a map file: tiled."),
    ),
}
"""The commands by what a player wants to do, in the order of the help."""

for commands in SECTIONS.values():
    for name, where, short_help in commands:
        main.add_command(LazyCommand(name, where, short_help))
