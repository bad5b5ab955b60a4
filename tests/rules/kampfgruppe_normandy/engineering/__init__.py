"""Engineering of Kampfgruppe Normandy: tasks, mines, demolitions, bridges, recovery."""
