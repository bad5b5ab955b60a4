"""Our readings of indirect fire, aircraft, supply, special events, engineering, buildings and night, from 100 on."""

from rules.game.citation import Citation, Provenance, Reading
from rules.kampfgruppe_normandy.rulebook import KGN

_HOUSE = Provenance.HOUSE


def ours(number: int) -> Citation:
    """One of these readings: KGN Indirect fire, OUR 100."""
    return _BY_NUMBER[number].cite(KGN)


def _reading(
    number: int, section: str, text: str, why: str, provenance: Provenance = Provenance.INFERRED
) -> Reading:
    return Reading(number, section, text, why, provenance)


READINGS: tuple[Reading, ...] = (
    _reading(100, "Indirect fire", "A low priority request for general support is granted on 5+.", "The text prints 3+ for a high one and leaves the low one to the army lists.", _HOUSE),
    _reading(101, "Indirect fire", "Brigade takes one radio check, division two, corps three, army four.", "They are named in that order, and the example has three for corps."),
    _reading(102, "Indirect fire", "The tables of general support are the house list's, but for the corps table of the British, where a 5 is three 5.5-inch guns.", "The army lists are not in the text.", _HOUSE),
    _reading(103, "Indirect fire", "A request is spent when its priority roll is passed; a radio check that fails after that loses it.", "Accepted is said of the request, and the roll is what accepts it."),
    _reading(104, "Indirect fire", "A target marker stays until its guns have fired, or its observer asks for a new mission; it outlives its observer.", "The example keeps it for the next turn; the guns have their co-ordinates."),
    _reading(105, "Indirect fire", "Each new mission of the same guns takes the place of the one before.", "A gun lays on one target."),
    _reading(106, "Indirect fire", "A marker that drifts is moved as many inches as the dice differ by; each of the six faces of the scatter die points one of sixteen ways, all as likely.", "Every face has an arrow; where it points is chance.", _HOUSE),
    _reading(107, "Indirect fire", "Suppressions are dealt from the nearest unit again, whoever took a direct hit.", "Both examples do so."),
    _reading(108, "Indirect fire", "Passengers come after what carries them, riders too; those inside armour with a roof are left out.", "The example deals to the truck first and to the squad inside next; a roof keeps splinters out."),
    _reading(109, "Indirect fire", "Units equally near are dealt to in the order of their names.", "Dice would be thrown for it at a table; nothing is printed.", _HOUSE),
    _reading(110, "Indirect fire", "Each result is worked out on the unit as those before left it, and what falls on a unit that is gone or suppressed already is ignored.", "The example ignores what is left for the destroyed truck."),
    _reading(111, "Counter-battery fire", "One mission may be tried each time a battery is about to fire; if it finds its target, the guns have had their activations and the target marker stays for a later turn, and no suppression is marked.", "The battery cannot fire this turn, and no more is said."),
    _reading(112, "Registered target points", "A point is named by its owner before play and known to him alone until fire has been asked for on it.", "It need not be revealed before."),
    _reading(113, "Indirect fire", "The least and greatest range and the arc of a weapon on the table are judged from it to the marker when it fires; off-table guns reach everything.", "Guns on the table have ranges printed."),
    _reading(114, "Indirect fire", "A gun that fires indirectly twice in one activation throws both shots together.", "For speed they should be."),
    _reading(115, "Multiple rocket launchers", "A launcher that fired in its owner's last turn may not fire in this one.", "Once every two turns."),
    _reading(116, "Anti-aircraft fire", "A weapon may fire at aircraft only if the suppression table has a number for it: machine guns that reach beyond 24 inches, and autocannon.", "A dash is no roll at all, and rifles do not reach the row."),
    _reading(117, "Anti-aircraft fire", "An aircraft that would be abandoned flies home instead: it is out of the game at the price of one counter.", "A pilot breaks off; nobody shot it down."),
    _reading(118, "Aircraft", "Air support tables are the house list's: a D6 for each nation.", "They stand in the army lists.", _HOUSE),
    _reading(119, "Aircraft", "The first air attack of the game on a battle group costs it one counter, once.", "The rule of the counters says any unit of a battle group, the first time."),
    _reading(120, "Aircraft", "Rockets hit on a 6 each, suppressing fire included: every 6 is a direct hit, every 2 to 5 counts as close when they suppress.", "Whatever other factors there are, a 6 hits; suppression has its own row."),
    _reading(121, "Aircraft", "A bomb run is one action of the aircraft: the air controller or commander within sight places the marker, passes one radio check, and the marker drifts; there is no least range.", "It is to follow the procedure of artillery, with another spotter."),
    _reading(122, "Aircraft", "A pair of rockets is one to-hit roll for each rocket, all at one target.", "They are fired in pairs and hit singly."),
    _reading(123, "Aircraft", "An observer aircraft is not shot down by its own lack of weapons: it stays until suppressed or destroyed.", "It has no ammunition to run out of."),
    _reading(124, "Aircraft", "A counter of an aircraft drawn in a night game or already waiting is worth nothing and gives one chance at the start of the drawer's next turn, no more.", "It leaves play unless a 6 comes."),
    _reading(125, "Ammunition", "Half an armoured vehicle's rounds, rounded up, are AP and the rest HE unless the scenario says otherwise; guns with one kind have it all.", "The owner splits them; this is the split when he does not.", _HOUSE),
    _reading(126, "Ammunition", "Re-supply fills a vehicle to its full number, split as its owner likes, and gives a gun without ammunition its shells back.", "Any permissible combination may be taken."),
    _reading(127, "Special rules", "A messenger that is used leaves play without a counter.", "He was sent, not lost."),
    _reading(128, "Special rules", "The headquarters destroyed costs two counters in all.", "Two chapters name the same extra counter."),
    _reading(129, "Special events", "An event without a target has no effect.", "Nothing is printed."),
    _reading(130, "Special events", "A vehicle that breaks down completely costs a counter, and no wreck is left in the way.", "It counts as destroyed."),
    _reading(131, "Special events", "A gun with one shot left fires once more of any kind, and then not until re-supplied; its crew may still use their rifles.", "It is the gun that is out of ammunition."),
    _reading(132, "Engineering", "Actions count for one task, by side and target; another engineer unit may go on with it, and a change of task begins anew.", "Work done stays done.", _HOUSE),
    _reading(133, "Engineering", "Engineers work on what lies within 1 inch of them; on a minefield within 4 inches of its marker.", "They move into contact in the example; mines reach 4 inches."),
    _reading(134, "Mines", "A unit rolls once in each Move that comes within 4 inches of the marker, at the first such inch; units that can clear mines do not roll.", "Any unit that moves near it must roll; those who sweep must come near."),
    _reading(135, "Mines", "A unit that strikes a mine stops there.", "The mine goes off at once, and the move with it.", _HOUSE),
    _reading(136, "Mines", "A mine is no aimed fire: men save on 6+, whatever their cover.", "They walk in the open over it."),
    _reading(137, "Demolitions", "Engineers move off 5 inches straight away from the target, less if the table ends.", "The move is free and away from it."),
    _reading(138, "Demolitions", "An obstacle longer than 6 inches loses the 6 inches nearest to the engineers.", "Up to 6 inches are removed."),
    _reading(139, "Demolitions", "A destroyed building or bunker is rubble: difficult ground and hard cover.", "It is reduced to rubble, and piles of rubble are named under hard cover."),
    _reading(140, "Demolitions", "A charge is used up when it goes off; a unit with the rule has one a game.", "A charge explodes once.", _HOUSE),
    _reading(141, "Bulldozers", "Only hedges and rubble give way to a bulldozer, not bocage.", "Bocage is named under demolitions alone."),
    _reading(142, "Bridging", "A bridge spans a stream, ditch or river up to 8 inches wide where the engineers stand, straight across and 2 inches wide.", "Light bridges span 6 to 8 inches in what the author has said since.", _HOUSE),
    _reading(143, "Recovery", "A vehicle that is repaired gives no counter back, and costs another when it is lost again.", "A counter drawn is kept."),
    _reading(144, "Recovery", "A repaired wreck stands where it was, facing as it did, unsuppressed and with the rounds it had when it was lost.", "The vehicle is said to be OK; rounds come back with re-supply alone."),
    _reading(145, "Buildings", "Each full set of hits lowers the cover by one more step, down to visual cover, or to none for wood.", "It is reduced by one level for damage equal to its hits."),
    _reading(146, "Buildings", "A shot at a building uses the direct HE table without modifiers, is seen without a die, and each damage die that succeeds is a hit; there is no save.", "It does not move, hide or save."),
    _reading(147, "Buildings", "A flamethrower hurts those inside a building, not the building.", "Only high explosive removes hits."),
    _reading(148, "Buildings", "A building's loss of hits does not hurt those inside; they have the lower cover from then on.", "Aiming at the building and at the men are two attacks."),
    _reading(149, "Buildings", "An indirect direct hit falls on a building only if it is the nearest thing to the marker and no unit is within 8 inches.", "Buildings are targets as units are, but shells are dealt to units."),
    _reading(150, "Buildings", "Up to 9 square inches a building is small, up to 25 medium, above that large.", "Players agree on it before the game.", _HOUSE),
    _reading(151, "Night", "A marker of indirect fire may be placed up to 24 inches from the observer, and registered points anywhere; the guns' own distance does not matter.", "It is the observer's view that ends."),
    _reading(152, "Night", "A unit in the open saves as the least cover does: infantry 5+, vehicles and guns as obscured.", "All count as obscured."),
    _reading(153, "Night", "The extra counter is drawn once for each removal, before the others.", "The first counter has no effect."),
    _reading(154, "Indirect fire", "Fire for effect on a marker needs nobody's sight.", "The guns fire at co-ordinates."),
    _reading(155, "Anti-aircraft fire", "Neither arc nor line of sight is asked for when fire goes up at an aircraft.", "It circles, and range is not measured for that reason.", _HOUSE),
    _reading(156, "Aircraft", "An aircraft sees the whole table from above; what stands in cover has its save and is obscured as from where the aircraft is placed.", "Nothing on a table is higher.", _HOUSE),
    _reading(157, "Indirect fire", "Cover against shells is judged from the target marker.", "That is where they burst."),
    _reading(158, "Engineering", "The die for a task is thrown with the last engineer action of an activation.", "At the end of the activation nothing else can be worked on."),
    _reading(159, "Aircraft", "An aircraft that arrives is placed over the middle of the table edge its side's units are nearest to.", "It comes from its own edge.", _HOUSE),
    _reading(160, "Your battle group", "A request for general support costs two field guns times its chance, a counter-battery mission as much times its own, a registered point as much as signals (house_points.py).", "They are bought from army lists that are not in the text.", _HOUSE),
    _reading(161, "Activation", "A unit in reserve comes on at the start of its owner's turn and at the place that the scenario names; where somebody stands there it waits for the next.", "When and where reserves arrive is said by scenarios that are not in the text.", _HOUSE),
)  # fmt: skip
"""OUR 100 first."""

_BY_NUMBER = {reading.number: reading for reading in READINGS}
