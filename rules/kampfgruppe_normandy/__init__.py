"""Kampfgruppe Normandy: combined arms in inches, one model to one man.

The packages stand on one another: `book` (what is printed), `state` (what a game keeps, and its events), `questions`
(what can be asked without a die), `effects` (what several chapters share), `declarations` (what players do, by
chapter), `play`; `ruleset.py` is the way in. The modules, package by package:

the book              rulebook, readings_of_play, readings_of_support, book_data, unit_types, conditions,
                      action_kinds, roster, support_lists, support_kinds, weapons, weapon_limits, fire_tables,
                      penetration, concealment, terrain_chart, movement_rates, scenario_options
the house lists       aircraft, guns, infantry, points, support, vehicles, weapons
the state of a game   ammunition_events, bought_support, chapter, events, fire_missions, ground_events, model_heights,
                      move_events, position, progress, resolution, state_slot, support_events, turn_events
questions             activation, batteries, fire_upwards, gun_crew, loads, marker_places, minefields, ranges, target,
                      volley
sight and cover       blockers, cover, height_blockers, height_views, line_of_sight, visibility, woods_height,
                      woods_sight
orders to fire        aim, fire_orders, fire_sheet, shells, small_arms
ways                  planner_steps, reach, reach_question, restrictions, standing_room, way_plan
effects               activation, air_support, air_weapons, ammunition, attack, building_hits, casualties, fire_odds,
                      group_morale, harm, losses, mines, move_under_way, objectives, odds_text, shooting, turn_end,
                      way_odds
shells                barrage, fire_requests, shellfire
declarations          anti_aircraft, buildings, casualties, covering_fire, fire, movement, recovery, reserves,
                      special_events, supply, unit_morale, veteran_morale
the turn              activation, command, first_turn, suppression
deploying             boarding, occupying, withdrawing
indirect fire         chapter, fire_for_effect, radio, requesting, target_markers
engineering           demolitions, tasks
aircraft              attack_run, bombing, flying, striking
play                  battle_group, contents, fire_question, game, knowledge, notes, setting_up,
                      sight_and_range_questions
the way in            ruleset
"""
