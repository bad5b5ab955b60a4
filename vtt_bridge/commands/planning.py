"""blindhex plan, here, threat, where and change: which way is safest, what is this place to me, who can
harm me, where to stand?"""

from functools import partial

import click

from rules.planning.threat import EVERYWHERE, NOW, TIMES
from rules.planning.where import Purpose
from vtt_bridge.commands.ask import ask
from vtt_bridge.commands.options import completion
from vtt_bridge.commands.options.source_options import SourceOptions, source_options
from vtt_bridge.commands.output.delivery import Delivery, delivery_options, place_delivery_options
from vtt_bridge.umpire.questions import Asks

_weigh = partial(ask, meanwhile="Routes and threats are weighed …")


@click.command("plan")
@click.argument("source", shell_complete=completion.sources)
@click.argument("unit", shell_complete=completion.units)
@click.argument("goal", shell_complete=completion.units_and_places)
@click.option("--mode", default="", metavar="MODE", help="How it moves; the book's usual way if left out.")
@source_options
@place_delivery_options
def plan(source: str, unit: str, goal: str, mode: str, options: SourceOptions, delivery: Delivery) -> None:
    """Up to four routes of UNIT to GOAL, from the quickest to the safest, over several turns if need be.

    Each route is told turn by turn, with who sees its worst step, at what range and with what chance to harm
    it. Only what the unit's own side knows is looked at. SOURCE is a scenario (bundled name or file) or a
    table's URL; GOAL is a place (C2, or 10.5,8 in inches) or a unit that stands there. To an enemy on a table
    the routes end as near as UNIT can stop.

    \b
    Example:
      blindhex plan mill-crossing us.able.1.squad.2 K2 -o ways.png
    """
    _weigh(source, options.question(Asks.PLAN, unit, goal, mode), options, delivery)


@click.command("here")
@click.argument("source", shell_complete=completion.sources)
@click.argument("place", shell_complete=completion.units_and_places)
@click.argument("unit", default="", shell_complete=completion.units)
@click.option("--mode", default="", metavar="MODE", help="How UNIT moves; the book's usual way if left out.")
@source_options
@delivery_options
def here(source: str, place: str, unit: str, mode: str, options: SourceOptions, delivery: Delivery) -> None:
    """What PLACE is by the book: its terrain, level and cover, what it hides, and what it costs to enter.

    With UNIT also what it costs that unit to get there this turn, which known enemies would see it there, and
    with what chance their fire would harm it. UNIT comes last, as it may be left out. PLACE is C2, or 10.5,8 in
    inches, or a unit that stands there.

    \b
    Example:
      blindhex here mill-crossing H6 us.able.1.squad.2
    """
    _weigh(source, options.question(Asks.HERE, unit, place, mode), options, delivery)


@click.command("threat")
@click.argument("source", shell_complete=completion.sources)
@click.argument("unit", shell_complete=completion.units)
@click.option(
    "--time",
    default=NOW,
    type=click.Choice(TIMES),
    help="Enemies where they stand, or wherever their next move may take them.",
)
@click.option(
    "--everywhere", is_flag=True, help="The danger of every place of the board, not only within reach."
)
@source_options
@place_delivery_options
def threat(
    source: str, unit: str, time: str, everywhere: bool, options: SourceOptions, delivery: Delivery
) -> None:
    """Which known enemies see UNIT and could harm it, whom it sees, and how dangerous each place is that it can reach.

    The picture shades every place within its reach by the harmful fires to expect there, and all other ground
    that a known enemy sees.

    \b
    Example:
      blindhex threat mill-crossing us.able.1.squad.2 --everywhere -o heat.png
    """
    mode = f"{time} {EVERYWHERE}" if everywhere else time
    _weigh(source, options.question(Asks.THREAT, unit, mode=mode), options, delivery)


@click.command("where")
@click.argument("source", shell_complete=completion.sources)
@click.argument("unit", shell_complete=completion.units)
@click.argument("purpose", type=click.Choice([purpose.value for purpose in Purpose]))
@click.argument("target", default="", shell_complete=completion.units_and_places)
@source_options
@place_delivery_options
def where(
    source: str, unit: str, purpose: str, target: str, options: SourceOptions, delivery: Delivery
) -> None:
    """Where UNIT should stand this turn to see or hit TARGET, to hide from it, or to block its view, the best place first.

    To observe is to see TARGET and to be seen by no known enemy; to hide without a TARGET is the same with nothing to see. To
    block is to stand so that TARGET, an enemy, no longer sees units of the own side. TARGET is a
    unit, or to be seen also a place.

    \b
    Example:
      blindhex where mill-crossing us.able-tank.1.1 hit ge.stug.1
    """
    _weigh(source, options.question(Asks.WHERE, unit, target, purpose), options, delivery)


@click.command("change")
@click.argument("source", shell_complete=completion.sources)
@click.argument("unit", shell_complete=completion.units)
@click.argument("target", shell_complete=completion.units_and_places)
@source_options
@delivery_options
def change(source: str, unit: str, target: str, options: SourceOptions, delivery: Delivery) -> None:
    """What would change whether TARGET sees UNIT: the cheapest place that breaks or opens the line, cover, smoke.

    TARGET is an enemy, who stays where he is, or a place. Places with cover are listed if they lower the chance to be harmed,
    each one that costs more by more; and the places where smoke helps most.

    \b
    Example:
      blindhex change mill-crossing us.able.1.squad.2 ge.stug.1
    """
    _weigh(source, options.question(Asks.CHANGE, unit, target), options, delivery)
