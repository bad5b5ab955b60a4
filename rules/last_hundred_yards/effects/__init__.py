"""What several chapters share and that changes the game: harm, concealment lost, leaving a hex."""
