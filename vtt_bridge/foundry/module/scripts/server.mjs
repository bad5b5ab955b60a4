// The Blindhex server this browser is paired with: its address and token are kept in this browser alone.

import { OURS } from "./table.mjs";

const WAIT_MS = 60_000;

/** Exchange the code that `blindhex serve` shows for a token; every word that the server knows. */
export async function pair(code) {
  const { token, words } = await posted("/api/pair", { code: code.trim().toUpperCase() });
  await game.settings.set(OURS, "token", token);
  return words;
}

/** Every word that the server knows: los, field, reach, range, help, and more as it learns. */
export async function words() {
  return (await fetched("/api/asks", { method: "GET" })).words;
}

/** The umpire's answer to a question about a table. */
export function ask(table, question) {
  return posted("/api/umpire", { table, question });
}

function posted(path, body) {
  return fetched(path, { method: "POST", body: JSON.stringify(body) });
}

async function fetched(path, request) {
  const address = game.settings.get(OURS, "server").replace(/\/+$/, "");
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${game.settings.get(OURS, "token")}` };
  const isElsewhere = globalThis.location?.protocol === "https:";
  const marked = isElsewhere && isLoopback(address) ? { targetAddressSpace: "loopback" } : {};
  let response;
  try {
    response = await fetch(address + path, { ...request, ...marked, headers, signal: AbortSignal.timeout(WAIT_MS) });
  } catch {
    throw new Error(await whyNot(address));
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? `The umpire answered with status ${response.status}.`);
  return answer;
}

function isLoopback(address) {
  return /^https?:\/\/(localhost|127\.[0-9.]+|\[::1\])(:|\/|$)/i.test(address);
}

/** Why a server cannot be reached: it does not run, or the browser does not allow this page to (Local Network Access, Chrome 142). */
async function whyNot(address) {
  if (globalThis.isSecureContext === false && isLoopback(address)) {
    return `This page came by plain http from another computer, and browsers let such pages reach nothing on this one (${address}). Open Foundry by https, or on its own computer as http://localhost.`;
  }
  for (const name of ["loopback-network", "local-network", "local-network-access"]) {
    const asked = await globalThis.navigator?.permissions?.query?.({ name }).catch(() => null);
    if (asked?.state === "denied") {
      return `The browser blocks this site from ${address}: allow "local network access" for it in the site's settings (the sign before the address), and ask again.`;
    }
  }
  return `No umpire answers at ${address}. Start "blindhex serve" on this computer, or set its address.`;
}
