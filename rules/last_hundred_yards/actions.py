"""Any declaration of this book: what a player says, one frozen value each."""

from rules.last_hundred_yards.assault_actions import AssaultAction
from rules.last_hundred_yards.fire_actions import FireAction
from rules.last_hundred_yards.maneuver_actions import ManeuverAction
from rules.last_hundred_yards.turn_actions import TurnAction

LhyAction = TurnAction | ManeuverAction | FireAction | AssaultAction
