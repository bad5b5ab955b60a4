"""The golden playthroughs: a whole game of each mission as readable text.

`python -m tests.rules.last_hundred_yards.goldens` writes them anew.
"""

from pathlib import Path

from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.progress import progress_of
from tests.rules.last_hundred_yards.playing import MISSIONS, by_chance, start_of

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 1944


def playthrough(mission: str) -> str:
    """One game of a mission by chance, each declaration and event a line, the result last."""
    state, record = by_chance(start_of(mission), SEED)
    result = PLAY.result(state)
    assert result is not None
    score = f"turn {progress_of(state).turn}, {progress_of(state).minutes} minutes"
    return "\n".join([f"{mission}, seed {SEED}", *record, f"{result.text} ({score})"]) + "\n"


def file_of(mission: str) -> Path:
    """The path of a mission's playthrough file."""
    return FOLDER / f"{mission}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in MISSIONS:
        file_of(name).write_text(playthrough(name), encoding="utf-8")
