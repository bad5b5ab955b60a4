"""Findings of a checkup on the command line: a line for each step, and exit status 1 if something is wrong."""

from collections.abc import Iterable

import click

from vtt_bridge.commands.umpire_group import shown
from vtt_bridge.umpire.findings import Finding


def tell_findings(findings: Iterable[Finding]) -> None:
    """Print each finding as it comes; exit with status 1 if anything is wrong."""
    is_well = True
    for finding in findings:
        sign = "check" if finding.is_advice else "ok   " if finding.is_well else "WRONG"
        click.echo(f"{sign}  {shown(finding.sentence)}")
        is_well = is_well and finding.is_well
    if not is_well:
        click.get_current_context().exit(1)
