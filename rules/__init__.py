"""The rules of the games: pure functions and values, without files, network, clock or pictures."""
