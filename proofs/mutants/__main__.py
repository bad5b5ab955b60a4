"""`make mutants`: draws, breaks, tries, and lists what survived."""

import csv
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from proofs.mutants.places import Mutant, mutants
from proofs.mutants.trial import Collected, Fate, seconds_of, tried, warm_up
from rules.catalog import LEDGERS
from tests.proving import ROOT, proofs

LEAST_SHARE = 0.95
"""The share of mutants that the proofs have to notice."""

TELL_EVERY = 25

EQUIVALENT = Path(__file__).with_name("equivalent.csv")


@click.command()
@click.argument("book", type=click.Choice(tuple(LEDGERS)))
@click.option("--seed", default=1, help="The same seed draws the same places.")
@click.option("--count", default=300, help="How many mutants are tried.")
@click.option(
    "--wider", is_flag=True, help="Try survivors on every test of the book too, and say which notices."
)
def main(book: str, seed: int, count: int, wider: bool) -> None:
    """Break places of a BOOK that the ledger ties to rules, and see whether the proofs of those rules notice."""
    warm_up()
    folder = LEDGERS[book].replace(".", "/")
    proofs_of = dict(_with_proofs(mutants(ROOT / folder)))
    drawn = random.Random(seed).sample(list(proofs_of), min(count, len(proofs_of)))
    tests = sorted({test for mutant in drawn for test in proofs_of[mutant]})
    fate, words = tried(None, tests)
    if fate is not Fate.SURVIVED:
        raise click.ClickException(
            f"{words}\nThe proofs are red on the code as it is: mutants teach nothing."
        )
    explained = _explained()
    kept = [mutant for mutant in drawn if _key(mutant) not in explained]
    seconds, collected = seconds_of(words), Collected(tests)
    survivors = 0
    for number, mutant in enumerate(kept, 1):
        fate = collected.fate(mutant, sorted(proofs_of[mutant], key=lambda test: seconds.get(test, 0.0)))
        if fate is not Fate.NOTICED:
            _tell(mutant, fate)
            if wider:
                _tell_wider(mutant, f"tests/{folder}")
        survivors += fate is Fate.SURVIVED
        if number % TELL_EVERY == 0:
            click.echo(f"{number} tried, {number - survivors} noticed")
    share = 1 - survivors / len(kept)
    click.echo(f"{book}, seed {seed}: {len(kept) - survivors} of {len(kept)} noticed, {share:.1%}")
    click.echo(
        f"{len(drawn) - len(kept)} more were drawn that change no ruling; {len(proofs_of)} are possible"
    )
    sys.exit(share < LEAST_SHARE)


def _with_proofs(possible: Iterator[Mutant]) -> Iterator[tuple[Mutant, Sequence[str]]]:
    """The mutants of rules that tests prove, and those tests."""
    tests_of: dict[str, list[str]] = {}
    for rule_id, test in proofs():
        tests_of.setdefault(rule_id, []).append(test)
    together: dict[tuple[str, ...], Sequence[str]] = {}
    for mutant in possible:
        ids = mutant.rule_ids
        if ids not in together:
            together[ids] = sorted({test for rule_id in ids for test in tests_of.get(rule_id, ())})
        if together[ids]:
            yield mutant, together[ids]


def _explained() -> Mapping[tuple[str, ...], str]:
    """The breakings that change no ruling, from the list beside this module, with their reasons."""
    with EQUIVALENT.open(encoding="utf-8", newline="") as rows:
        return {
            (row["file"], row["code"], row["before"], row["after"]): row["reason"]
            for row in csv.DictReader(rows)
        }


def _key(mutant: Mutant) -> tuple[str, ...]:
    return mutant.file, mutant.code, mutant.before, mutant.after


def _tell(mutant: Mutant, fate: Fate) -> None:
    click.echo(f"{fate.value}: {', '.join(mutant.rule_ids)}")
    click.echo(f"  {mutant.file}:{mutant.line} {mutant.code}\n  - {mutant.before}\n  + {mutant.after}")


def _tell_wider(mutant: Mutant, tests: str) -> None:
    fate, words = tried(mutant, [tests])
    click.echo(f"  by every test of the book: {fate.value}")
    click.echo(
        "".join(f"    {line}\n" for line in words.splitlines() if line.startswith(("FAILED", "ERROR"))),
        nl=False,
    )


if __name__ == "__main__":
    main()
