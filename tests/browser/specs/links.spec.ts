import { expect, test, type Locator, type Page } from "@playwright/test";
import { addressBar, complaints, enter, open, readIncidents, runLinks, Simulator, tabTo, Table } from "../simulator";

/** Marks the document, so that another one in its place can be told. */
async function marked(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => ((window as { here?: boolean }).here = true));
  return () => page.evaluate(() => (window as { here?: boolean }).here === true);
}

/** The places on the page that have links to runs, the last two only for those who have read the incidents. */
function places(page: Page): { name: string; link: Locator; query: string; verdict: RegExp }[] {
  const article = page.locator("article");
  const incident = page.locator(".incidents li").filter({ hasText: "A laptop falls asleep" });
  return [
    // The table comes first: its cells follow the settings, and these are still the default ones.
    {
      name: "the table",
      link: new Table(page).cell("redlock", "clock-jump"),
      query: "service=redlock&scenario=clock-jump",
      verdict: /^Corrupted\. The storage ends with “from B”/,
    },
    {
      name: "the article",
      link: article.getByRole("link", { name: "A pause of 3 s leaves A time to finish" }),
      query: "pause=3",
      verdict: /^Safe/,
    },
    {
      name: "the incidents",
      link: incident.getByRole("link", { name: "The run: from A, corrupted" }),
      query: "service=redis&lease=25&pause=60&renew=on",
      verdict: /^Corrupted\. The storage ends with “from A”/,
    },
    {
      name: "the remedies of the incidents",
      link: incident.getByRole("link", { name: "With the remedy: from B, safe" }),
      query: "service=redis&lease=25&pause=60&renew=on&obey=on",
      verdict: /^Safe\. The storage ends with “from B”/,
    },
  ];
}

/** The links that are marked as the present run. */
function current(page: Page): Promise<string[]> {
  return page.locator("a[aria-current]").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? "none"));
}

