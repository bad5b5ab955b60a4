"""Ways of vehicles against a brute force over place and heading, on tables of turned houses, hedges and a road."""

import pytest

from tests.rules.kampfgruppe_normandy.movement.lattice_duel import Duel


@pytest.mark.parametrize("seed", [3, 8])
def test_no_lattice_finds_a_cheaper_way_and_no_hull_touches_a_house(seed: int) -> None:
    """Rule: KGN Movement; OUR 28, 54, 170."""
    duel = Duel.on_random_table(seed)
    duel.judge_ways(spacing_in=0.5)


@pytest.mark.parametrize("seed", [1, 2])
def test_so_it_is_between_walls_with_openings(seed: int) -> None:
    """Rule: KGN Movement; OUR 28, 54, 170."""
    duel = Duel.between_walls(seed)
    duel.judge_ways(spacing_in=0.5)


@pytest.mark.parametrize("seed", [5])
def test_reach_says_of_every_place_what_its_path_costs(seed: int) -> None:
    """Rule: KGN Movement; OUR 28."""
    Duel.on_random_table(seed).judge_reach()


@pytest.mark.parametrize("seed", [9])
def test_no_place_is_told_a_die_that_has_a_way_without(seed: int) -> None:
    """Rule: KGN Crossing difficult ground and obstacles."""
    Duel.on_random_table(seed, hedges=4).judge_dice(spacing_in=0.5)
