"""Vehicles: overrun, bypass, transport. Chapter 10.4."""
