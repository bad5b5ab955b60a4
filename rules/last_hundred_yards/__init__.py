"""Last Hundred Yards: platoons and companies on hexes of 50 yards, by the 2019 rules.

The packages are layers, each of which imports only those listed before it: the book, the state of a game, questions that
change nothing, effects that several chapters share, the players' declarations by chapter, and the play of a game.
Their modules:

book                   conditions, editions, house_figures, options, readings_of_ground, readings_of_play,
                       roster, rulebook, terrain_effects, unit_types
state                  arrival_order, darkness, markers, position, progress, standing
state.mission          bids, forces, landings, light, map_parts, mission
state.events           assault_events, fire_events, landing_events, maneuver_events, marker_events,
                       order_events, unit_events
questions.mission      force_draw, landing_plan, player_choice, set_up
questions.terrain      cover, directions, field_of_fire, obstacles, roads, scatter, stacking
questions.sight        atlas, compiled_sight, hindrances, line_of_sight, looking, outlook, profile,
                       road_sight, sight_ground, sight_lines, sight_reasons, sight_tests
questions.activation   assembling, command_range, duties, eligible_platoons, heroism, pinned, reactions,
                       rights, taking_part
questions.movement     allowance_table, allowances, barred_ways, carrying, costs, entering, points, reach,
                       rivers, step_network, steps, vehicle_stacks
questions.fire         aiming, fronts, modifiers, opportunity, ranges, targets
questions.assault      assaulters, before_the_die, destruction, value
questions.withdrawal   checks, retreat_routes, ways_back, withdrawal_routes
effects                activation_rights, concealment, deployment, fire_resolution, fire_steps, harm, leaving,
                       leaving_factors, maneuver_steps, marker_division, marker_sync, mortar_support,
                       resolution, retreat, role_play, view, winning
declarations           recovery, withdrawal
declarations.missions  landing, landing_plan, setup, starting_forces
declarations.turn      activation, clean_up, dummies, initiative, pending_decisions, player_name, showing
declarations.maneuver  deploy, entry, maneuver, overwatch, vehicle_motion
declarations.vehicles  bypass, drive_in, fire_within_hex, inherent_trucks, overrun, overrun_attack,
                       overrun_resistance, transport
declarations.fire      anti_tank, anti_tank_markers, anti_tank_targets, concealment_inquiry, divide_markers,
                       enfilade, fire_effects_on_firer, fire_phase, owed_fire, small_arms
declarations.mortars   illumination, mortar_adjustment, mortar_fire, mortar_impact
declarations.assault   advance, aftermath, arrows, declaration, reinforcing, resolution, retreat,
                       vehicle_destruction
play                   advice, book_ground, briefing, correcting, due, fire_question, going, ground_question,
                       halting, initiative_share, opening, outcomes, play, reactions, resources_left, sequence
entry point            ruleset
"""
