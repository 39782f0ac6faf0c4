// How long the page takes for a map of 100 x 100 runs, from opening its place until it is drawn. No test,
// since such figures depend on what else the machine does:
//
//   cargo xtask build
//   node tests/browser/measure/map.mjs [query]
//
// Prints the median of some rounds and the slowest, and the longest task. For a Chromium elsewhere, set
// CHROMIUM. The packages of the browser tests have to be there, which `cargo xtask browser` sees to.

import { median, onPage } from "./site.mjs";

const QUERY = process.argv[2] ?? "";
const ROUNDS = 7;

/** One map of a run that no map has been made of yet, in milliseconds, with the wait until the run has settled. */
function round(page, seed) {
  return page.evaluate(async (seed) => {
    const tasks = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration)));
    observer.observe({ type: "longtask" });
    const basis = document.querySelector("#ask-map .map-basis");
    const place = document.querySelector("#ask-map");
    const frame = () => new Promise(requestAnimationFrame);
    place.open = false;
    await frame();
    // Another run, of which nothing else is any different.
    const simulator = document.querySelector("#simulator");
    const query = new URLSearchParams(simulator.dataset.shown);
    query.set("seed", seed);
    query.set("starts", `0,0.25,${seed}`);
    simulator.setAttribute("data-wanted", query.toString());
    document.dispatchEvent(new Event("lock-simulator:show"));
    await frame();
    await frame();
    place.open = true;
    while (basis.textContent !== "") await frame();
    const before = performance.now();
    let now = before;
    while (basis.textContent === "") now = await frame();
    observer.disconnect();
    return { took: now - before, task: Math.max(0, ...tasks) };
  }, seed);
}

await onPage(async (page, site) => {
  const ask = QUERY.includes("ask=") ? "" : `${QUERY === "" ? "?" : "&"}ask=map`;
  await page.goto(site + QUERY + ask);
  await page.waitForFunction(() => document.querySelector("#ask-map .map-basis")?.textContent, null, { timeout: 120_000 });
  const rounds = [];
  for (let index = 1; index <= ROUNDS; index++) rounds.push(await round(page, index));
  const took = rounds.map((round) => round.took);
  const task = Math.max(...rounds.map((round) => round.task));
  console.log(
    `a map takes ${median(took).toFixed(0)} ms (median of ${ROUNDS}, most ${Math.max(...took).toFixed(0)}), ` +
      `the longest task ${task.toFixed(0)} ms (of those over 50)`,
  );
});
