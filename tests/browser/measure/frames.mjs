// How many frames a second the page shows while a run is played and while something of it is dragged,
// as it is and with the processor slowed down four-fold. No test, since such figures depend on what else the machine does:
//
//   cargo xtask build
//   node tests/browser/measure/frames.mjs [query]
//
// Without a query, such as "?service=redlock", the default run is played, which begins with many
// steps. Prints the median of some rounds and the slowest. For a Chromium elsewhere, set CHROMIUM.
// The packages of the browser tests have to be there, which `cargo xtask browser` sees to.

import { median, onPage } from "./site.mjs";

const QUERY = process.argv[2] ?? "";
const ROUNDS = 7;
const MILLIS = 2_500;
const THROTTLING = [1, 4];

/** The frames a second of one round of playing, from the beginning of the run. */
function play(page) {
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
    if (document.querySelector("[data-playing]") === null) throw new Error("the run was over too soon");
    press("play");
    return { rate: (frames * 1_000) / (now - begin) };
  }, MILLIS);
}

/**
 * The frames a second of one round of dragging, with a new place at every frame, and how long it
 * takes from the pointer to the picture, in milliseconds: with the run, its outcome in words and
 * the controls, and without what the browser does to show it.
 */
function drag(page) {
  return page.evaluate(async (millis) => {
    const knob = document.querySelector(".knob[data-kind=end]") ?? document.querySelector(".knob[data-kind=lease]");
    const { left, top, width, height } = knob.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const send = (type, clientX) =>
      knob.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, clientX, clientY: y }));
    // There is no such pointer to be captured.
    knob.setPointerCapture = () => {};
    const frame = () => new Promise(requestAnimationFrame);
    send("pointerdown", x);
    const begin = await frame();
    const changes = [];
    let [frames, now] = [0, begin];
    while (now - begin < millis) {
      const before = performance.now();
      send("pointermove", x - 300 + 250 * Math.sin((now - begin) / 300));
      // The programs react in microtasks.
      for (let turn = 0; turn < 100; turn++) await null;
      changes.push(performance.now() - before);
      now = await frame();
      frames++;
    }
    // Back to where it was, for the next round.
    send("pointermove", x);
    send("pointerup", x);
    await new Promise((resolve) => setTimeout(resolve, 600));
    changes.sort((one, other) => one - other);
    return { rate: (frames * 1_000) / (now - begin), change: changes[changes.length >> 1] };
  }, MILLIS);
}

await onPage(async (page, site) => {
  const devtools = await page.context().newCDPSession(page);
  await page.goto(site + QUERY);
  await page.waitForSelector("canvas");
  await page.waitForLoadState("networkidle");
  for (const [name, round] of [["playing", play], ["dragging", drag]]) {
    if (round === drag) {
      await page.click("[data-tool=edit]");
      await page.waitForSelector(".knob");
    }
    for (const throttling of THROTTLING) {
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: throttling });
      const rounds = [];
      for (let index = 0; index < ROUNDS; index++) rounds.push(await round(page));
      const [rate, change] = ["rate", "change"].map((what) => median(rounds.map((round) => round[what])));
      const least = Math.min(...rounds.map(({ rate }) => rate));
      const said = `${rate.toFixed(1)} frames a second (median of ${ROUNDS}, least ${least.toFixed(1)})`;
      const took = change === undefined ? "" : `, a change takes ${change.toFixed(1)} ms`;
      console.log(`${name}, throttled ${throttling}-fold: ${said}${took}`);
    }
  }
});
