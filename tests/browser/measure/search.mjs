// How many schedules a second a search in the page decides. No test, since such figures depend on what
// else the machine does:
//
//   cargo xtask build
//   node tests/browser/measure/search.mjs [query]
//
// Without a query, such as "?service=redlock&ask=search:lost-update:3", that is etcd with fencing and
// three faults. Prints the median of some rounds, and how much memory the programs have in the end. For a
// Chromium elsewhere, set CHROMIUM. The packages of the browser tests have to be there, which
// `cargo xtask browser` sees to.

import { median, onPage } from "./site.mjs";

const QUERY = process.argv[2] ?? "?storage=fencing&ask=search:overwritten:3";
const ROUNDS = 7;
const MILLIS = 1_000;

/** How many schedules were decided in a while, each second. */
function round(page) {
  return page.evaluate(async (millis) => {
    const number = () => Number(/[\d,]+(?= runs)|$/.exec(document.querySelector("#answer-search .wait").textContent)[0].replaceAll(",", ""));
    // The page tells it ten times a second.
    const told = async () => {
      const before = number();
      while (number() === before) await new Promise(requestAnimationFrame);
      return [number(), performance.now()];
    };
    const [first, begin] = await told();
    await new Promise((next) => setTimeout(next, millis));
    const [last, end] = await told();
    return ((last - first) * 1_000) / (end - begin);
  }, MILLIS);
}

await onPage(async (page, site) => {
  await page.addInitScript(() => {
    globalThis.memories = [];
    for (const name of ["instantiate", "instantiateStreaming"]) {
      const plain = WebAssembly[name];
      WebAssembly[name] = async (...given) => {
        const made = await plain.apply(WebAssembly, given);
        const { exports } = made.instance ?? made;
        memories.push(...Object.values(exports).filter((one) => one instanceof WebAssembly.Memory));
        return made;
      };
    }
  });
  await page.goto(site + QUERY);
  const rounds = [];
  await page.waitForSelector("#answer-search .wait");
  for (let index = 0; index < ROUNDS; index++) rounds.push(await round(page));
  const bytes = await page.evaluate(() => memories.map((memory) => memory.buffer.byteLength));
  const thousands = (number) => Math.round(number).toLocaleString("en");
  const [middle, most] = [median(rounds), Math.max(...rounds)].map(thousands);
  const mebibytes = bytes.map((one) => (one / 2 ** 20).toFixed(1)).join(" and ");
  console.log(`${middle} schedules a second (median of ${ROUNDS}, most ${most}); the programs have ${mebibytes} MiB`);
});
