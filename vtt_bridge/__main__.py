"""python -m vtt_bridge is blindhex."""

from vtt_bridge.cli import main

main()
