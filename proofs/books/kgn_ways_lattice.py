"""Ninety small tables: no vehicle's way is dearer by 2% than a lattice over place and heading finds, no hull stands on a house,
no die is needed where a way without one exists, and reach and path agree."""

import pytest

from tests.rules.kampfgruppe_normandy.movement.lattice_duel import Duel


@pytest.mark.parametrize("seed", range(30))
def test_random_tables(seed: int) -> None:
    Duel.on_random_table(seed).judge_ways(spacing_in=0.5)


@pytest.mark.parametrize("seed", range(6))
def test_random_tables_on_a_fine_lattice(seed: int) -> None:
    Duel.on_random_table(seed).judge_ways(spacing_in=0.25)


@pytest.mark.parametrize("seed", range(20))
def test_tables_of_walls_with_openings(seed: int) -> None:
    Duel.between_walls(seed).judge_ways(spacing_in=0.5)


@pytest.mark.parametrize("seed", range(20))
def test_yards_of_imported_maps(seed: int) -> None:
    duel = Duel.in_a_court(seed)
    duel.judge_ways(spacing_in=0.5)
    duel.judge_reach()


@pytest.mark.parametrize("seed", range(20))
def test_hedges_and_dice(seed: int) -> None:
    Duel.on_random_table(seed, hedges=4).judge_dice(spacing_in=0.5)


@pytest.mark.parametrize("seed", range(10))
def test_reach_is_path(seed: int) -> None:
    Duel.between_walls(seed).judge_reach()
