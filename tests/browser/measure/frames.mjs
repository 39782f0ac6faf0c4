// How many frames a second the page shows while a run is played, as it is and with the processor
// slowed down four-fold. No test, since such figures depend on what else the machine does:
//
//   cargo xtask build
//   node tests/browser/measure/frames.mjs [query]
//
// Without a query, such as "?service=redlock", the default run is played, which begins with many
// steps. Prints the median of some rounds and the slowest. For a Chromium elsewhere, set CHROMIUM.
// The packages of the browser tests have to be there, which `cargo xtask browser` sees to.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const PORT = Number(process.env.LOCK_SIMULATOR_PORT ?? 41_899);
const QUERY = process.argv[2] ?? "";
const ROUNDS = 7;
const MILLIS = 2_500;
const THROTTLING = [1, 4];

/** Serves the built site until it is told to stop. */
async function serve() {
  const server = spawn(process.execPath, [fileURLToPath(new URL("../server.mjs", import.meta.url)), PORT], {
    stdio: "inherit",
  });
  const site = `http://127.0.0.1:${PORT}/locks/`;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`nothing can be served at port ${PORT}`);
    const answer = await fetch(site).catch(() => null);
    if (answer?.ok) return { server, site };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The frames a second of one round, from the beginning of the run. */
function round(page) {
  return page.evaluate(async (millis) => {
    const press = (word) => document.querySelector(`[data-go=${word}]`).click();
    press("start");
    press("play");
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    const begin = await frame();
    let [frames, now] = [0, begin];
    while (now - begin < millis) {
      now = await frame();
      frames++;
    }
    const isPlaying = document.querySelector("[data-playing]") !== null;
    if (isPlaying) press("play");
    return { isPlaying, rate: (frames * 1_000) / (now - begin) };
  }, MILLIS);
}

const { server, site } = await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const devtools = await page.context().newCDPSession(page);
  await page.goto(site + QUERY);
  await page.waitForSelector("canvas");
  await page.waitForLoadState("networkidle");
  for (const rate of THROTTLING) {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate });
    const rates = [];
    for (let index = 0; index < ROUNDS; index++) {
      const { isPlaying, rate } = await round(page);
      if (!isPlaying) throw new Error("the run was over too soon: measure a longer one");
      rates.push(rate);
    }
    rates.sort((one, other) => one - other);
    const [median, least] = [rates[(ROUNDS - 1) / 2], rates[0]].map((rate) => rate.toFixed(1));
    console.log(`playing, throttled ${rate}-fold: ${median} frames a second (median of ${ROUNDS}, least ${least})`);
  }
} finally {
  await browser.close();
  server.kill();
  await once(server, "exit");
}
