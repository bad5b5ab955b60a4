"""The commands of `blindhex`, one module for each kind of answer; vtt_bridge.cli assembles them."""
