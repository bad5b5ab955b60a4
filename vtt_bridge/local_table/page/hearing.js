// What happens at a table, heard as it happens. A browser listens on after a break, but not where it was refused: a server that stands
// before a closed table does so, and a table whose seat was freed.
//
// A browser keeps six lines to a table, and each page that listens takes one for good. So pages tell each other: of those in the background
// none listens once another page does, and of maps side by side none, as the page around them does; they hear from it that something happened.
// Where that page shows another scene they hear nothing of theirs, and ask now and then whether it has changed.

const AGAIN_MS = 3000;
const ASKED_MS = 5000; // so often who does not listen asks for the revision of his scene
const UNHEARD_MS = 30_000; // so often he looks by himself
const KINDS = ["scene", "token", "area", "overlay", "chat", "game", "seat", "pointed"];
const [LISTENS, OPENED, LOST] = ["listens", "opened", "lost"];

/**
 * @param {string} path
 * @param {{opened: () => void, lost: (isRefused: boolean) => void, happened: Record<string, (event: {data: string}) => void>, revision?: () => Promise<string>}} on
 * @param {boolean} [isLed] whether a page around this one listens
 * @returns {() => void} ends it
 */
export function hear(path, { opened, lost, happened, revision = async () => "" }, isLed = false) {
  const table = path.split("?")[0];
  const pages = new BroadcastChannel("blindhex-events");
  /** @type {EventSource | null} */
  let events = null;
  let again = 0;
  let known = ""; // the revision of the scene when who does not listen last asked, if he was told of nothing since

  /** @param {string} kind @param {string} [data] */
  const tell = (kind, data = "") => pages.postMessage({ table, kind, data });

  function listen() {
    tell(LISTENS);
    const now = new EventSource(path);
    events = now;
    now.onopen = () => { opened(); tell(OPENED); };
    now.onerror = () => {
      const isRefused = now.readyState === EventSource.CLOSED;
      if (isRefused) again = window.setTimeout(listen, AGAIN_MS);
      lost(isRefused);
      tell(LOST);
    };
    for (const kind of KINDS) {
      now.addEventListener(kind, ({ data }) => {
        happened[kind]?.({ data });
        tell(kind, data);
      });
    }
  }

  function stop() {
    clearTimeout(again);
    events?.close();
    events = null;
  }

  pages.onmessage = ({ data: told }) => {
    if (told.kind === LISTENS) {
      if (document.hidden) stop();
    } else if (!events && told.table === table) {
      if (told.kind === OPENED) opened();
      else if (told.kind === LOST) lost(false);
      else {
        known = ""; // whoever is told of a change has read it, whatever revision that has
        happened[told.kind]?.({ data: told.data });
      }
    }
  };
  const shown = () => { if (!document.hidden && !events && !isLed) listen(); };
  document.addEventListener("visibilitychange", shown);
  const looking = setInterval(() => { if (!events) opened(); }, UNHEARD_MS);
  const asking = setInterval(async () => {
    if (events) return;
    const now = await revision().catch(() => known); // out of reach is told by who looks
    if (known && now !== known) opened();
    known = now;
  }, ASKED_MS);

  if (isLed) opened();
  else listen();
  return () => {
    stop();
    clearInterval(looking);
    clearInterval(asking);
    document.removeEventListener("visibilitychange", shown);
    pages.close();
  };
}
