"""Withdrawal. Chapter 10.3."""
