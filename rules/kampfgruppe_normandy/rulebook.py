"""The book, how it is cited, and the numbered readings where it is silent or contradicts itself.

The book has no section numbers: it is cited by chapter, and by heading where that helps to find the place.
Readings of indirect fire, aircraft, supply, engineering, buildings and night are in readings_of_support,
from 100 on.
"""

from rules.game.citation import Citation, Provenance, Reading, Rulebook
from rules.game.ruling import Reason
from rules.ground.board import Place

KGN = Rulebook("KGN", "Kampfgruppe Normandy", "Kinrade, Battles in Normandy 1944")

_HOUSE = Provenance.HOUSE


def cite(section: str, provenance: Provenance = Provenance.BOOK) -> Citation:
    """A chapter of the book: cite("Movement") prints as KGN Movement."""
    return KGN.cite(section, provenance)


def because(text: str, section: str, *at: Place) -> Reason:
    """A reason that a chapter of the book gives, and the places it is about."""
    return Reason(text, cite(section), at)


def ours(number: int) -> Citation:
    """One of our readings: KGN Shooting, OUR 3."""
    return _BY_NUMBER[number].cite(KGN)


def _reading(
    number: int, section: str, text: str, why: str, provenance: Provenance = Provenance.INFERRED
) -> Reading:
    return Reading(number, section, text, why, provenance)


