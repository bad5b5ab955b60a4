"""Kampfgruppe Normandy: combined arms in inches, one model to one man.

Each chapter of the book is a module with a `CHAPTER` (chapters.py): the actions it knows, its events, and what they come
to. `play.py` asks them in turn; `ruleset.py` is the way in. The modules, by chapter:

the book              rulebook, readings_of_play, readings_of_support, book, unit_types, conditions, action_kinds
army lists            roster, house_infantry, house_vehicles, house_guns, house_aircraft, house_weapons, house_points,
                      house_support, support_lists, weapons, limits
the way in            ruleset, play, chapters, contents, asking, saying
a position            course, position, events, kept, knowledge, notes, story
battle groups         battle_group, bought_support, scenario_options, setting_up, reserves
the turn              turn, turn_events, turn_end, command, activating, declaring, rallying, objectives
morale                unit_morale, veterans, group_morale, special_events
sight                 sight, looks, views, blocking, wood_views, statures, tall_things, tall_woods
cover                 terrain, cover, concealment
movement              movement, movement_rates, moving, move_events, walking, ways, reaching, reach_question,
                      standing, going_on, mines
aboard and indoors    deploying, boarding, loads, occupying
fire                  fire_question, fire_orders, fire_sheets, firing, aim, ranges, small_arms, shells, penetration,
                      fire_tables, crews, covering, targets, prey, attack, fire_odds
what fire does        harm, losses, casualties, building_hits, buildings
indirect fire         indirect_fire, requesting, fire_requests, radio, batteries, fire_missions, target_markers,
                      fire_for_effect, barrage, shellfire, support_events
aircraft              sky, aircraft, striking, air_strikes, bombing, air_weapons, anti_aircraft
engineers and supply  engineering, demolitions, recovery, supply, ground_events
"""
