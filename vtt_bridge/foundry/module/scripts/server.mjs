// The Blindhex server this browser is paired with: its address and token are kept in this browser alone.

import { OURS } from "./table.mjs";

const WAIT_MS = 60_000;

/** Exchange the code that `blindhex serve` shows for a token; what the server can be asked. */
export async function pair(code) {
  const { token, asks } = await posted("/api/pair", { code: code.trim().toUpperCase() });
  await game.settings.set(OURS, "token", token);
  return asks;
}

/** What the server can be asked: los, field, reach, range, and more as it learns. */
export async function asks() {
  return (await fetched("/api/asks", { method: "GET" })).asks;
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
  let response;
  try {
    response = await fetch(address + path, { ...request, headers, signal: AbortSignal.timeout(WAIT_MS) });
  } catch {
    throw new Error(`No umpire answers at ${address}. Start "blindhex serve" on this computer, or set its address.`);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.error ?? `The umpire answered with status ${response.status}.`);
  return answer;
}