READINGS: tuple[Reading, ...] = (
    _reading(1, "Concealment saves", "An obscured vehicle saves on 5+ everywhere.", "Two of three tables print 5+, and they claim to repeat the third."),
    _reading(2, "Concealment saves", "Passengers of an open-topped armoured vehicle save on 3+ against direct small arms fire and on 4+ otherwise.", "The rule for shooting at them is the more particular one."),
    _reading(3, "Range bands", "A distance on the edge of two bands belongs to the nearer one.", "Close assault is 8 inches or under, and an even split of models counts as nearer."),
    _reading(4, "Suppressing fire", "The long row of small arms runs from beyond 24 inches to the weapon's greatest range.", "The row is printed as 24 or greater."),
    _reading(5, "Suppressing fire", "Small arms suppress open-topped armour at every range of the table, enclosed armour at close assault range only.", "The text that says close range is about armour as a whole; the table tells them apart."),
    _reading(6, "Suppressing fire", "The least firepower of 3 counts what may fire now: in range, in arc and crewed.", "Dice are counted so too."),
    _reading(7, "Weapons", "The MG 32 of the text is the MG 34.", "There was none, and the 34 is named elsewhere."),
    _reading(8, "Weapons", "A pintle machine gun has firepower 6 and hits on the row of the heavy machine gun and tank machine gun.", "Six is printed twice; the to-hit table has no row of its own for it."),
    _reading(9, "Weapons", "A heavy machine gun on the ground may not fire in an activation with a Move, whichever comes first.", "The turn is barred, not the order."),
    _reading(10, "Concealment saves", "Hardened cover is fortified cover.", "Both save on 2+ and name bunkers."),
    _reading(11, "Direct fire - small arms", "The gun shield's 4+ holds against direct small arms fire only.", "It stands under that heading alone."),
    _reading(12, "Battle group morale", "A battle group is broken when its counters come to its morale value or more, and this is judged at the end of every player's turn, the enemy first.", "The step of the turn asks then; the threshold is printed as equals or greater."),
    _reading(13, "Battle group morale", "Drawn counters are kept and the pot is never filled up; when it is empty all counters but the kept ones go back.", "Nothing says how it goes on; a game rarely draws 96.", _HOUSE),
    _reading(14, "Direct fire - anti-tank", "A dash of the penetration table is no roll at all: nothing is penetrated, not even by a double 6.", "A dash marks what cannot happen in every table of the book."),
    _reading(15, "Direct fire - anti-tank", "HEAT that penetrates reads doubles as AP does; against skirts one die is thrown and there are no doubles.", "Results are said to be as for armour piercing."),
    _reading(16, "Direct fire - anti-tank", "Skirts protect every facing.", "The rule names no facing."),
    _reading(17, "Direct fire - anti-tank", "A vehicle immobilised twice is no worse off, but it has been hit and tests morale.", "It was hit and not destroyed."),
    _reading(18, "Direct fire - anti-tank", "HE aimed at armour strikes the facing that is shot at, also when suppressing fire scores a direct hit.", "Only indirect fire is told to take the side."),
    _reading(19, "Direct fire - anti-tank", "A deployed gun takes one -1 against anti-tank fire.", "The list of modifiers and the paragraph speak of the same one."),
    _reading(20, "Direct fire - anti-tank", "An armoured transport destroyed costs each unit aboard D3 models.", "The paragraph speaks of a passenger unit; each of two is one."),
    _reading(21, "Direct fire - anti-tank", "A soft-skin destroyed by AP puts its passengers out suppressed, without hits.", "The roll destroys or does nothing; there are no hits left over."),
    _reading(22, "Covering fire", "A unit that moves when covering fire interrupts it counts as having moved.", "It is moving."),
    _reading(23, "Direct fire - small arms", "One die is thrown for special weapons for each attack that costs models.", "The example throws one for two casualties."),
    _reading(24, "Direct fire - small arms", "The close assault loss is taken by an infantry unit that rolls to hit infantry with direct small arms fire at 8 inches or less, a direct hit of suppressing fire included.", "The heading is of infantry against infantry, after rolling to hit."),
    _reading(25, "Movement", "A unit that cannot clear an obstacle goes up to it, as far as the rate before the die allows.", "The example puts the jeep at the wreck 20 inches on with 19 left."),
    _reading(26, "Movement", "What is left when a unit leaves a road is rounded to the nearest inch, halves up.", "The example calls 4.75 five."),
    _reading(27, "Movement", "Mixed moves are allowed: inches on the road count as printed, the rest is divided.", "The later paragraph is the more particular."),
    _reading(28, "Measuring distances", "Turning costs a vehicle its length for half a circle, and less in proportion; infantry and animals turn freely.", "A turn about costs the model's length, which the front travels."),
    _reading(29, "Measuring distances", "The band of a shot is that of most models of the firer; the target may be engaged if one of its models is within range.", "The majority is said of the unit that measures; one model in range is enough for the target."),
    _reading(30, "Line of sight", "One sees 4 inches into woods, within them and out of them, and not through them.", "The book says that woods restrict true sight and gives no figure.", _HOUSE),
    _reading(31, "Line of sight", "Bocage hides what is behind it, unless viewer or target is within 1 inch of it.", "It is thick enough for hard cover; troops at it look through.", _HOUSE),
    _reading(32, "Line of sight", "A target of which less than nine tenths are seen is seen in part: it is obscured and takes the better save.", "The firer has the benefit of the doubt, the target the better save.", _HOUSE),
    _reading(33, "Line of sight", "Hedges, walls, fences and the like never hide; a target within 2 inches behind one is obscured by it, unless the firer touches it himself.", "Models stand higher than these; what is close behind is hidden in part.", _HOUSE),
    _reading(34, "Line of sight", "Vehicles, wrecks and buildings hide what is behind them; men and guns do not.", "True sight over models: a man hides next to nothing.", _HOUSE),
    _reading(35, "Line of sight", "A hill hides what lies behind it from those who stand lower than it; from it one sees over what stands on lower ground, but for the 4 inches behind that.", "Sight is judged from the model's eye; heights are the table's levels.", _HOUSE),
    _reading(36, "Line of sight", "The eye is in the middle of a vehicle or gun, and at every man of a squad.", "One looks from the model."),
    _reading(37, "Armour facings", "Front, sides and rear are four quarters of 90 degrees; a line on the edge counts for the target, front before side before rear.", "The diagram is missing; arcs of 90 degrees are the book's own.", _HOUSE),
    _reading(38, "Actions", "The list of actions is rebuilt from the rest of the book: move, deploy, the kinds of fire, covering fire, request, engineer, re-supply, soft-skin withdrawal.", "The page that lists them is not in the text."),
    _reading(39, "Actions", "Kinds of action are declared on activation, paths and targets when each is carried out; a declared action may be left undone.", "The example declares kinds and names targets as it goes."),
    _reading(40, "Actions", "Pushing a gun is a Move; its crew may fire the gun in the same activation at the usual -1.", "Nothing forbids it."),
    _reading(41, "Unit morale", "Half strength is reached when models are half of those at the start or fewer: 3 of 7, not 4.", "Half of an odd number is no whole man."),
    _reading(42, "Unit morale", "The owner of veterans may throw their first test again when it came to less than OK; used or not, the chance is gone after it.", "He may re-roll the first test that is required; nobody gives up an OK."),
    _reading(43, "Unit morale", "Tests are taken without being asked for, unless the scenario says that players must ask.", "An opponent is assumed to remember."),
    _reading(44, "Objectives", "An objective is taken by a unit within 1 inch of its marker, with no enemy within 8; it is held by one within 4.", "A unit must move onto it; a hull on the marker touches it.", _HOUSE),
    _reading(45, "Objectives", "An objective that was lost and is taken again costs the enemy a counter again.", "Each taking does."),
    _reading(46, "Ways to win", "Units in reserve and off-table guns do not save a side from total suppression.", "It has nothing left to activate on the field.", _HOUSE),
    _reading(47, "Set-up", "A tie for attacker is thrown again.", "As the book does for the first turn."),
    _reading(48, "Deploy", "Most of a squad must be within 3 inches to board a vehicle.", "Buildings and guns have that distance."),
    _reading(49, "Deploy", "A soft-skin with a load aboard may not withdraw.", "The rule is for after the job is done."),
    _reading(50, "Deploy", "Passengers may not be activated; they must get out first.", "The crews of towed guns may not, for being passengers."),
    _reading(51, "Direct fire - small arms", "A unit has fired last turn if it fired in its own last turn or in covering fire since.", "It gave itself away either way."),
    _reading(52, "Direct fire - small arms", "The men who serve a weapon fire it and not their rifles: one with a light machine gun, two with a medium or heavy one, and all of a team of three or fewer.", "The examples count 5 and 2 for six men with a Bren, and five dice for a team of three with a medium machine gun."),
    _reading(53, "Direct fire - small arms", "Weapons of one unit that hit on different numbers roll separately, and all hits are saved together.", "Points are added up and each row has its number."),
    _reading(54, "Movement", "Models may not end on one another; passing through one's own is free, through enemies it is not allowed.", "Nothing is printed.", _HOUSE),
    _reading(55, "Suppressing fire", "HE suppresses out to 48 inches.", "The table of direct HE ends there; an example fires at 34."),
    _reading(56, "Suppressing fire", "A squad with HE and small arms says which of them suppresses.", "One die is thrown for the unit and one row is read."),
    _reading(57, "Suppressing fire", "A direct hit of small arms on armour does nothing.", "Bullets cannot destroy it."),
    _reading(58, "Weapons", "A Panzerfaust reaches 8 inches.", "The other hand-held weapons do.", _HOUSE),
    _reading(59, "Command and control", "The re-roll is decided after all command dice lie.", "It says usually the lowest."),
    _reading(60, "Direct fire - high explosive", "HE takes the crew of a gun, not the gun.", "Nothing says that HE wrecks a gun."),
    _reading(61, "Movement", "A cross-country vehicle doubles its move on a road.", "It lacks the bonus of road vehicles, not that of all units."),
    _reading(62, "Covering fire", "Covering fire may interrupt an enemy move at any inch, and an enemy activation before its first action.", "It may interrupt at any time; these are the moments that matter."),
    _reading(63, "Covering fire", "Several covering units fire one after another, each fully resolved before the move goes on.", "No order is printed."),
    _reading(64, "Movement", "Men keep their formation as they move unless they are placed anew; each may go as far as the unit.", "A unit is moved as one.", _HOUSE),
    _reading(65, "Movement", "Ground the book does not name costs nothing; crops, orchards, tracks and ditches are open to all but what its row says.", "The book names a few examples of difficult ground.", _HOUSE),
    _reading(66, "Movement", "Bocage is impassable to wheels and an obstacle to tracks and half-tracks.", "Its own rules are promised and missing.", _HOUSE),
    _reading(67, "Ways to win", "When time is up the side with less battle group morale left suffers a tactical loss; equal is a draw.", "The side nearer to breaking is said to."),
    _reading(68, "Equipment", "Armour values are millimetres of plate along the line of fire over 13, penetration is millimetres at 30 degrees and 500 metres over 9.6, both rounded.", "The two printed values, 7 for the Firefly's front and 10 for the Panzer IV's gun, fix the two scales.", _HOUSE),
    _reading(69, "Equipment", "Penetration is 1.10, 1.05, 1, 0.88, 0.78 and 0.68 of that in the six bands.", "Shot loses speed with range; the tables of each gun are not in the text.", _HOUSE),
    _reading(70, "Equipment", "Points and morale values of the house list follow one sum (house_points.py).", "The army lists are not in the text.", _HOUSE),
    _reading(71, "Direct fire - small arms", "The owner says which models fell where they were placed one by one or stand on different ground; else they are alike and the outermost go.", "He has a free choice, and men in the usual cluster on one kind of ground do not differ.", _HOUSE),
    _reading(72, "Direct fire - small arms", "A special weapon is lost on the die, or when fewer men than special weapons are left; its owner says which.", "Each is one model of the squad; nobody gives one up while a rifleman can fall."),
    _reading(73, "Line of sight", "Where a table gives the height of any piece, sight reads heights: a thing hides what is lower behind it as seen from the eye, and a target of which the lower part alone is hidden is seen in part; what has no height given hides as on any other table.", "Sight is judged from the model's eye, so a low wall, a hull, a house and a hill differ.", _HOUSE),
    _reading(74, "Line of sight", "A level is 2 inches; men stand 1 inch high, guns 0.8, soft-skins 1.2, open-topped armour 1.3, enclosed armour 1.5, and look out at nine tenths of that; men in a building look out 0.6 inches below its top.", "Measures of 20 mm models; a player's own table says what its pieces are.", _HOUSE),
)  # fmt: skip
"""Our readings of the core of the game, OUR 1 first."""

_BY_NUMBER = {reading.number: reading for reading in READINGS}
