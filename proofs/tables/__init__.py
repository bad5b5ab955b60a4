"""Tables: what seats are sent, crashes, games by mail, the page and its pictures."""
