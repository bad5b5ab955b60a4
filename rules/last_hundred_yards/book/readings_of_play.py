"""Our readings of the chapters of play, numbered from 40: chapters 2 to 9 and 10.2 to 18."""

from rules.game.citation import Citation, Provenance, Reading
from rules.last_hundred_yards.book.later_editions import LaterEdition
from rules.last_hundred_yards.book.rulebook import LHY

_L, _I, _H, _B = Provenance.LATER_EDITION, Provenance.INFERRED, Provenance.HOUSE, Provenance.BOOK


READINGS_OF_PLAY: tuple[Reading, ...] = (
    Reading(40, "5.0 I", "The player with the higher initiative roll carries out his random event first.", "Both may have one.", _H),
    Reading(41, "5.0 I", "If both players forfeit the initiative, nobody activates and fire is resolved.", "The series rules (v3.1) say so.", _L, later=LaterEdition.SERIES_3_1),
    Reading(42, "2.4", "An FP takes the room of two squads besides its own place.", "4.1.14 weighs it at 4 steps, 2.4 gives it a place of its own.", _I, "fp_stacking_steps"),
    Reading(43, "2.4", "Steps lost to overstacking count as casualties.", "The series rules (v2.1, 20.4) say so.", _L, later=LaterEdition.SERIES_2_1),
    Reading(44, "4.3.1", "An enemy that is disrupted or shocked strips no unit on foot of concealment, but vehicles.", "The book says undisrupted or non-shocked and means neither; of vehicles it says any enemy unit.", _I),
    Reading(45, "4.3.1", "A Concealment marker lies on a hex: what strips one unit there by fire strips all.", "Only one marker is allowed in a hex.", _I),
    Reading(46, "4.3.2", "Hidden enemies keep nobody from gaining concealment.", "Their owner would betray them.", _H),
    Reading(47, "4.3", "What lies concealed does not change the modifiers of fire at it, apart from its being concealed.", "The firer may not know it.", _H),
    Reading(48, "7.1", "One attempt to coordinate for each company selected; what it wins may be used in any cycle of that company.", "The series rules (v2.1) say so.", _L, later=LaterEdition.SERIES_2_1),
    Reading(49, "8.0b", "Reaction fire needs at least one unit in the hex that acted.", "Small arms markers lie on the hex, not on the unit.", _I),
    Reading(50, "9.1.1d", "A vehicle must act if it is within the range of an enemy's anti-tank weapon, not its own.", "It is under threat.", _I),
    Reading(51, "9.1.1", "A unit that can do nothing is not held to act.", "Nobody is held to the impossible.", _I),
    Reading(52, "10.2a", "One die for each combat unit that leaves over a side edge; above 7 it loses a step.", "The book speaks of the exiting units and gives no number.", _I),
    Reading(53, "10.3.1.2", "The leader's reduction of the withdrawal roll is 1.", "The figure is lost; every other leader effect is 1.", _I),
    Reading(54, "10.3.1", "A withdrawal goes hex by hex, each the best kind of hex on the list.", "10.3.1.1 gives the order for each hex.", _B),
    Reading(55, "10.3.1", "Off the edge of the map on its own side is where a withdrawal leads from an edge hex.", "10.2 lets units exit by withdrawal.", _B),
    Reading(56, "10.4.5", "A towed gun in an overrun hex is destroyed by no marker of its own: an ATDRM 2 is placed on it.", "The text of 2019 breaks off; every later one has the 2.", _L, later=LaterEdition.SERIES_2_1),
    Reading(57, "11.3.3", "Range bands are quarters of the weapon's range: 0, -1, -2, -3.", "They fit every figure that is printed anywhere.", _H),
    Reading(58, "11.5.4c", "Split anti-tank fire costs 2 each.", "So it does with small arms.", _H),
    Reading(59, "14.6", "A Heroic unit moves on the nearest enemy hex; which of several as near is its player's choice.", "The series rules (v2.1) say so.", _L, later=LaterEdition.SERIES_2_1),
    Reading(60, "15.b", "Fate: 1-2 a sniper takes a leader, 3-4 a medic brings a step back, else nothing.", "The table is printed nowhere within reach.", _H),
    Reading(61, "5.0 VI", "Time lapse: 1-2 two minutes, 3-5 three, 6-8 four, 9-10 five.", "Only the span of two to five minutes is known.", _H),
    Reading(62, "11.4", "A platoon of mortars: 3 in the named hex, 1 beside it, four markers.", "Its row of the table is unknown.", _H),
    Reading(63, "18.2", "Casualty Points: boxes 1 to 3 are 4, 6 and 9, each further box 3 more.", "Printed as far as box 3.", _H),
    Reading(64, "13.3.1", "In a marked assault hex nobody reacts, but a leader may ask for mortar fire on it.", "The designer's example of 2019.", _L, "assault_hex_reactions", later=LaterEdition.EXAMPLES_2019),
    Reading(65, "11.3.1", "When a unit leaves others under small arms markers, the other side says at once which go along; a stack that leaves together is one, and hidden units are not counted.", "The series rules (v2.1) name the player, not the moment; hidden units may not be betrayed.", _I),
    Reading(66, "10.3.2", "A section comes into play as a counter named for its type.", "The pool of a platoon holds each section once.", _B),
    Reading(67, "11.1.1", "All firers named for enfilade fire at once, each as its action of the turn, also one whose platoon is not activated.", "Every one named must fire at that unit, and one of them may be of any platoon of the company.", _I),
    Reading(68, "11.1.1", "Enfilade is declared at units that are known, and the front given holds for the fires named.", "An answer about concealed units would tell how many there are.", _H),
    Reading(69, "11.4.5", "The observer of a hidden asker lies in no hex for the other side until the asker is revealed; his mortar and its impact hex are known.", "A neutral hex tells nothing, and no hex is neutral on every map.", _I),
    Reading(70, "4.1.7", "Who set up first was first at a wall, the defender before the attacker; hidden enemies beyond it take nothing; where no course of play tells, the side fired at is taken to have been first.", "Set-up is in that order, and hidden units may not be betrayed.", _I),
    Reading(71, "14.6.3", "The marker of a fallen hero gives the modifier against an FP, not his Cohesion; a squad that comes back as a section has not died.", "It is the marker that still serves, and nothing else of an assault asks for it.", _I),
    Reading(72, "17.7", "Coming on costs what the entry hex costs at the least from a hex of the map beside it; support units come on with any infantry platoon.", "The ground off the map is not drawn; by road where a road leads off.", _H),
    Reading(75, "13.6.3.3", "A vehicle's first hex of retreat is open to it whatever it costs, and going into motion costs it nothing.", "Basic Training grants one hex at least; a retreat is no maneuver.", _L, later=LaterEdition.BASIC_TRAINING),
    Reading(76, "10.4.5", "A vehicle can enter another hex, and so does not bypass, if any hex next to it that is free of known enemies is open to it for the MP it has left; AFVs bypass all the same.", "The series rules (v2.1) speak of an eligible hex and do not say which is.", _I),
    Reading(77, "10.4.5", "In 2019 a vehicle may take along one that waits where it sets out to overrun; two that drive as a stack pay as the one that pays most.", "The book speaks of a stack of vehicles and asks for no common start, as the series rules (v2.1) do.", _I),
    Reading(78, "10.4.5", "Fire at a bypassing vehicle is resolved before it leaves, all of it together.", "The series rules (v2.1) put an AFV that is shocked there under assault there.", _I),
    Reading(79, "10.4.5", "What a side does in answer to an overrun or a bypass counts with its next own actions: the enemy may react to it after its next call.", "It acts within the other's turn, and a reaction answers what was done before the call.", _I),
    Reading(80, "10.4.5", "A vehicle that finds no way out of the hex that it overruns or bypasses is under assault there.", "So is one that is shocked there; the two sides share no hex otherwise.", _H),
    Reading(81, "10.4.5", "Vehicles that drive off from an overrun have not acted yet in the turn, move as in reaction, and have then acted.", "A unit has one action a turn (9.0).", _I),
    Reading(82, "4.1.6b", "A gap between two urban building hexes is one that the drawn houses of both leave free on the line between the dots; where either draws none there is no gap.", "The series rules (v2.1) ask for clear sight to the centre of the hex entered; it is judged as in reading 26.", _I, "urban_by_road_or_gap"),
    Reading(83, "4.1.10", "Whoever is spared the whole allowance from river hex to river hex pays 1.5 MP and goes on; from the bank into the river every maneuver on foot ends.", "The series rules (v3.0) spare heroes and crossings and do not say that they stop.", _I, "river_stops"),
    Reading(84, "4.1.8", "A road in forest is one in woods or forest; an enemy that lies concealed counts as a combat unit for the road bonus, a hidden one does not.", "The series rules (v2.1) call both kinds forest; the mover's side cannot tell.", _I, "forest_roads_for_afvs"),
    Reading(90, "10.4.6.1", "A jeep drives as a truck does and, like every carrier, tows a gun that it takes nobody else beside; trucks and jeeps have an AV of 3.", "The series rules (v2.1) name jeeps among the carriers; no counter of either is known.", _H),
    Reading(91, "14.2", "The one die of a regrouping hex is one less if a unit whose Cohesion it is held against is Elite; a section drawn for an Elite squad is Elite, and so is a leader who comes back to Elite infantry of his platoon.", "The series rules (v2.1) speak of a foot unit; which troops a platoon is of does not change with its losses.", _I),
    Reading(92, "11.3.3n", "At night, which a mission says, small arms fire takes 1 off; nothing else is known to change.", "The series rules (v2.1) name the DRM; its figure is on a table that no source at hand shows.", _H),
    Reading(93, "11.3.3o", "High explosive adds 1 against a hex with a building or an IP, if its fire meets anybody there but riders.", "The series rules (v2.1) name the bonus; its figure is on a table that no source at hand shows, and riders have no cover to bring down.", _H),
    Reading(94, "19.1", "Who is in command is seen as a unit begins its maneuver: sections count as squads do, and the leader wherever he is and however he fares. The shortest way is that of the fewest hexes open to the unit and free of enemies and mortar fire; once in command it goes on or ends as it likes. A platoon without a leader on the map, a Hero and whoever has no way back are free.", "The series rules (v2.1) give the three hexes and the shortest way, and do not say how either is counted.", _I, "command_and_control"),
    Reading(95, "11.1.1", "Lists of what may be declared hold every group of up to eight units that may be named together, of more those of two or three and all; and calls for mortar fire on hexes with known enemies. Any other may be declared.", "Twelve firers make 4083 groups, and the askers of a company see 4412 ways to call on hexes with nobody in them.", _H),
    Reading(96, "13.2.2.1", "Men of one hex who wait to assault may feint together; who withdraws does so as in 10.3.1 once every arrow is settled, at least a hex if he can.", "The series rules (v2.1) hold the die against the best Cohesion among them, and do not say in which order.", _I),
    Reading(97, "11.4.8e", "Whom mortar fire disrupts as he leaves withdraws at once after the action that he set out for, those of one hex in any order or together; those who leave together are as close for its density as before any of them went.", "The series rules (v2.1) say that he must, and withdrawals are of some or all (10.3.1).", _I),
    Reading(100, "17.6.1", "Which platoons come, and of which companies, is drawn as well, unless the mission names them; five are three of one company and two of the other.", "The series rules (v2.1) say how many companies, not which.", _I),
    Reading(101, "17.6.2", "The squad that turns into a section is drawn from those that came; a section alone brings no leader.", "An odd step makes one squad a section, and a leader comes with squads of his.", _I),
    Reading(102, "17.6", "A side draws just before it sets up, the defender first, and the other learns nothing of it; what is drawn for a side without a set-up area waits off the map.", "Set-up shows no more than counters (17.7), and the draw is made for it.", _I),
    Reading(103, "20.0", "Bids are limits of the final score; two that are equal decide nothing and are refused.", "The series rules (v2.1) let the lower one attack and name no other way.", _I),
    Reading(104, "20.0", "A hex is as far from an edge of the map as from the nearest hex on it.", "The series rules (v2.1) count hexes from the edge and do not say from where.", _I),
    Reading(130, "8.3", "Two platoon leaders of each side may react unseeing in a cycle, and only maneuvers and recoveries with them count.", "Each player has reactions of his own; withdrawals, transport and LATWs (8.3 a, e, f) need no leader.", _I),
    Reading(131, "11.4.4.2", "A mortar that a leader asked for in vain, on his own hex, is not asked for again in the turn.", "A mortar acts once a turn (11.4), and a die that may be thrown until it falls right is none.", _H),
    Reading(132, "4.1.9b", "One urban road is all the urban road hexes that the drawn road joins without a break, round bends and at crossings too.", "The book speaks of the same road and names none.", _I),
    Reading(133, "11.5.4j", "A vehicle on an urban road is hull-down to all fire but that along the same road; the roadway of 4.1.9c is open as to TEM, which no vehicle has.", "The series rules (v2.1) name buildings' hexes and leave out fire along the road alone.", _I),
    Reading(134, "7.2c", "A command tank joins infantry of its hex alone, or beside tanks of one platoon of its company.", "It acts with any tank platoon of its company, so it counts as of that platoon.", _I),
    Reading(135, "11.4.6c", "Every hill hex gives its TEM against mortar fire: mortars stand off the map, at level 0.", "The table gives hills a mortar TEM; a hill covers against fire from below (4.1.4).", _I),
    Reading(136, "9.1.2a", "A concealed unit of the activated platoon obliges nobody to react; only counters known as the platoon's do.", "Who has to react would tell which concealed counter is of the platoon.", _I),
)  # fmt: skip


_BY_NUMBER = {reading.number: reading for reading in READINGS_OF_PLAY}


def ours(number: int) -> Citation:
    """One of our readings of play, by its number."""
    return _BY_NUMBER[number].cite(LHY)
