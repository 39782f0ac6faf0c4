import { expect, test, type Page } from "@playwright/test";
import { addressBar, axe, complaints, memories, open, scrollsSideways, tabTo, type Simulator } from "../simulator";
import { longestTask } from "../tasks";

/** The usual run that takes the longest. */
const LONG = "service=redlock&clients=5";

function parts(page: Page) {
  const place = page.locator("#ask-map");
  return {
    place,
    summary: place.locator("summary"),
    axes: place.getByRole("combobox", { name: "Map of" }),
    plot: place.getByRole("application"),
    readout: place.locator("#map-readout"),
    spoken: place.getByRole("status"),
    bounds: place.locator(".map-bounds li"),
    basis: place.locator(".map-basis"),
    stop: place.getByRole("button", { name: "Stop" }),
    goOn: place.getByRole("button", { name: "Go on" }),
    progress: place.getByRole("progressbar"),
    lead: place.getByRole("button", { name: "Go to the run" }),
    wrong: place.getByRole("alert"),
  };
}

/** Opens a link to a map and waits until it is finished. */
async function openMap(page: Page, query = "", ask = "map") {
  const simulator = await open(page, [query, `ask=${ask}`].filter(Boolean).join("&"));
  const map = parts(page);
  await expect(map.basis).toContainText("Worked out for", { timeout: 30_000 });
  return { simulator, ...map };
}

/** How the run above is set, and how it ends. */
async function shows(simulator: Simulator, lease: string, pause: string, ending: string) {
  await expect(simulator.lease).toHaveValue(lease);
  await expect(simulator.pause).toHaveValue(pause);
  await expect(simulator.verdict).toContainText(ending);
}

test("the map is opened, moved over and used with the keyboard alone", async ({ page }) => {
  const heard = complaints(page);
  const simulator = await open(page);
  const map = parts(page);
  await tabTo(page, map.summary);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(addressBar("ask=map"));
  await expect(map.basis).toContainText("Worked out for etcd; A pauses; the storage checks nothing; 2 clients");
  await expect(map.bounds).toHaveText([
    "With a lease of 5 s: safe from a pause of 0 s, at risk from 4.9 s, corrupted from 4.981 s.",
    "With a pause of 8 s: corrupted from a lease of 0.6 s, safe from 8.001 s.",
  ]);
  await tabTo(page, map.plot);
  await page.keyboard.press("ArrowRight");
  await expect(map.readout).toHaveText("Lease 5.2 s (6 s granted), pause 8 s: corrupted, stored value from A.");
  await expect(map.spoken).toHaveText(await map.readout.innerText());
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("PageDown");
  await expect(map.readout).toHaveText("Lease 5.2 s (6 s granted), pause 4 s: safe, stored value from B.");
  await page.keyboard.press("Enter");
  await shows(simulator, "5.2", "4", "Safe");
  await expect(map.plot).toBeFocused();
  await expect(map.spoken).toContainText("Shown above: Lease 5.2 s");
  await expect(map.bounds.first()).toContainText("With a lease of 5.2 s");
  expect(heard).toEqual([]);
});

test("a click on the map shows the run of its place, which can be taken back", async ({ page }) => {
  const { simulator, plot, readout } = await openMap(page);
  await plot.click({ position: { x: 400, y: 100 } });
  const said = await readout.innerText();
  const [, lease, pause, ending] = /^Lease ([\d.]+) s.*, pause ([\d.]+) s: ([a-z ]+),/.exec(said) ?? [];
  await shows(simulator, lease, pause, ending.replace(/^./, (letter) => letter.toUpperCase()));
  await expect(page).toHaveURL(addressBar(`lease=${lease}&pause=${pause}&ask=map`));
  await page.goBack();
  await shows(simulator, "5", "8", "Corrupted");
});

test("another pair of settings is chosen, and is in the link", async ({ page }) => {
  const { axes, plot, readout } = await openMap(page, "service=redis");
  await axes.selectOption("Lease against latency");
  await expect(page).toHaveURL(addressBar("service=redis&ask=map:lease.latency"));
  await plot.press("ArrowUp");
  await expect(readout).toContainText("latency 40 ms");
  await page.reload();
  await expect(axes.locator("option:checked")).toHaveText("Lease against latency");
});

test("whoever opens the map after another question has the map in the link", async ({ page }) => {
  await open(page, "service=redis&ask=search");
  await parts(page).summary.press("Enter");
  await expect(page).toHaveURL(addressBar("service=redis&ask=map"));
});

test("without a length of the fault no map over it is offered, and the page says why", async ({ page }) => {
  const { place, axes } = await openMap(page, "scenario=clock-jump", "map:lease.pause");
  await expect(axes.locator("option")).toHaveText(["Lease against work", "Lease against latency"]);
  await expect(place).toContainText("nothing in the scenario “Clock jump” lasts as long");
});

test("a map that there is not is named, as long as the link asks for it", async ({ page }) => {
  const { wrong } = await openMap(page, "", "map:work.latency");
  await expect(wrong).toHaveText(
    "ask=map:work.latency: work.latency is no map: there are lease.pause, lease.work, lease.latency, pause.work and pause.latency. The usual is asked.",
  );
  await page.locator("#ask-search summary").first().press("Enter");
  await expect(page).toHaveURL(addressBar("ask=search"));
  await expect(wrong).toBeHidden();
});

