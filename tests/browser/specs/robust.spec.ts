import { expect, test, type ElementHandle, type Page } from "@playwright/test";
import { enter, complaints, open, readIncidents, runLinks, Simulator, Table } from "../simulator";

const CHANGES = 200;
const NUMBERS = ["0", "0.5", "1", "3", "5", "8.125", "30", "120", "300", "5000", "4294967295", "-1", "999999", "1e3", ""];
const FAULTS = ["pause:A:work:8", "crash:A:2,cut:B-service:1:8", "jump:redis3:acquired:10", "failover:service:1", "crash:E:1", "pause:A", "<b>,", ""];
const WIDTHS = [200, 320, 700, 1280];
/** What can be changed, if it is in sight. */
const USABLE =
  ":is(input:not([type=radio], [type=file], [readonly]), select, button:not([aria-disabled=true]), .choices label:not(:has(:disabled)))";

// This is about what happens, not about how soon.
test.use({ actionTimeout: 20_000 });

/** Numbers that look random and are the same at every run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Whether the address has caught up with the run that is shown. */
function rests(page: Page): Promise<boolean> {
  return page.evaluate(() => location.search.slice(1) === document.getElementById("simulator")?.dataset.shown);
}

/** Changes one of the controls that can be changed at the moment, and tells how. */
async function changeSomething(page: Page, simulator: Simulator, pick: (below: number) => number): Promise<string> {
  if (pick(20) === 0) {
    const width = WIDTHS[pick(WIDTHS.length)];
    await page.setViewportSize({ width, height: 600 });
    return `a window of ${width} px`;
  }
  // Whoever wants to press something closes first what covers it.
  await page.evaluate(() => document.querySelectorAll<HTMLElement>(":popover-open").forEach((open) => open.hidePopover()));
  // While there is a dialog, there is nothing else to press, and few stay in it for long.
  const dialog = simulator.root.locator("dialog[open]");
  const isInDialog = (await dialog.count()) > 0;
  if (isInDialog && pick(4) === 0) {
    await page.keyboard.press("Escape");
    return "Escape";
  }
  // This very control, also if others come or go meanwhile.
  const controls = await (isInDialog ? dialog : simulator.root).locator(`${USABLE}:visible`).elementHandles();
  const control = controls[pick(controls.length)];
  const type = await control.evaluate((element) => (element as HTMLInputElement).type ?? element.localName);
  const name = await control.evaluate(
    (element) => element.id || element.getAttribute("aria-label") || element.textContent?.trim(),
  );
  const use = USES[type ?? ""] ?? click;
  try {
    return `${name}: ${await use(page, control, pick)}`;
  } catch (error) {
    // What the last change has taken away, a moment after it was chosen, nobody could use either.
    const isThere = (element: Element, usable: string) => element.checkVisibility() && element.matches(usable);
    if (await control.evaluate(isThere, USABLE)) throw new Error(`${name} (${type})`, { cause: error });
    return `${name}: gone`;
  }
}

type Use = (page: Page, control: ElementHandle, pick: (below: number) => number) => Promise<string>;

const click: Use = async (_, control) => {
  await control.click();
  return "click";
};

/** How each type of control is used, if not by a click. */
const USES: Record<string, Use> = {
  async number(page, control, pick) {
    const number = NUMBERS[pick(NUMBERS.length)];
    await control.press("Control+A");
    await control.press("Delete");
    await page.keyboard.type(number);
    await page.keyboard.press("Enter");
    return number;
  },
  async text(_, control, pick) {
    const faults = FAULTS[pick(FAULTS.length)];
    await control.fill(faults);
    await control.press("Enter");
    return faults;
  },
  async range(_, control, pick) {
    const key = ["Home", "End", "ArrowLeft", "ArrowRight", "PageUp", "PageDown"][pick(6)];
    await control.press(key);
    return key;
  },
  async "select-one"(_, control, pick) {
    const options = await control.$$("option");
    await control.selectOption({ index: pick(options.length) });
    return "another";
  },
};

for (const seed of [1, 2]) {
  test(`${CHANGES} changes of the controls at random, seed ${seed}, do no harm`, async ({ page, context }) => {
    test.setTimeout(600_000);
    const heard = complaints(page);
    const pick = chance(seed);
    const simulator = await open(page, "colour=red&shape=round");
    await simulator.more.click();
    const done: string[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      done.push(await changeSomething(page, simulator, pick));
      expect(heard, done.slice(-5).join(", ")).toEqual([]);
    }
    await expect(simulator.failure).toBeHidden();
    await expect(simulator.verdict).toHaveText(/^(Nobody wrote\. )?(Corrupted|At risk|Protected|Safe)\./);

    // What the page shows in the end is the run of its address.
    await expect.poll(() => rests(page)).toBe(true);
    const fresh = await context.newPage();
    await fresh.goto(page.url());
    const opened = new Simulator(fresh);
    await opened.started();
    await opened.shows(await simulator.run());
    expect(heard).toEqual([]);
  });
}

