"""Studies: many games of a scenario between players, on all cores or a cluster, as rows and as a report."""
