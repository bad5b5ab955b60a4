"""`python -m proofs.players search careful dolgoye-vanguard --games 100`: how often one player beats another."""

import click

from proofs.players.duels import duels, fought, told


@click.command()
@click.argument("better")
@click.argument("other")
@click.argument("scenario")
@click.option("--games", default=100, help="How many games, each seed once for each side.")
@click.option("--seed", default=1, help="The first seed.")
@click.option("--workers", default=1, help="How many processes play.")
def main(better: str, other: str, scenario: str, games: int, seed: int, workers: int) -> None:
    """Play the player BETTER against the player OTHER in a SCENARIO, and print how often it wins and how long it thinks."""
    fights = []
    for one in fought(duels(scenario, better, other, games, seed), workers):
        click.echo(one)
        fights.append(one)
    for line in told(fights):
        click.echo(line)


if __name__ == "__main__":
    main()
