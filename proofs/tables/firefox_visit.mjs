// A newcomer's visit to the page in Firefox, over WebDriver BiDi: what he read on the way, as one line of JSON.

import puppeteer from "puppeteer-core";

const [firefox, url] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true, args: ["--width=1280", "--height=820"] });
const said = { errors: [] };
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width: 1280, height: 820 });
  page.on("pageerror", (error) => said.errors.push(String(error)));
  await page.goto(url, { waitUntil: "domcontentloaded" });
  await page.waitForSelector("#line.live");
  const text = (selector) => page.$eval(selector, (one) => one.textContent.trim());
  const until = (selector, words) => page.waitForFunction((it, part) => document.querySelector(it)?.textContent.includes(part), {}, selector, words);
  const press = async (selector) => { await page.waitForSelector(selector, { visible: true }); await page.click(selector); };
  const declare = async (words) => {
    const before = await page.$eval("#game", (one) => one.dataset.actions);
    await page.waitForFunction((part) => [...document.querySelectorAll("#game-choices .declare")].some((one) => one.title.includes(part)), {}, words);
    await page.evaluate((part) => [...document.querySelectorAll("#game-choices .declare")].find((one) => one.title.includes(part)).click(), words);
    await page.waitForFunction((was) => document.querySelector("#game").dataset.actions !== was, {}, before);
  };

  said.welcome = await text("#coach-words");
  await press('.token[data-id="us.gun57.1"]');
  await press('[data-ask="field"]');
  await until("#unit-ruling", "clear");
  said.field = await text("#unit-ruling .verdict");
  await press('.token[data-id="ge.stug.1"]');
  await until("#ruling-told", "no effect");
  said.fire = await text("#ruling-told .verdict");
  said.odds = await page.$$eval("#ruling-told .odds li", (them) => them.map((one) => one.dataset.p));
  said.drawn = await page.$$eval("#looks .look", (them) => them.map((one) => one.shadowRoot.querySelectorAll("svg *").length));
  await press("#ruling-close");
  await press("#unit-close");
  await press("#coach-end");
  const middleOf = (id) => page.$eval(`.token[data-id="${id}"]`, (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; });
  await page.keyboard.press("r");
  await page.mouse.move(...await middleOf("us.gun57.1"));
  await page.mouse.down();
  await page.mouse.move(...await middleOf("ge.stug.1"), { steps: 4 });
  await until("#hover .verdict", "6 hexes");
  said.drawn_line = await text("#hover .verdict");
  await page.mouse.up();
  await until("#ruling-title", "LOS ");
  said.line = await text("#ruling-told .verdict");
  await page.keyboard.press("Escape");
  await declare("roll for the initiative");
  await until("#chat", "initiative of");
  said.declared = await text("#chat .first");
  await press("#game-undo");
  await until("#game-due", "roll for the initiative");
  said.due = await text("#game-due");
  const [x, y] = await middleOf("us.able-tank.1.2");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 150, y, { steps: 5 });
  await page.mouse.up();
  await page.waitForSelector("#trouble", { visible: true });
  said.refused = await text("#trouble-text");
  await press("#trouble-close");
  await page.mouse.move(500, 400);
  const before = await page.$eval("#world", (one) => one.getBoundingClientRect().width);
  await page.mouse.wheel({ deltaY: -300 });
  said.grown = (await page.$eval("#world", (one) => one.getBoundingClientRect().width)) / before;
} finally {
  await browser.close();
}
process.stdout.write(`${JSON.stringify(said)}\n`);
