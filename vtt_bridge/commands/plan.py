"""blindhex plan: which way is safest?"""

import click

from vtt_bridge.commands.options.source_options import SourceOptions, read_source, source_options
from vtt_bridge.commands.output.delivery import Delivery, deliver, delivery_options
from vtt_bridge.umpire.answers import answer_picture
from vtt_bridge.umpire.questions import Asks, Question
from vtt_bridge.umpire.rulings import ruled


@click.command("plan")
@click.argument("source")
@click.argument("unit")
@click.argument("goal")
@click.option("--mode", default="", metavar="MODE", help="How it moves; the book's usual way if left out.")
@source_options
@delivery_options
def plan(source: str, unit: str, goal: str, mode: str, options: SourceOptions, delivery: Delivery) -> None:
    """Up to four ways of UNIT to GOAL, from the quickest to the safest, over several turns if need be.

    Each way is told turn by turn, with who sees its worst step, at what range and with what chance to harm
    it. Only what the unit's own side knows is looked at. SOURCE is a scenario (bundled name or file) or a
    table's URL; GOAL is a place (C2, or 10.5,8 in inches) or a unit that stands there.
    """
    question = Question(Asks.PLAN, unit, goal, mode, options.side)
    state, book = read_source(source, options)
    ruling = ruled(state, book, question)
    deliver(state, book, ruling, lambda: answer_picture(state, question, ruling), delivery)