for (const width of [360, 1280]) {
  test(`links in the text change the run in place, and lead up to it, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    const heard = complaints(page);
    const simulator = await open(page);
    await readIncidents(page);
    const isHere = await marked(page);
    for (const { name, link, query, verdict } of places(page)) {
      await test.step(name, async () => {
        const before = await page.evaluate(() => history.length);
        await link.click();
        await expect(simulator.verdict).toHaveText(verdict);
        await expect(page).toHaveURL(addressBar(query));
        expect(await page.evaluate(() => history.length)).toBe(before + 1);
        expect(await isHere(), "the same document").toBe(true);
        await expect(simulator.root).toBeFocused();
        await expect(simulator.controls).toBeInViewport();
        await expect
          .poll(async () => Math.abs((await simulator.root.boundingBox())!.y))
          .toBeLessThan(2);
        await expect(link).toHaveAttribute("aria-current", "true");
        expect(new Set(await current(page))).toEqual(new Set([`?${query}`]));
      });
    }
    expect(heard).toEqual([]);
  });
}

test("Enter on a link of the text does the same as a click", async ({ page }) => {
  const simulator = await open(page);
  await readIncidents(page);
  const isHere = await marked(page);
  for (const { link, query, verdict } of places(page)) {
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(simulator.verdict).toHaveText(verdict);
    await expect(page).toHaveURL(addressBar(query));
    await expect(simulator.root).toBeFocused();
  }
  expect(await isHere()).toBe(true);
});

test("Back and Forward restore the runs that links have led to, with controls, marks and table", async ({ page }) => {
  const simulator = await open(page);
  await readIncidents(page);
  const runs = [{ run: await simulator.run(), query: "" }];
  for (const { link, query, verdict } of places(page)) {
    await link.click();
    await expect(simulator.verdict).toHaveText(verdict);
    await expect(page).toHaveURL(addressBar(query));
    runs.push({ run: await simulator.run(), query });
  }
  const table = new Table(page);
  const isAt = async ({ run, query }: (typeof runs)[number]) => {
    await simulator.shows(run);
    await expect(page).toHaveURL(addressBar(query));
    expect(new Set(await current(page))).toEqual(new Set([`?${query}`]));
    const lease = new URLSearchParams(query).get("lease") ?? "5";
    await expect(simulator.lease).toHaveValue(lease);
    await expect(table.settings).toContainText(`a lease of ${lease} s`);
  };
  for (const run of runs.slice(0, -1).reverse()) {
    await page.goBack();
    await isAt(run);
  }
  for (const run of runs.slice(1)) {
    await page.goForward();
    await isAt(run);
  }
});

test("a link to the run that is shown makes no entry in the history", async ({ page }) => {
  const simulator = await open(page, "pause=3");
  const before = await page.evaluate(() => history.length);
  const [, { link }] = places(page);
  await expect(link).toHaveAttribute("aria-current", "true");
  await link.click();
  await expect(simulator.root).toBeFocused();
  await expect(page).toHaveURL(addressBar("pause=3"));
  expect(await page.evaluate(() => history.length)).toBe(before);
});

for (const modifier of ["Control", "Meta", "Shift"] as const) {
  test(`a click with ${modifier} is left to the browser`, async ({ page }) => {
    const simulator = await open(page);
    await readIncidents(page);
    const run = await simulator.run();
    // What the browser makes of it differs from one to the next; the page has to let it.
    await page.evaluate(() => {
      const heard: boolean[] = ((window as { heard?: boolean[] }).heard = []);
      addEventListener("click", (event) => {
        heard.push(event.defaultPrevented);
        event.preventDefault();
      });
    });
    const all = [...places(page), { link: page.locator("#tour a").nth(1) }];
    for (const { link } of all) await link.click({ modifiers: [modifier] });
    expect(await page.evaluate(() => (window as { heard?: boolean[] }).heard)).toEqual(all.map(() => false));
    await simulator.shows(run);
    await expect(page).toHaveURL(addressBar(""));
  });
}

test("a click with Control opens the run in another tab, and a middle click too", async ({ page, context }) => {
  const simulator = await open(page);
  const run = await simulator.run();
  const [{ link, query, verdict }] = places(page);
  for (const options of [{ modifiers: ["Control"] as "Control"[] }, { button: "middle" as const }]) {
    const opening = context.waitForEvent("page");
    await link.click(options);
    const other = await opening;
    const opened = new Simulator(other);
    await opened.started();
    await expect(opened.verdict).toHaveText(verdict);
    await expect(other).toHaveURL(addressBar(query));
    await other.close();
  }
  await simulator.shows(run);
  await expect(page).toHaveURL(addressBar(""));
});

test("links keep the theme of the address, and are marked in spite of it", async ({ page }) => {
  const simulator = await open(page, "theme=dark&storage=fencing");
  await readIncidents(page);
  for (const { link, query, verdict } of places(page)) {
    await link.click();
    await expect(simulator.verdict).toHaveText(verdict);
    await expect(page).toHaveURL(addressBar(`${query}&theme=dark`));
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(link).toHaveAttribute("aria-current", "true");
  }
  await page.locator("#tour a").first().click();
  await expect(page).toHaveURL(addressBar("theme=dark"));
});

test("marks follow the controls as they follow links", async ({ page }) => {
  const simulator = await open(page);
  const tour = page.locator("#tour a");
  expect(new Set(await current(page))).toEqual(new Set(["?"]));
  await simulator.choose("The storage checks", "fencing tokens");
  await expect(tour.nth(1)).toHaveAttribute("aria-current", "true");
  await expect(tour.nth(0)).not.toHaveAttribute("aria-current");
  await expect(new Table(page).cell("etcd", "pause")).toHaveAttribute("aria-current", "true");
  await enter(simulator.lease, "6.5");
  await expect(page).toHaveURL(/lease=6\.5/);
  await expect(tour.and(page.locator("[aria-current]"))).toHaveCount(0);
  // The table is computed for this very lease, and so has the present run.
  await expect(new Table(page).cell("etcd", "pause")).toHaveAttribute("aria-current", "true");
});

test("the tour of four steps shows each where it stands, and says what there is to see", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const simulator = await open(page);
  const isHere = await marked(page);
  const tour = page.getByRole("navigation", { name: "A tour in four steps" });
  const links = tour.getByRole("link");
  await expect(links).toHaveText(["A pauses", "Fencing", "A shorter pause", "Redlock"]);
  const steps = [
    { query: "", verdict: /^Corrupted\. The storage ends with “from A”/, says: "A stops, and its lease runs out." },
    { query: "storage=fencing", verdict: /^Protected\. The storage ends with “from B”/, says: "refuses A’s late write" },
    { query: "pause=3", verdict: /^Safe\. The storage ends with “from B”/, says: "in time to finish" },
    { query: "service=redlock&scenario=clock-jump", verdict: /^Corrupted\. The storage ends with “from B”/, says: "two clients have a majority" },
  ];
  for (const [index, { query, verdict, says }] of [...steps.entries(), [0, steps[0]] as const]) {
    await links.nth(index).click();
    await expect(simulator.verdict).toHaveText(verdict);
    await expect(page).toHaveURL(addressBar(query));
    await expect(links.nth(index)).toHaveAttribute("aria-current", "true");
    await expect(tour.locator("[aria-current]")).toHaveCount(1);
    await expect(links.nth(index)).toBeFocused();
    await expect(tour.locator("span:visible")).toHaveCount(1);
    await expect(tour.locator("span:visible")).toContainText(says);
    expect(await page.evaluate(() => scrollY), "the page stays where it is").toBe(0);
    await expect(simulator.canvas).toBeInViewport({ ratio: 0.85 });
  }
  expect(await isHere()).toBe(true);
});

test("the steps of the tour leave the simulator where it is", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const simulator = await open(page);
  const tops: number[] = [];
  for (const link of await page.locator("#tour a").all()) {
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "true");
    tops.push((await simulator.root.boundingBox())!.y);
  }
  expect(new Set(tops)).toEqual(new Set([tops[0]]));
});

test("the tour is walked by key", async ({ page }) => {
  const simulator = await open(page);
  const links = page.locator("#tour a");
  await page.keyboard.press("Tab");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(simulator.verdict).toHaveText(/^Protected/);
  await expect(links.nth(1)).toBeFocused();
  await tabTo(page, links.nth(3));
  await page.keyboard.press("Enter");
  await expect(simulator.verdict).toHaveText(/^Corrupted\. The storage ends with “from B”/);
});

test("a link takes the notices about the former address away, and announces the outcome", async ({ page }) => {
  const simulator = await open(page, "colour=red");
  await expect(simulator.notices).toHaveCount(1);
  await places(page)[1].link.click();
  await expect(simulator.notices).toHaveCount(0);
  await expect(simulator.status).toHaveText(/^Safe\./);
});

test("every link to a run has the shortest query there is for it, and none is out of order", async ({ page }) => {
  test.slow();
  const simulator = await open(page);
  await readIncidents(page);
  const links = page.locator(":is(#tour, article p, .incidents) a[href^='?']");
  const hrefs = await links.evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  expect(hrefs.length).toBeGreaterThan(45);
  for (const href of new Set(hrefs)) {
    // By hand and not by mouse: only the way that a click goes matters here.
    const link = links.and(page.locator(`[href="${href}"]`)).first();
    await link.evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveURL(addressBar(href.slice(1)));
    await expect(link).toHaveAttribute("aria-current", "true");
    await expect(simulator.notices).toHaveCount(0);
  }
});

test("what a link to an incident says of its run is what the run says", async ({ page }) => {
  test.slow();
  const simulator = await open(page);
  await readIncidents(page);
  const links = page.locator(".incidents .runs a");
  expect(await links.count()).toBeGreaterThanOrEqual(24);
  for (const link of await links.all()) {
    const [, stored, headline] = /: (from [A-E]|empty), ([a-z ]+)$/.exec((await link.textContent())!)!;
    await link.evaluate((link: HTMLElement) => link.click());
    await expect(simulator.verdict).toHaveText(
      new RegExp(`^(Nobody wrote\\. )?${headline[0].toUpperCase()}${headline.slice(1)}\\. The storage ends with “${stored}”\\.`),
    );
  }
});

test("the embedded figure has no tour, no article, no table and no incidents", async ({ page }) => {
  await open(page, "embed=1&service=redlock&scenario=clock-jump");
  for (const part of ["#tour", "article", "table", ".view", "#incidents-page", ".masthead", ".facts"]) {
    await expect(page.locator(part), part).toHaveCount(0);
  }
  expect(await runLinks(page).count()).toBe(0);
});
