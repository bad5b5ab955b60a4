"""Roles that must be told apart differ in lightness or pattern, in grey and to colour-blind eyes alike."""

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

from exporters.picture import BANDS, EXPOSURES, REACHES, ROUTES, SIDES, Role
from exporters.style import STYLES, Ink, style_of

FIELD = (Role.CLEAR, Role.HINDERED, Role.BLOCKED, Role.BLIND)
GROUNDS = {
    "white paper": (255, 255, 255),
    "open ground": style_of(Role.OPEN_GROUND).fill[:3],
    "woods": style_of(Role.WOODS_GROUND).fill[:3],
    "dark map": (96, 104, 80),
}
Linear = tuple[float, float, float]
EYES: dict[str, tuple[Linear, Linear, Linear]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""The view of each kind of eye of linear red, green and blue (Machado, Oliveira and Fernandes 2009, severity 1.0)."""


def lightness(ink: Ink, ground: Sequence[int], eye: tuple[Linear, Linear, Linear]) -> float:
    """CIE L* of an ink on a ground, 0 black to 100 white, as that eye sees it."""
    share = ink[3] / 255
    shown = [ink[k] * share + ground[k] * (1 - share) for k in range(3)]
    linear = [((v / 255 + 0.055) / 1.055) ** 2.4 if v > 10 else v / 255 / 12.92 for v in shown]
    seen = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in eye]
    luminance = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_the_classes_of_a_field_differ_in_lightness_or_pattern(eye: str, ground: str) -> None:
    for role, other in combinations(FIELD, 2):
        apart = abs(
            lightness(style_of(role).fill, GROUNDS[ground], EYES[eye])
            - lightness(style_of(other).fill, GROUNDS[ground], EYES[eye])
        )
        assert apart >= 12 or style_of(role).pattern is not style_of(other).pattern, (role, other, apart)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_seen_and_unseen_differ_clearly_even_without_patterns(eye: str, ground: str) -> None:
    for seen in (Role.CLEAR, Role.HINDERED):
        for unseen in (Role.BLOCKED, Role.BLIND):
            light, dark = (
                lightness(style_of(role).fill, GROUNDS[ground], EYES[eye]) for role in (seen, unseen)
            )
            assert light - dark >= 15, (seen, unseen)


@pytest.mark.parametrize("role", [Role.HINDERED, Role.BLIND])
@pytest.mark.parametrize("eye", EYES)
def test_the_ink_of_a_pattern_stands_out_from_its_fill(role: Role, eye: str) -> None:
    style, ground = style_of(role), GROUNDS["open ground"]
    fill = lightness(style.fill, ground, EYES[eye])
    under = [
        round(style.fill[k] * style.fill[3] / 255 + ground[k] * (1 - style.fill[3] / 255)) for k in range(3)
    ]
    assert abs(lightness(style.pattern_ink, under, EYES[eye]) - fill) >= 12


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("steps", [REACHES, BANDS, EXPOSURES], ids=["reach", "bands", "exposure"])
def test_steps_run_in_one_direction_of_lightness(eye: str, steps: tuple[Role, ...]) -> None:
    ground = GROUNDS["open ground"]
    lights = [lightness(style_of(role).fill, ground, EYES[eye]) for role in steps]
    changes = [after - before for before, after in pairwise(lights)]
    assert all(change < -2.5 for change in changes) or all(change > 2.5 for change in changes), lights


@pytest.mark.parametrize("eye", EYES)
def test_the_two_sides_differ_in_lightness(eye: str) -> None:
    one, other = (lightness(style_of(role).fill, (255, 255, 255), EYES[eye]) for role in SIDES[:2])
    assert abs(one - other) >= 15


def test_every_role_has_a_look_that_shows() -> None:
    assert set(STYLES) == set(Role)
    for role, style in STYLES.items():
        assert any(ink[3] for ink in (style.fill, style.pen, style.text)), role


def test_lines_of_sight_differ_without_colour() -> None:
    strokes = {style_of(role).dash for role in (Role.SIGHT_CLEAR, Role.SIGHT_HINDERED, Role.SIGHT_BLOCKED)}
    assert len(strokes) == 3


def test_ways_to_a_goal_differ_without_colour() -> None:
    assert len({style_of(role).dash for role in ROUTES}) == len(ROUTES)
