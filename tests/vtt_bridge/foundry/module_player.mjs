// Plays each JSON document that comes as a line in a world of its own, and prints what came of it as a line: a thread starts in half the time of a process.

import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";

const PATIENCE_S = Number(process.argv[2]);

for await (const told of createInterface({ input: process.stdin })) {
  const world = new Worker(new URL("module_play.mjs", import.meta.url), { workerData: JSON.parse(told) });
  let late;
  const came = await new Promise((resolve) => {
    const fail = (why) => resolve(JSON.stringify({ failed: why }));
    world.on("message", resolve);
    world.on("error", (error) => fail(error.stack));
    world.on("exit", () => fail("it ended and said nothing"));
    late = setTimeout(fail, PATIENCE_S * 1000, "it came to no end");
  });
  clearTimeout(late);
  await world.terminate();
  process.stdout.write(`${came}\n`);
}
