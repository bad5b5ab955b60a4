"""Our numbered readings, where the book is silent or unclear, and the switches that turn some of them off."""

from rules.game.citation import Provenance, Reading

LITERAL_CRT = "literal_crt"
"""The switch that reads the three suspect cells of the combat results table as printed."""


GHQ_COST = "ghq_cost"
"""The switch that charges the GHQ stand its quality's price when a force is counted."""


SECOND_EDITION = "the 2nd edition"
"""The name of the later edition in citations, where games of the first edition use its charts."""

SWITCHES = frozenset({LITERAL_CRT, GHQ_COST})


def _reading(
    number: int,
    section: str,
    text: str,
    why: str,
    by: Provenance = Provenance.INFERRED,
    switch: str | None = None,
    later: str = "",
) -> Reading:
    return Reading(number, section, text, why, by, switch, later)


_HOUSE = Provenance.HOUSE


READINGS: tuple[Reading, ...] = (
    _reading(1, "4.2", "A stand in movement posture does not fire in the Fire Phase.", "The two postures exclude each other by their names, and opportunity fire is kept for the firing posture."),
    _reading(2, "7.1.2", "A stand may be attacked once in the Fire Phase, and once more by opportunity or covering fire in the Movement Phase.", "Otherwise opportunity fire could never stop a stand that was fired on, and 8.5.5 limits opportunity fire for itself."),
    _reading(3, "7.1.4", "A failed cohesion roll uses up the shot, in the first edition too.", "The second edition marks the attempt; the first says nothing else."),
    _reading(4, "7.1.2", "A failed cohesion roll uses up the one attack on the target.", "The attack was declared; a second would be a second attack."),
    _reading(5, "8.5.5", "A moving stand suffers one opportunity attack in a phase, from whomever.", "The first edition says so without doubt."),
    _reading(6, "8.6.2", "Covering fire comes from a stand that has not fired this turn, in either posture.", "It exists for the mover's side alone, and no stand fires twice."),
    _reading(7, "8.5.2", "Opportunity fire may stop a stand where it starts, at every full inch of its path and at the end; LOS is measured there.", "The move is halted when the firer says so; a count of places makes the choice exact.", _HOUSE),
    _reading(8, "8.5.4", "An S on a stand that already has S changes nothing but still calls for the cohesion roll.", "The result was not the dash."),
    _reading(9, "7.2", "A plain S on a suppressed stand changes nothing.", "Only (S) is said to convert."),
    _reading(10, "4.5", "A natural 1 or 20 is read before the modified roll.", "A natural 1 would always pass as well, and the example sets it apart."),
    _reading(11, "4.5", "Recovery rolls add 3 for D in the first edition too.", "Its box names S alone, its example adds both."),
    _reading(12, "7.3.1", "Half a defence is rounded up in both editions.", "The first edition says so; the second is silent."),
    _reading(13, "7.3.1", "A line on the edge of a template falls for the defender: front when it strikes, outside when an arc gun fires.", "Ambiguous lines fall in favour of the defender."),
    _reading(14, "7.3.1", "Both templates are 90 degrees wide, 45 to either side.", "The templates are pictures without figures; the corners of a square stand give 90.", _HOUSE),
    _reading(15, "6.1.1", "A line that touches a third stand or a blocking piece is blocked; no die is thrown.", "Doubtful lines fall for the defender; a die would make the same question answer twice."),
    _reading(16, "9.2", "Wrecks do not block LOS and add nothing to the cost of the ground; a stand is on a wreck when their centres are within half an inch.", "The chart gives cost 0 and no block; a wreck is laid on other ground."),
    _reading(17, "6.3.3", "A stand that has fired loses the 1D20 modifier of concealing terrain only.", "The chart's dagger names the terrain the rule is about."),
    _reading(18, "Terrain Effects", "Smoke gives +3 on both rolls, once, whether firer, target or both stand in it, in the first edition if the target does (OUR 45); on the 1D20 that of a target which has fired no longer counts, but the firer's own does.", "The column's head names both rolls, and into and out of is one condition. A target that has fired is as in the open (6.3.3), and at one in the open the firer fires out of smoke."),
    _reading(19, "6.1.1", "Into, within and out of blocking terrain sight reaches one inch; nothing is seen through it.", "Stands in woods can be targets by the chart, and the firer's own terrain may block; one inch is a stand's depth.", _HOUSE),
    _reading(20, "6.1.1", "Slope, hilltop and crest block when neither end of the line stands on them, or when it leaves them and comes over them again. Who stands on a hilltop or crest stands on the slope that leads up to it too.", "Otherwise no stand on a hill could fire or be fired on, nor look down a slope that is drawn round its top instead of beneath it."),
    _reading(21, "9.1", "A stand is in the terrain that lies under its centre.", "LOS, range and fire all run from centre to centre.", _HOUSE),
    _reading(22, "8.3.2", "Fractions of an inch are paid pro rata.", "Costs are printed per inch, paths are not whole inches.", _HOUSE),
    _reading(23, "Terrain Effects", "Costs of terrain that overlaps are summed, each kind once; clear counts only where no other terrain gives a cost.", "All effects are cumulative, and clear is the absence of the rest."),
    _reading(24, "Terrain Effects", "A road replaces the cost of the ground it crosses, impassable ground included, and so does a ford for impassable ground; the extra point of slope, crest or smoke stays.", "It is a rate for the ground it runs on; the extras are added to whatever rate is paid."),
    _reading(25, "7.3.2", "A distance between two printed brackets belongs to the farther one.", "A bracket ends where it is printed to end, and beyond its end the shot is longer."),
    _reading(26, "7.3.2", "The second edition's last bracket is +3 beyond 15 inches up to 20 and +1 more for every 5 further.", "Its heading says each additional 5 inches, as in the first edition."),
    _reading(27, "CRT", "A combat differential below -3 has no effect; a roll below 0 reads row 0.", "The table ends at -3, where only the lowest rolls hurt; no printed modifier reaches below 0."),
    _reading(28, "CRT", "The cells at +4 for rolls 9, 8 and 7 are D, not E.", "Every other column runs S S (S) (S) D D D D E downwards; these three would turn milder on a better roll.", switch=LITERAL_CRT),
    _reading(29, "CRT", "The first edition plays with the second's combat results, terrain effects and movement orders.", "Its own charts were pictures that its text lost.", Provenance.LATER_EDITION, later=SECOND_EDITION),
    _reading(30, "4.2", "A player who passes in the Posture Phase has named his last group.", "Designation goes on until all groups wanted are named."),
    _reading(31, "7.1.1", "Fire and movement end when both players pass one after the other; one who passed may act again if the other did.", "The phase ends when each decides to pass; until then they alternate."),
    _reading(32, "8.5.3", "A stand stopped on its path faces along it; stopped where it starts, as it stood, but who comes on to the table faces straight in from its edge.", "It turns freely as it goes, and goes forward; who comes on has come in over the edge."),
    _reading(33, "8.2.8", "R marks a reconnaissance stand; a group is R if all its stands are.", "The first edition does not explain its R.", _HOUSE),
    _reading(34, "8.2.4", "A headquarters is attached to a group when it is one of its stands.", "Groups are named stand by stand; only named stands are in them."),
    _reading(35, "11", "A force is counted at the plain price for its GHQ stand too.", "The printed totals do so, against the price rule beside them.", switch=GHQ_COST),
    _reading(36, "11", "Victory is judged by the points of stands at the end of each turn; if neither side has won by the last turn, it is a draw.", "Forces are measured in points."),
    _reading(37, "6.4.1", "Without a scenario's word the sight limit is that of mixed terrain, 20 inches.", "The book's own scenario design uses it."),
    _reading(38, "6.4.3", "The extra sight of height is that of the stand that looks.", "It is called an advantage of the stands at higher elevation; an attack asks for the firer's LOS."),
    _reading(39, "8.3.6", "A stand passes another when the lane as wide as a stand along its path overlaps it.", "Stands turn freely while they move, so the lane is the same at every facing.", _HOUSE),
    _reading(40, "8.3.6", "A stand that fails to pass an enemy ends its move where it stands.", "It must remain where it is."),
    _reading(41, "7.3.4", "Two enemies are engaged when their front edges touch each other along half an inch or more.", "The book says it of the front edges of both."),
    _reading(42, "11", "A stand enters with its base just inside its edge, paying one inch of the ground there; stands that wait are in contact.", "The book names the edge only.", _HOUSE),
    _reading(43, "8.2.4", "A stand allowed to move that is not moved stays in its group and may be ordered again.", "It has not executed movement, which is what 8.3.1 limits to once."),
    _reading(44, "Terrain Effects", "A stand moving at road rate is one stopped by opportunity fire on a road while paying that rate; in the Fire Phase, and where it is touched before it sets out, every stand is stationary. At that rate it has nothing of hilltop, crest and wreck either, but of smoke.", "No stand moves in the Fire Phase, nor has one moved that is only touched. The chart lists them all as terrain; smoke bears on the fire into and out of it."),
    _reading(45, "9.1", "First edition: a stand facing into terrain is one firing into it; firing out of terrain, smoke too, brings no modifier.", "The second edition says it so of all but smoke; the first makes no exception, and its fire procedure leaves open whose terrain counts."),
    _reading(46, "8.3.7", "Firing posture forbids turning in the first edition too.", "It allows turning to the movement posture alone."),
    _reading(47, "8.3.2", "Ground that the chart does not name but a board calls impassable may not be entered.", "The one-inch minimum excepts impassable terrain, yet the chart has none.", _HOUSE),
    _reading(48, "Terrain Effects", "Ridge crest counts against fire that enters it, hilltop against fire from a lower level.", "The note names the two conditions for the one row."),
    _reading(49, "7.0", "First edition: one failed roll in an attack of several stands does not stop the others.", "Each shot is an event of its own."),
    _reading(50, "8.3.1", "A stand's move may be made in legs, until it is ended, stopped or spent.", "It is halted and resumed for opportunity fire and for the test of nerve; the points are one total."),
    _reading(51, "7.0", "First edition: once the target is eliminated, the firers not yet rolled for have not fired.", "There is nothing left to attack."),
    _reading(52, "5.1", "Asked outside a game, a force's cohesion level is 15.", "A scenario gives the level; the book's own design starts at 14 or 15.", _HOUSE),
    _reading(53, "6.1.1", "A stand whose centre lies on the very edge or corner of a piece is on it, and a line is not doubtful for ending there, or inside next to it.", "It is in the terrain under its centre, and on a snapped table many centres lie on an edge.", _HOUSE),
    _reading(56, "8.3.2", "A stand goes along a lane as wide as itself and rests with its whole base: nothing of either lies on impassable ground or over the edge of the table, but for where it stands already. On a road or ford its centre alone counts.", "Nothing is printed; a stand does not pass a gap narrower than itself, and over a bridge a platoon goes in column.", _HOUSE),
    _reading(60, "Terrain Effects", "House walls and what is shut in them block sight and may not be entered; through open doors, windows, gates and gaps one sees, and through gates and gaps a stand goes as if there were no wall.", "The chart has built-up ground and no single walls; no tank goes in by a door.", _HOUSE),
    _reading(61, "Terrain Effects", "Ground within house walls counts as heavy buildings, but it is the walls that block sight.", "Whoever is inside has the cover of a built-up area; what is drawn wall by wall hides wall by wall.", _HOUSE),
    _reading(62, "6.3.3", "Concealing ground that a stand which has fired stands in hides it from nobody, however deep; other ground and other stands in the way do as before.", "It counts as in clear terrain for the line of sight; the chart's dagger names the terrain the rule is about."),
    _reading(63, "8.2.4", "In the second edition an HQ stand in a group takes 2 off its roll as a GHQ does, but several headquarters take no more than one.", "Its text says any G/HQ stand and its chart an attached GHQ, where the first edition says each HQ or GHQ; the chart names the one headquarters that its own battalions have."),
    _reading(64, "8.3.4", "A stand that is moved back faces along its path where it comes to rest; back where its move began, it faces as it stood.", "A stand stopped on its path faces along it, and where it began there was room for it as it stood, but perhaps not as it turned since."),
    _reading(65, "8.3.4", "A stand that came on and finds no room back along its path goes back off the table; it has moved, and may come on in another turn.", "Its path began off the table, and nowhere on it may two stands end over each other."),
    _reading(66, "Terrain Effects", "Kinds of ground that share a row of the chart are one kind where they overlap: ford, soft sand and mud; hilltop and ridge crest; heavy buildings and ground within house walls.", "A row is one terrain type, and effects add up by type."),
    _reading(67, "6.3.3", "A stand that failed the roll to fire has fired in all that the rules say of such stands: it has revealed its position as well.", "The second edition lays its fired marker for the attempt, and of stands so marked it says that they have fired (8.5.1); nothing on the table tells the two apart."),
    _reading(68, "6.4.3", "A hilltop or ridge crest that is drawn without a level is one level high.", "Nobody draws a hill that is flat.", _HOUSE),
    _reading(69, "6.1.1", "Woods that touch are one, and so are grove, buildings, rough terrain 3 and smoke, each with its like: sight reaches one inch into all of it.", "How a wood is drawn is nobody's business on the table.", _HOUSE),
    _reading(70, "8.3.2", "A path along the very edge of ground pays the cheaper of its two sides; a stand that rests there is on both.", "It could go a hair beside the edge; where it rests its centre lies on it (OUR 53).", _HOUSE),
    _reading(71, "6.1.1", "Slopes that touch are one, and so are hilltops, and ridge crests, each with its like of the same level: who stands on any of it stands on it.", "How a hill is drawn is nobody's business on the table; a higher top is another one.", _HOUSE),
    _reading(72, "6.1.1", "A stand that lies over either end of a line of sight is not in between: who is stopped in the midst of another stand is seen there.", "It is intervening stands that block; these are in one place."),
    _reading(73, "8.3.4", "A move, or a leg of it, is not declared to end over another stand, though that might still move off in the phase; but to test its nerve a stand stops beside the enemy even over another, and if it fails it is moved back.", "Nobody knows yet that it will; the book forbids the overlap at the phase's end. It asks for the stop beside every enemy who is passed, one close behind another too."),
    _reading(74, "2.0", "A scenario's own victory is, side by side, what it says of points to destroy and to keep and of places to hold after the last turn: a side wins once all that is asked of it is met, and if both do it is a draw.", "The book leaves it to the scenario; without a word of its own that of the book's design holds.", _HOUSE),
    _reading(75, "2.0", "A place is held by the side that alone has a stand within an inch of it as a turn ends, and from then on until the enemy alone has.", "The book has no word on holding; an inch is a stand's depth.", _HOUSE),
    _reading(76, "8.3.4", "A stand forced to halt where part of its base would lie on impassable ground is moved back along its path to where there is room, as over another stand.", "It rests with its whole base (OUR 56); at a bend of its way it is halted facing along it, and its corners reach beyond its lane.", _HOUSE),
    _reading(77, "Terrain Effects", "Where a road or track costs no less than the ground beside it, a stand that moves along it pays for the ground and keeps its benefit, whichever the player names.", "It pays the terrain cost, which the note asks for; nobody would declare the other."),
    _reading(78, "8.5.2", "A stand that is to test its nerve at the enemy beside whom its move begins is touched for it: opportunity fire comes before the test.", "It may be fired on as soon as it is touched, and a test that fails would end its move without that chance."),
    _reading(79, "8.2.8", "Stragglers of a group that tried to move without an order have tried so too.", "Each of them has had the one attempt of its turn; that they are a new group gives them no second."),
    _reading(80, "8.6.2", "Covering fire comes once the stand that was hit has rolled whether it moves on, from where it is then.", "The roll is what comes of the opportunity fire, and covering fire waits until that is complete."),
    _reading(81, "6.1.1", "A ridge crest drawn on a hilltop of the same level is a crest all the same: stands on the hilltop to either side of it do not see each other, and fire from the hilltop enters it.", "The hilltop alone lets them see each other; who draws a crest on it means a ridge between them.", _HOUSE),
    _reading(82, "8.5.4", "A stand that is fired on at the end of its declared path and not stopped may go on from there; the end of a path ends the move only if nobody fires there.", "It may go on wherever it is fired on; that it meant to end there was said before anyone fired."),
    _reading(83, "8.3.1", "The move of a stand ends where its points are spent and the inch that is always allowed is gone; it faces as it was declared to.", "It could but turn on the spot, and how it is to face is said with every leg."),
    _reading(84, "11.0", "A few extra tanks that bring a force level are no more than five.", "The example adds two or three; who lacks more is brought nearer by cohesion or takes the weaker side.", _HOUSE),
    _reading(85, "7.3.3", "Stands in base contact see each other in whatever ground and over whatever hill or ridge, at whatever angle they touch; house walls alone hide them.", "They are at one-inch range, however far their centres are apart, and what parts those is thinner than a stand; else stands engaged in woods or astride a ridge could fire at nobody."),
    _reading(86, "6.0", "No stand is hidden or concealed: both players see all that stand on the table, and only the line of sight says who is spotted. What a scenario or table hides all the same is left out of what its enemy is told.", "Nothing is printed of hidden stands; who plays with a referee may still hide some.", _HOUSE),
)  # fmt: skip
"""Our readings, OUR 1 first."""
