// The room that this page is shown in. The page talks to it by messages, as Owlbear Rodeo's SDK 3 does (npm @owlbear-rodeo/sdk,
// messages/MessageBus.js, MIT); it needs so few of its calls that it sends them itself.

const SITE = "https://www.owlbear.rodeo";
const WAIT_MS = 5000;
const REF = new URLSearchParams(location.search).get("obrref") ?? "";
const [origin, room] = atob(REF.replaceAll("-", "+").replaceAll("_", "/")).split(" ");

const waiting = new Map();
const listening = new Map();
let ref = null;
let hello;

/** The id of the user whose browser this is, once the room is there. */
export const ready = new Promise((resolve) => (hello = resolve));

/** The id of this room, for what is kept in this browser. */
export const roomId = room ?? "";

addEventListener("message", ({ data, source, origin: from }) => {
  if (from !== SITE || source !== parent || typeof data?.id !== "string") return;
  if (data.id === "OBR_READY") {
    ref = data.data.ref;
    hello(data.data.userId);
  }
  waiting.get(data.id)?.(data.data);
  listening.get(data.id)?.(data.data);
});

/** Ask the room for something. */
export async function call(id, data = {}) {
  await ready;
  const nonce = `_${crypto.randomUUID()}`;
  const ends = [`${id}_RESPONSE${nonce}`, `${id}_ERROR${nonce}`];
  const answered = new Promise((resolve, reject) => {
    waiting.set(ends[0], resolve);
    waiting.set(ends[1], (error) => reject(new Error(error?.message ?? `Owlbear Rodeo refuses ${id}.`)));
    setTimeout(() => reject(new Error(`Owlbear Rodeo does not answer ${id}.`)), WAIT_MS);
  });
  send(id, data, nonce);
  return answered.finally(() => ends.forEach((end) => waiting.delete(end)));
}

/** Hear of every change of the items. */
export async function onItems(heard) {
  await ready;
  listening.set("OBR_SCENE_ITEMS_EVENT_CHANGE", ({ items }) => heard(items));
  send("OBR_SCENE_ITEMS_SUBSCRIBE", {});
}

function send(id, data, nonce) {
  if (origin === SITE) parent.postMessage({ id, data, ref, nonce }, SITE);
}
