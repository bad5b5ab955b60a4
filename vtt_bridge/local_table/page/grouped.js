// Map.groupBy, which the oldest browsers that the page names do not know.

/** Things by what they have in common.
 * @template Thing, Key @param {Iterable<Thing>} things @param {(thing: Thing) => Key} of @returns {Map<Key, Thing[]>} */
export function grouped(things, of) {
  /** @type {Map<Key, Thing[]>} */
  const groups = new Map();
  for (const thing of things) {
    const alike = groups.get(of(thing));
    if (alike) alike.push(thing);
    else groups.set(of(thing), [thing]);
  }
  return groups;
}
