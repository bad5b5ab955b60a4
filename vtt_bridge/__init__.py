"""The umpire at a virtual tabletop: tables met over their JSON API, and the command line."""
