"""Last Hundred Yards: platoons and companies on hexes of 50 yards, by the 2019 rules. Its modules, by chapter:

the book              rulebook, readings_of_play, editions, later_editions, switches, options, given_options, house,
                      roster, unit_types, conditions, armour
the way in            ruleset, play, declaring, procedures, chances, answer_chances, actions, events
a position            course, position, view, naming, laying_out
telling               telling, spoken_dice
2 stacking            stacking
4 terrain and sight   los, sight_ground, sight_look, sight_reasons, sight_tests, hindrances, enclosed_roads,
                      lines_along_roads, tem, ground_rules, terrain_effects, concealment, inquiry, arriving, map_edges
5-9 the turn          sequence, turn_actions, turn_events, order_events, activation_cycle, platoons_open, acting,
                      taking_part, due_decisions, command, clean_up
10 maneuver           maneuver_actions, maneuver, maneuver_costs, maneuver_points, one_maneuver, maneuvering,
                      maneuver_end, maneuver_odds, entering, leaving, leaving_odds, wading, river_exit, deploying,
                      unit_events
10.3 withdrawal       withdrawal, withdrawal_checks, driven_out, withdrawal_odds
10.4 vehicles         vehicle_motion, vehicle_stacks, overwatch, drive_in, halting, overrun, overrun_attack,
                      overrun_resistance, bypass, transport, inherent_trucks
11 fire               fire_actions, fire_question, aiming, firing, anti_tank_fire, fire_modifiers, suppression,
                      after_fire, opportunity, enfilade, enfilading, named_fires, dividing, fire_within_hex, ranges
11.4 mortars          mortars, mortar_odds, falling, scatter, marker_events
12 what fire does     fire_resolution, fire_targets, harm
13 assault            assault_actions, assault_declaring, waiting_to_assault, assault_value, enveloping,
                      assault_resolution, retreating, retreat_ways, retreat_odds
14 recovery           recovery
17-20 missions        mission, setup, sectors, forces, drawing_lots, starting_forces, coming_on, dummies,
                      own_missions, winning
"""
