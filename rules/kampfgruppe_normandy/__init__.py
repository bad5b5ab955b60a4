"""Kampfgruppe Normandy: combined arms in inches, one model to one man.

Each package builds on those before it: `book` (the printed rules as data), `state` (the state of a game and its events),
`questions` (what can be answered without a die), `effects` (procedures that several chapters share), `declarations` (what
players do, by chapter), `play` (the game and its rulings). `ruleset.py` is the entry point. The modules by package:

book                           action_kinds, book_data, concealment, conditions, counted, fire_tables,
                               morale_counters, movement_rates, penetration, readings_of_play,
                               readings_of_support, roster, rulebook, support_kinds, support_lists,
                               terrain_chart, unit_types, weapon_limits, weapons
book.house                     aircraft, figures, points, support, units, weapons
state                          ammunition_events, bought_support, buildings, events, fire_missions,
                               ground_events, model_heights, morale_pot, move_events, position, progress,
                               reserves, resolution, spots, state_slot, support_events, table_markers,
                               turn_events, unseen
questions                      activation, batteries, declarable, engineering, fire_upwards, gun_crew,
                               last_turn, loads, main_gun, marker_places, minefields, ranges, special_events,
                               target, volley
questions.fire                 aim, building_shot, fire_orders, fire_sheet, saves, shells, small_arms
questions.movement             closed_ground, forming_up, move_in_progress, nearest_room, planner_steps,
                               reach, reach_question, restrictions, road_ways, standing_room, way_costs,
                               way_plan, wrecks_met
questions.sight                building_sight, cover, line_of_sight, observation, screens, views, visibility
effects                        activation, after_a_hit, air_support, air_weapons, ammunition, attack,
                               building_fire, building_hits, bulldozing, casualties, group_morale, harm,
                               losses, mines, move_end, move_under_way, objectives, reserves, shooting,
                               turn_end
effects.engineering            demolitions, works
effects.indirect_fire          barrage, fire_requests, shellfire, signals
declarations                   anti_aircraft, buildings, casualties, covering_fire, engineering, fire,
                               movement, recovery, special_events, supply, unit_morale, veteran_morale
declarations.aircraft          attack_run, bombing, flying, rocketing, striking
declarations.deploying         boarding, occupying, withdrawing
declarations.indirect_fire     fire_for_effect, radio, requesting, target_markers
declarations.turn              activation, command, first_turn, suppression
play                           advice, air_fire_question, armour_shown, battle_group, correcting, course_form,
                               due, fire_question, game, going, ground_question, knowledge, notes, outcomes,
                               profile_question, setting_up, sight_and_range_questions, what_wins
entry point                    ruleset
"""
