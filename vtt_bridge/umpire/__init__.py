"""The umpire at a table: what he can be asked, his answers, and the chat commands for him."""
