"""Our readings of the ground, sight and movement, numbered from 1: chapters 4 and 10.1."""

from rules.game.citation import Provenance, Reading
from rules.last_hundred_yards.book.later_editions import LaterEdition
from rules.last_hundred_yards.book.switches import LaterGround, Switch

_L, _I, _H, _B = Provenance.LATER_EDITION, Provenance.INFERRED, Provenance.HOUSE, Provenance.BOOK

READINGS: tuple[Reading, ...] = (
    Reading(1, "4.2.1a", "Woods and forest block between units of one level only if they rise above that level.", "4.0c gives blocking hexes a height, and the series rules (v2.1) say so outright.", _L, Switch.LOWER_WOODS_BLOCK, later=LaterEdition.SERIES_2_1),
    Reading(2, "4.2.1d", "The image of a building blocks between units of one level only if the building rises above it.", "Buildings have levels as woods have (4.1.4); Basic Training lets no lower terrain block.", _I, Switch.LOWER_BUILDINGS_BLOCK),
    Reading(3, "4.2.1e", "A wall does not block if both hexes beside it, or the hex it is drawn in, are lower than both units.", "A wall has no level of its own; Basic Training lets no lower terrain block.", _I, Switch.LOWER_WALLS_BLOCK),
    Reading(4, "4.2.1c", "A contour blocks only if it holds the centre dot of the hex between, or both hexes of a hexside that the line runs along.", "The series rules (v2.1) ask that it enclose a dot or the whole hexside.", _L, Switch.ANY_CONTOUR_BLOCKS, later=LaterEdition.SERIES_2_1),
    Reading(5, "4.2.3", "An obstacle casts blind hexes only over hexes whose level is lower than its own total level.", "Read by the letter, a unit on level 2 would not see what a unit on level 1 sees.", _H, Switch.BLIND_AT_ANY_LEVEL),
    Reading(6, "4.2.2", "Between levels a line along hexsides is blocked if hexes on both sides, anywhere along it, reach the higher end.", "4.2.1b says so for one level; the series rules (v3.0) extend it.", _L, Switch.HEXSIDES_OPEN_BETWEEN_LEVELS, later=LaterEdition.SERIES_3_0),
    Reading(7, "4.2.3", "Along a hexside the row of the Blind Hex Table is that of the lower of the two hexes, and both must be obstacles.", "The series rules (v3.0) take the lower neighbour.", _L, Switch.HEXSIDES_OPEN_BETWEEN_LEVELS, later=LaterEdition.SERIES_3_0),
    Reading(8, "4.2", "The terrain of the target's hex never blocks, as that of the firer's does not.", "4.2.1 speaks of hexes between; the series rules (v2.1) say so outright.", _L, later=LaterEdition.SERIES_2_1),
    Reading(9, "4.2.1e", "A line that meets the vertex at the end of a wall hexside is traced through it.", "4.2.1a leaves vertices out by name, 4.2.1e names them only for the units beside the wall.", _I),
    Reading(10, "4.2.1d", "A line that touches the edge of an image intersects it.", "The rule says any part; an edge is a part.", _I),
    Reading(11, "4.2.1d", "A building whose image is not drawn is a hexagon of half the size about the centre dot; where a road runs through the hex, it stands on both sides of a roadway of 7 yards, without gaps. A road that ends in the hex goes straight on.", "The text cannot give the artwork; a board may draw it. Houses stand on either side of a road (4.1.9a), and never on it.", _H),
    Reading(12, "4.1.5", "A hex on a hill without a contour number lies in the contour of its bold line, four to the level.", "A level is 40 feet and a contour 10 (4.1.4 and the scale).", _I),
    Reading(13, "4.2.4", "Smoke and mortar markers stand two levels above the ground of their hex.", "The series rules (v2.1) give the height; 2019 says only: not over.", _L, later=LaterEdition.SERIES_2_1),
    Reading(14, "4.2.4d", "A vehicle on an urban road does not hinder lines to or from itself.", "It is what is seen, not what stands in the way.", _I),
    Reading(15, "4.2.4b", "The woods, forest or hill hex opposite a marker must be one that would block from its side.", "Otherwise ground far below the line would count.", _I, Switch.ANY_HEX_HINDERS_BESIDE),
    Reading(16, "4.2.1f", "Buildings in the own hex of a vehicle or gun on an urban road block between levels too.", "The series rules (v3.0) say so.", _L, Switch.ROAD_ROW_ON_SAME_LEVEL_ONLY, later=LaterEdition.SERIES_3_0),
    Reading(17, "4.2.4a", "A line passes over a marker or vehicle if both its ends are above it, or the higher one is and the lower one is not in the blind hexes that it would cast.", "The rule points to 4.2.3 for what is over.", _I),
    Reading(18, "4.2.2", "A building counts between levels where the line meets its image, as it does on one level.", "Buildings are features, not hexes (4.0c).", _I),
    Reading(19, "4.1.4", "A hill hex of level 1 or more is what hills (levels) means for blind hexes; level 0 casts none.", "Open ground is no obstacle (4.0a).", _I),
    Reading(20, "10.1.1a", "On foot: any move within the MP, or up to two hexes (one in reaction) whatever they cost.", "The book grants the hexes always, never entry to what is barred.", _I),
    Reading(21, "4.1.8", "A road hex costs 1 MP when entered along the road.", "No edition at hand prints it; at less than 1 the bonus of 1 MP would be needless.", _H),
    Reading(22, "4.1.8", "The road bonus adds to either allowance, but not to reverse.", "10.1.1b and 10.1.2b limit reverse to 3 MP.", _I),
    Reading(23, "4.1.10", "A unit that begins in the river rolls to leave it on either bank; one that begins in a bridge hex is on the bridge. Who came along the river from a ford, or from beyond its end, came from neither bank and rolls for none.", "From which bank it came, or whether it went under the bridge, is not recorded on the map; a ford joins both banks.", _H),
    Reading(24, "4.1.10", "A move on foot across a river is shown with the roll it still asks, and its MP as if it succeeds.", "On success the unit goes on with its maneuver; on failure it stays in the river.", _I),
    Reading(25, "4.1.11", "A unit that follows the river through a bridge hex is under the bridge and in the river.", "The book gives the hex two places; the entry tells which.", _B),
    Reading(26, "4.1.9d", "A vehicle off the road has a clear LOS to the next urban road hex if no urban building image in either hex meets the line between the dots.", "Vehicles stand in the road, so 4.2.1f judges the line.", _I),
    Reading(27, "4.2.4a", "A line that only meets a vertex of a hex passes neither through its marker nor its vehicle.", "Along hexsides 4.2.4 b and c ask for more than a touch, and a vertex is less than a hexside.", _I),
    Reading(28, "4.2.2b", "With forest_roads_block a line runs along a road in woods or forest if it comes into the hex and leaves it across hexsides that the road crosses; at its two ends no hex blocks.", "The series rules (v2.1) say along and let neither end affect the line.", _L, later=LaterEdition.SERIES_2_1),
    Reading(29, "4.2.1b", "With only_forest_blocks_beside bare hills beside a line along hexsides do not block on one level; woods and forest do, if they rise above it.", "The series rules (v2.1) name forest of either density alone; its level counts as in 4.2.1a.", _L, later=LaterEdition.SERIES_2_1),
    Reading(30, "4.2.1e", "A tree line reaches one level above the higher of the two hexes beside it, and blocks on one level if that is above both units.", "It is a narrow strip of trees, as high as woods; no edition at hand prints its level.", _H, LaterGround.TREE_LINES),
    Reading(31, "4.2.3", "Between levels a tree line counts where the line meets its hexside, as if it stood in that of its two hexes that is nearer to the higher end; it hides nobody next to it.", "The series rules (v2.1) let it cast blind hexes, and spare whoever is next to it in 4.2.1e.", _I, LaterGround.TREE_LINES),
    Reading(32, "4.1.8", "An enclosed road is a road hex with woods, forest or a building in it, or with a tree line on each side of the road: on every stretch of hexsides between those that it crosses, a road that ends going straight on.", "The series rules (v2.1) speak of both sides, and call any road hex with a building a building road.", _I, LaterGround.ENCLOSED_ROADS),
    Reading(33, "4.2.1d", "On one level woods and forest do not block a line that goes straight along a road or river through them, from dot to dot in a row of hexes; any other line touches the trees.", "The series rules (v2.1) let only the drawn forest block along an enclosed road or river, and boards draw both through the dots.", _I, LaterGround.ENCLOSED_ROADS),
    Reading(34, "4.1.8", "The limits along an enclosed road hold for a line that runs along such a hex between its ends as in reading 28; who has acted concealed counts as neither vehicle nor gun, and the shift of an extended mortar fire is no request.", "The series rules (v2.1) say along and intervening; they limit the request, and nobody may be betrayed.", _I, LaterGround.ENCLOSED_ROADS),
    Reading(35, "4.1.8", "Of all vehicles only AFVs cross a tree line off the road, for 1 MP more.", "The series rules (v2.1) name AFVs and a price, whose figure no edition at hand prints.", _H, LaterGround.TREE_LINES),
    Reading(36, "4.2.4d", "With enclosed_roads vehicles hinder on every enclosed road hex between the ends of a line, and at neither end.", "The series rules (v2.1) say so.", _L, LaterGround.ENCLOSED_ROADS, later=LaterEdition.SERIES_2_1),
)  # fmt: skip
"""OUR 1 first."""
