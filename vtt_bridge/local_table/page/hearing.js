// What happens at a table, heard as it happens. A browser listens on after a break, but not where it was refused: a server that stands
// before a closed table does so, and a table whose seat was freed.

const AGAIN_MS = 3000;

/**
 * @param {string} path
 * @param {{opened: () => void, lost: (isRefused: boolean) => void, happened: Record<string, (event: MessageEvent) => void>}} on
 * @returns {() => void} ends it
 */
export function hear(path, { opened, lost, happened }) {
  /** @type {EventSource} */
  let events;
  let again = 0;

  function listen() {
    events = new EventSource(path);
    events.onopen = opened;
    events.onerror = () => {
      const isRefused = events.readyState === EventSource.CLOSED;
      if (isRefused) again = window.setTimeout(listen, AGAIN_MS);
      lost(isRefused);
    };
    for (const [kind, work] of Object.entries(happened)) events.addEventListener(kind, work);
  }

  listen();
  return () => {
    clearTimeout(again);
    events.close();
  };
}