for (const seed of [3, 4]) {
  test(`${CHANGES} clicks on links, controls and cells at random, seed ${seed}, always show the run of the address`, async ({ browser }) => {
    test.setTimeout(600_000);
    // A page that glides to the simulator would be waited for at every click.
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    const fresh = await context.newPage();
    const heard = [complaints(page), complaints(fresh)];
    const pick = chance(seed);
    const simulator = await open(page, "colour=red");
    await simulator.openOptions();
    await readIncidents(page);
    const table = new Table(page);
    const done: string[] = [];
    for (let click = 1; click <= CHANGES; click += 1) {
      const among = [runLinks(page), table.links, page.locator("article label"), undefined][pick(4)];
      if (among) {
        const one = among.nth(pick(await among.count()));
        done.push((await one.getAttribute("href")) ?? `view ${await one.textContent()}`);
        // Not by mouse, which would have to scroll to and fro.
        await one.evaluate((element: HTMLElement) => element.click());
      } else {
        done.push(await changeSomething(page, simulator, pick));
      }
      expect(heard.flat(), done.slice(-5).join(", ")).toEqual([]);
      if (click % 20 > 0) continue;
      await expect.poll(() => rests(page), { message: done.slice(-5).join(", ") }).toBe(true);
      await fresh.goto(page.url());
      const opened = new Simulator(fresh);
      await opened.started();
      await expect(opened.notices).toHaveCount(0);
      expect(await simulator.run(), done.slice(-5).join(", ")).toEqual(await opened.run());
    }
    await expect(simulator.failure).toBeHidden();
    await context.close();
  });
}

test("going back and forth quickly through many runs ends at the right one", async ({ page }) => {
  const heard = complaints(page);
  const simulator = await open(page);
  for (const pause of ["1", "2", "3", "4", "6"]) {
    await enter(simulator.pause, pause);
    await expect(page).toHaveURL(new RegExp(`pause=${pause}$`));
  }
  await page.evaluate(() => {
    for (const way of [-1, -1, -1, 1, 1, -1]) history.go(way);
  });
  await expect.poll(() => rests(page)).toBe(true);
  await page.goto(page.url());
  await simulator.started();
  await enter(simulator.pause, "9");
  await expect(page).toHaveURL(/pause=9$/);
  await page.goBack();
  await expect.poll(() => rests(page)).toBe(true);
  expect(heard).toEqual([]);
});

test("a window of 200 x 200 px shows the run", async ({ page }) => {
  const heard = complaints(page);
  await page.setViewportSize({ width: 200, height: 200 });
  const simulator = await open(page, "service=redlock&scenario=clock-jump");
  await expect(simulator.verdict).toHaveText(/^Corrupted/);
  await simulator.scenario.selectOption({ label: "A pauses" });
  await enter(simulator.pause, "3");
  await expect(simulator.verdict).toHaveText(/^Safe/);
  expect(heard).toEqual([]);
});

test("the page needs no storage of the browser", async ({ page }) => {
  const heard = complaints(page);
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    }
    Object.defineProperty(document, "cookie", {
      get() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
  });
  const simulator = await open(page);
  await simulator.choose("The storage checks", "fencing tokens");
  await expect(simulator.verdict).toHaveText(/^Protected/);
  await expect(page).toHaveURL(/\?storage=fencing$/);
  expect(heard).toEqual([]);
});

test("where the address cannot be changed, the controls work all the same", async ({ page }) => {
  const heard = complaints(page);
  await page.addInitScript(() => {
    for (const name of ["pushState", "replaceState"] as const) {
      history[name] = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
    }
  });
  const simulator = await open(page);
  await simulator.choose("The storage checks", "fencing tokens");
  await expect(simulator.verdict).toHaveText(/^Protected/);
  await expect(simulator.status).toHaveText(/^Protected/);
  expect(heard).toEqual([]);
});

test("long work for five clients and the longest times there are does not hold the page up", async ({ page }) => {
  const heard = complaints(page);
  const simulator = await open(
    page,
    "service=redlock&clients=5&lease=120&pause=300&work=300&latency=5000&jitter=5000&retry=1&nodes=7&renew=on",
  );
  await expect(simulator.verdict).toHaveText(/^(Nobody wrote\. )?(Corrupted|At risk|Protected|Safe)\./);
  await simulator.scenario.selectOption({ label: "Clock jump" });
  await expect(page).toHaveURL(/scenario=clock-jump/);
  await expect(simulator.failure).toBeHidden();
  expect(heard).toEqual([]);
});
