"""Pieces as VASSAL writes them: every trait is read exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RulesError
from tests.vtt_bridge.vassal.files import SECRET, Counter, game, layer, move, nested, step
from vtt_bridge.vassal.archive import hidden_text
from vtt_bridge.vassal.commands import saved_commands, steps
from vtt_bridge.vassal.pieces import Piece
from vtt_bridge.vassal.saved_game import SavedGame

CORE = ("piece;;;able.png;Able 1/1", "Main;100;250;7;1;OldMap;Main")
TRAITS = {
    "emb2": layer("Disrupted", 1),
    "emb": ("emb;Flip;F;;a.png,b.png;;", "1;"),
    "rotate": ("rotate;6;37,195;39,195;Left;Right;;;;Facing", "2"),
    "rotate freely": ("rotate;1;;;;;;;;Facing", "-90.5"),
    "obs": ("obs;77,130;mask.png;Mask;B;Mask;player:", f"{SECRET};"),
    "hide": ("hide;73,130;Invisible;255,255,255;player:", "null"),
    "mark": ("mark;Side,Platoon", "Allied,1"),
    "PROP": ("PROP;Fatigue;true,0,3,false;:U:85,130:P\\,1;", "2"),
    "label": ("label;76,130;Label;10;0,0,0;;b;0;c;0;b;c;$label$;Dialog;0;0;TextLabel", "ammo 2; 'low'"),
    "footprint": (
        "footprint;84,130;Trail;false;false;10;0,0,0;255,255,255;100;50",
        "true;Main;2;10,20;30,40",
    ),
    "markmoved": ("markmoved;moved.png;36;-38;Mark Moved;77,130;", "true"),
    "propertysheet": ("propertysheet;1Notes~2Ammo;Sheet;83;2;;;", r"dug in|left~3/5"),
    "restrict": ("restrict;Allied;false;", SECRET),
    "immob": ("immob;nIN;;;", ""),
    "sendto": ("sendto;Dead;68,130;Pool;;0;0;;;L", ";;"),
    "of a module": ("conceal;a/b\\c;;", "x/y"),
}


@pytest.mark.parametrize("name", TRAITS)
def test_a_trait_is_read_as_it_was_written_alone_and_between_others(name: str) -> None:
    for traits in ([TRAITS[name], CORE], [TRAITS["mark"], TRAITS[name], TRAITS["label"], CORE]):
        type_, state = nested([part for part, _ in traits]), nested([part for _, part in traits])
        piece = Piece.read("1", type_, state)
        assert piece.traits == tuple(traits)
        moved = piece.moved("Other", 5, 6)
        assert moved.traits[:-1] == piece.traits[:-1]
        assert moved.traits[-1][1] == "Other;5;6;7;1;OldMap;Main"
        changed = piece.with_state(nested([*["" for _ in traits[:-1]], CORE[1]]), state)
        assert [own for _, own in changed.traits[:-1]] == [""] * (len(traits) - 1)
        assert piece.with_state(state, state) == piece


def test_the_traits_of_a_piece_give_layers_bearing_mask_and_properties() -> None:
    traits = [TRAITS[name] for name in ("emb2", "rotate", "obs", "hide", "mark", "PROP")]
    piece = Piece.read(
        "1", nested([part for part, _ in [*traits, CORE]]), nested([part for _, part in [*traits, CORE]])
    )
    assert (piece.name, piece.map, piece.at_px) == ("Able 1/1", "Main", (100, 250))
    assert (piece.layers, piece.level_names) == ({"Disrupted": 1}, {"Disrupted": "Disrupted"})
    assert piece.bearing_deg == 120
    assert (piece.is_masked, piece.is_hidden) == (True, False)
    assert piece.properties == {"Side": "Allied", "Platoon": "1", "Fatigue": "2"}


def test_a_state_with_missing_fields_at_its_end_is_read() -> None:
    piece = Piece.read("1", nested([TRAITS["emb2"][0], CORE[0]]), nested(["-1;", "Main;5"]))
    assert (piece.layers["Disrupted"], piece.at_px, piece.bearing_deg) == (-1, (5, 0), None)


WHOLE = game([Counter("1", "Able 1/1", (1, 4), hidden_by=SECRET)], step(move("1", (1, 3)), "D/1/a/b"))


@given(st.integers(0, len(WHOLE)), st.integers(0, 30), st.text("\x1b\t/;\\'+-DM0a", max_size=6))
def test_a_damaged_game_is_read_or_refused_in_one_sentence_without_passwords(
    at: int, gone: int, put: str
) -> None:
    text, told = WHOLE[:at] + put + WHOLE[at + gone :], ""
    try:
        found = SavedGame.after(saved_commands(text))
        for logged in steps(text):
            for command in logged.commands:
                found.carry_out(command)
    except RulesError as error:
        told = str(error)
    assert "\n" not in told
    assert SECRET not in told


def test_an_obfuscated_game_contains_no_readable_name() -> None:
    assert b"Able" not in hidden_text(WHOLE)
