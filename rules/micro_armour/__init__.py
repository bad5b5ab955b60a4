"""Micro Armour: The Game - WWII, both editions: matg1 and matg2.

Sections are named by the second edition's numbers; where the first differs, the difference is a field of
`book.rulebook.Edition`. The folders are strata, each built on those named before it:

book          rulebook (editions, citation), readings (ours, and switches), book_data, the printed tables
              (combat_results, terrain_chart, scenario_design), roster, house_roster
state         scenario_options, conditions (markers), stands (2, 3, 7.3.3, 7.3.4), progress (turn, phase, move),
              position, and what can happen: turn_events, group_events, move_events, fire_events
questions     cohesion (5), facing (7.3.1), spotting and sight_rulings (6), terrain (9), ranges (7.3.2),
              fire_sheets and fire_legality (7), harm (7.2), stops (8.5), movement_orders (8.2), movement and
              reach (8.3), recovery (4.5), force_points, forces and table_suggestions (scenario design, 11)
effects       resolution, attack (the fire procedure), losses, group_moves (8.2, 8.3), turns (4.0)
declarations  a chapter each: initiative (4.1), posture (4.2), fire (7), orders (8.2), movement (8.3),
              reaction_fire (8.5, 8.6), marker_removal (4.5), passing
play          chapters (all declarations and events), outcomes (in words), fire_question
ruleset       MATG1 and MATG2, to be asked and played
"""
