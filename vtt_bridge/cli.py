"""blindhex: the umpire on the command line.

Exit status: 0 answered, 1 the rules say no where --require demanded a yes, 2 bad input (one line on
standard error).
"""

import click

from vtt_bridge.commands.ask import field, fire, forces, los, reach, weapon_range
from vtt_bridge.commands.bridge import bridge, doctor
from vtt_bridge.commands.bridge_foundry import foundry
from vtt_bridge.commands.bridge_planarally import planarally
from vtt_bridge.commands.bridge_tts import tts
from vtt_bridge.commands.game import game
from vtt_bridge.commands.import_map import export_map, import_map
from vtt_bridge.commands.lists import list_all, roster
from vtt_bridge.commands.plan import plan
from vtt_bridge.commands.play import play, replay
from vtt_bridge.commands.rules import rules
from vtt_bridge.commands.serve import demo, serve
from vtt_bridge.commands.umpire_group import UmpireGroup


@click.group("blindhex", cls=UmpireGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="blindhex", message="%(package)s %(version)s")
def main() -> None:
    """The umpire for tabletop wargames: who sees whom, how far it is, and why, with the rule number."""


for command in (
    demo, serve, list_all, los, field, reach, weapon_range, fire, plan, forces, roster, rules, game, play, replay, import_map, export_map,
    bridge, doctor,
):  # fmt: skip
    main.add_command(command)

for table in (foundry, planarally, tts):
    bridge.add_command(table)
