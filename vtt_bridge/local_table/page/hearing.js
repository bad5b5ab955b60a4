// The events of a table as they happen. A browser connects again after a break, but not after a refusal: a proxy before a closed table
// refuses, and so does a table whose seat was freed.
//
// A browser opens at most six connections to a table, and each page that listens keeps one. So pages tell each other: a page in the background
// does not listen once another page does, nor do maps side by side, as the page around them does; that page passes events on to them.
// If it shows another scene, they get no events of theirs, and ask now and then whether it has changed.

const AGAIN_MS = 3000;
const ASKED_MS = 5000; // how often a page that does not listen asks for the revision of its scene
const UNHEARD_MS = 30_000; // how often it reads the scene anyway
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
  let known = ""; // the revision when this page last asked, unless it was told of a change since

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
        known = ""; // the page reads the scene at every change, whatever its revision
        happened[told.kind]?.({ data: told.data });
      }
    }
  };
  const shown = () => { if (!document.hidden && !events && !isLed) listen(); };
  document.addEventListener("visibilitychange", shown);
  const looking = setInterval(() => { if (!events) opened(); }, UNHEARD_MS);
  const asking = setInterval(async () => {
    if (events) return;
    const now = await revision().catch(() => known); // reading the scene reports it if the table is out of reach
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
