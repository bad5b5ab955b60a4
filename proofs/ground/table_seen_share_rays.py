"""Shares seen on 300 random tables agree with rays cast by an independent oracle, also in contact and at
house walls. Minutes long."""

import pytest

from tests.rules.kampfgruppe_normandy.sight.strewn_scenes import shares_ruled_and_by_rays

SLACK = 0.01


@pytest.mark.parametrize("seed", range(300))
def test_the_share_seen_is_that_of_rays(seed: int) -> None:
    for told, by_rays in shares_ruled_and_by_rays(seed):
        assert told == pytest.approx(by_rays, abs=SLACK)