test("a link says what is open, with the settings of the map, and nothing once it is closed", async ({ page }) => {
  const { simulator, summary, axes } = await openMap(page, "service=redis", "map:lease.work");
  await summary.press("Enter");
  await expect(page).toHaveURL(addressBar("service=redis"));
  await summary.press("Enter");
  await expect(page).toHaveURL(addressBar("service=redis&ask=map:lease.work"));
  await simulator.choose("Lock service", "Chubby");
  await axes.selectOption("Lease against pause");
  await expect(page).toHaveURL(addressBar("service=chubby&ask=map"));
  await page.goBack();
  await expect(axes.locator("option:checked")).toHaveText("Lease against work");
});

test("a map of another run than the one that is set is pale, and nothing can be chosen from it", async ({ page }) => {
  const { simulator, plot, basis } = await openMap(page);
  await simulator.radio("Lock service", "Redis").evaluate(async (radio: HTMLElement) => {
    const plot = document.querySelector("#map-plot")!;
    radio.click();
    await new Promise((resolve) => setTimeout(resolve, 60));
    const { left, top } = plot.getBoundingClientRect();
    plot.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: left + 400, clientY: top + 100 }));
    const said = [".map-basis", ".map-bounds"].map((part) => document.querySelector(part)!.textContent);
    Object.assign(window, { isPale: plot.classList.contains("behind"), said });
  });
  expect(await page.evaluate(() => Object.assign({}, { isPale: Reflect.get(window, "isPale"), said: Reflect.get(window, "said") }))).toEqual({
    isPale: true,
    said: ["", ""],
  });
  await expect(basis).toContainText("Worked out for Redis");
  await expect(plot).not.toHaveClass(/behind/);
  await expect(page).toHaveURL(addressBar("service=redis&ask=map"));
});

test("what is stopped right after a change goes on with what is set by then", async ({ page }) => {
  const simulator = await open(page, `${LONG}&ask=map`);
  const map = parts(page);
  await expect(map.stop).toBeVisible();
  await simulator.radio("Lock service", "etcd").evaluate(async (radio: HTMLElement) => {
    radio.click();
    await new Promise((resolve) => setTimeout(resolve, 60));
    document.querySelector<HTMLElement>("#ask-map .map-choice button")!.click();
  });
  await expect(map.goOn).toBeVisible();
  await expect(map.plot).toHaveClass(/behind/);
  await map.goOn.click();
  await expect(map.basis).toContainText("Worked out for etcd", { timeout: 30_000 });
  await expect(map.plot).not.toHaveClass(/behind/);
});

test("the way back to the run leaves its moment as it is", async ({ page }) => {
  const { simulator, lead } = await openMap(page, "t=2");
  await lead.click();
  await expect(simulator.root).toBeFocused();
  await expect(page).toHaveURL(addressBar("t=2&ask=map"));
});

test("a map takes little memory", async ({ page }) => {
  const taken = await memories(page);
  await openMap(page);
  const bytes = await taken();
  expect(bytes).toHaveLength(2);
  expect(bytes[0] + bytes[1]).toBeLessThan(16 * 2 ** 20);
});

test("the map follows the run above, and says nothing of the one before", async ({ page }) => {
  const { simulator, basis, bounds, axes } = await openMap(page);
  await simulator.choose("Lock service", "Redis");
  await expect(basis).toContainText("Worked out for Redis");
  await axes.selectOption("Lease against work");
  await expect(basis).toContainText("pause 8 s");
  await expect(bounds.last()).toContainText("With work of 0.5 s");
});

test("no task takes 50 ms while a map is worked out and drawn", async ({ page }) => {
  test.slow();
  await open(page, LONG);
  const map = parts(page);
  await map.summary.press("Enter");
  // What it takes to load a program is not what is measured.
  await expect(map.stop).toBeVisible();
  // The page waits by itself: looking at it from outside is a long task too.
  const finished = (basis: Element) =>
    new Promise<void>((resolve) => {
      const look = () => (basis.textContent?.includes("Redlock") ? resolve() : requestAnimationFrame(look));
      look();
    });
  const longest = await longestTask(page, () => map.basis.evaluate(finished));
  expect(longest).toBeLessThan(50);
});

test("a map is stopped at once, and taken up again where it was", async ({ page }) => {
  test.slow();
  await open(page, LONG);
  const map = parts(page);
  await map.summary.press("Enter");
  await expect(map.stop).toBeVisible();
  const before = await map.stop.evaluate(async (stop: HTMLElement) => {
    const bar = document.querySelector<HTMLProgressElement>("#ask-map progress")!;
    const before = bar.value;
    stop.focus();
    stop.click();
    await new Promise(requestAnimationFrame);
    return bar.isConnected ? NaN : before;
  });
  await page.waitForTimeout(1_000);
  await expect(map.goOn).toBeFocused();
  const after = await map.goOn.evaluate(async (goOn: HTMLElement) => {
    goOn.click();
    await new Promise(requestAnimationFrame);
    return document.querySelector<HTMLProgressElement>("#ask-map progress")!.value;
  });
  expect(after).toBeGreaterThanOrEqual(before);
  expect(after).toBeLessThan(before + 0.25);
  await expect(map.stop).toBeFocused();
  await expect(map.basis).toContainText("Redlock", { timeout: 60_000 });
  await expect(map.goOn).toBeHidden();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing wrong with a map, ${colorScheme}, on any screen`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const { plot } = await openMap(page);
    await plot.press("ArrowLeft");
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await axe(page, { within: "#ask-map" })).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    }
  });
}
