"""Ways of vehicles against a brute force over place and heading, on tables of turned houses, hedges and a road.

proofs/books/kgn_ways_lattice.py judges many more tables.
"""

from tests.rules.kampfgruppe_normandy.movement.lattice_duel import Duel


def test_no_lattice_finds_a_cheaper_way_and_no_hull_touches_a_house() -> None:
    """Rule: KGN Movement; OUR 28, 54, 170."""
    duel = Duel.on_random_table(3)
    duel.judge_ways(spacing_in=0.5)


def test_no_lattice_finds_a_cheaper_way_between_walls_with_openings() -> None:
    """Rule: KGN Movement; OUR 28, 54, 170."""
    duel = Duel.between_walls(1)
    duel.judge_ways(spacing_in=0.5)


def test_no_lattice_finds_a_cheaper_way_in_the_yard_of_an_imported_map() -> None:
    """Rule: KGN Movement; OUR 28, 54, 170, 175."""
    duel = Duel.in_a_court(4)
    duel.judge_ways(spacing_in=0.5)


def test_reach_and_path_give_every_place_the_same_cost() -> None:
    """Rule: KGN Movement; OUR 28."""
    Duel.on_random_table(5).judge_reach()


def test_no_die_is_named_for_a_place_with_a_way_without_one() -> None:
    """Rule: KGN Crossing difficult ground and obstacles."""
    Duel.on_random_table(9, hedges=4).judge_dice(spacing_in=0.5)
