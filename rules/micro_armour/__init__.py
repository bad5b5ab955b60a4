"""Micro Armour: The Game - WWII, both editions: matg1 and matg2.

Sections are named by the second edition's numbers; where the first differs, the difference is a field of
`book.rulebook.Edition`. The folders are strata, each built on those above it. Each module's docstring names
its chapter; these are all:

book          rulebook, readings, book_data, combat_results, terrain_chart, scenario_design, roster,
              house_roster
state         victory_terms, scenario_options, conditions, cohesion, stands, progress, position, turn_events, group_events,
              move_events, fire_events
questions     facing, levels, profile, spotting, sight_rulings, terrain, ranges, fire_sheets, fire_legality, harm,
              stops, movement_orders, stand_room, movement, reach, recovery, force_points, forces, table_suggestions
effects       resolution, attack, group_moves, turns
declarations  initiative, posture, fire, marker_removal, passing
declarations.movement  formation, orders, stands, offered_paths, reaction_fire
play          advice, company, correcting, due, fire_question, game, going, ground_question, movement_question,
              outcomes, what_wins
the way in    ruleset
"""
