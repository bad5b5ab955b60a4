"""Lists, tables and readings of Kampfgruppe Normandy."""
