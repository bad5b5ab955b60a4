// Brings the scenario of this module into a world without a compendium: its rules, then its scene.

const here = new URL(".", import.meta.url);

Hooks.once("ready", async () => {
  if (!game.user.isGM || game.users.activeGM?.id !== game.user.id) return;
  const scene = await loaded("src/scenes/scene.json");
  if (game.scenes.get(scene._id)) return;
  const journal = await loaded("src/rules/journal.json");
  if (!game.journal.get(journal._id)) await JournalEntry.create(journal, { keepId: true });
  await Scene.create({ ...scene, journal: journal._id }, { keepId: true });
  ui.notifications.info(`Blindhex: the scene "${scene.name}" is in this world now.`);
});

/** A document of this module, without the keys that only the packer needs. */
async function loaded(path) {
  const document = await (await fetch(new URL(path, here))).json();
  return withoutKeys(document);
}

function withoutKeys(value) {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([key]) => key !== "_key");
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutKeys(entry)]));
}
