import { writeFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test as base, type BrowserContext, type Page } from "@playwright/test";
import { another, Host, marked } from "../release";
import { complaints, readIncidents, Simulator } from "../simulator";

interface Fixtures {
  host: Host;
  site: string;
}

const test = base.extend<Fixtures>({
  host: async ({}, use) => {
    const host = new Host();
    await use(host);
    host.stop();
  },
  site: async ({ host }, use) => use(await host.start()),
});

test.use({ serviceWorkers: "allow" });

const SECOND = "The second release";

/** Opens an address and waits until its run is there. */
async function visit(page: Page, address: string): Promise<Simulator> {
  await page.goto(address);
  const simulator = new Simulator(page);
  await simulator.started();
  return simulator;
}

/** Waits until the site is kept. */
async function isKept(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** Waits until there is a newer release that waits. */
async function isWaiting(page: Page) {
  await expect
    .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting)), {
      timeout: 20_000,
    })
    .toBe(true);
}

/** Uses the tool for editing, which takes the workshop. */
async function edit(page: Page) {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.locator("#edit").getByRole("button", { name: "Undo" })).toBeVisible();
}

/** The caches of the site. */
function copies(page: Page): Promise<string[]> {
  return page.evaluate(() => caches.keys());
}

/** Every file with a mark that any page of a browser gets. */
function received(context: BrowserContext): string[] {
  const names: string[] = [];
  context.on("response", (response) => {
    // The worker asks for files of a release that is not shown yet.
    if (response.ok() && !response.request().serviceWorker()) names.push(...marked(new URL(response.url()).pathname));
  });
  return names;
}

test("after the first visit all of the site is there without a network", async ({ page, host, site }) => {
  const heard = complaints(page);
  const run = await (await visit(page, `${site}?service=redlock&scenario=clock-jump`)).run();
  await isKept(page);
  host.isOff = true;

  await page.reload();
  const simulator = new Simulator(page);
  await simulator.shows(run);
  await edit(page);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Compare with" })).toBeVisible();
  await readIncidents(page);

  await visit(page, `${site}index.html?storage=fencing`);
  await expect(simulator.verdict).toHaveText(/^Protected/);
  await visit(page, `${site}v1/?service=chubby`);
  await edit(page);
  for (const name of ["conformance.html", "incidents.html"]) {
    await page.goto(site + name);
    await expect(page.getByRole("heading").first()).toBeVisible();
  }
  expect(heard.filter((complaint) => !complaint.includes("sw.js"))).toEqual([]);
});

test("a second release is never mixed with the first, and is there at the next visit", async ({ page, context, host, site }) => {
  const second = await another(SECOND);
  await visit(page, site);
  await isKept(page);
  const [copy] = await copies(page);
  const names = received(context);
  host.publish(second);

  // What is kept is shown, also what only the first release has.
  await page.reload();
  await new Simulator(page).started();
  expect(await page.title()).not.toBe(SECOND);
  await edit(page);
  await isWaiting(page);
  const ofTheFirst = new Set(names);
  names.length = 0;

  // An open tab stays what it is, and a new one has all of the second release, with a network or not.
  const tab = await context.newPage();
  for (const isOff of [false, true]) {
    host.isOff = isOff;
    await visit(tab, `${site}?storage=fencing`);
    await expect(tab).toHaveTitle(SECOND);
    await edit(tab);
  }
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Compare with" })).toBeVisible();
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => ofTheFirst.has(name))).toEqual([]);

  // The first is forgotten when nobody has it any more.
  await page.close();
  await tab.goto("about:blank");
  await expect
    .poll(async () => {
      await visit(tab, site);
      const kept = await copies(tab);
      await tab.goto("about:blank");
      return kept.includes(copy);
    })
    .toBe(false);
  await rm(second, { recursive: true });
});

test("a tab that was opened before finds its files until it is closed", async ({ page, context, host, site }) => {
  const second = await another(SECOND);
  await visit(page, site);
  await isKept(page);
  await page.reload();
  const simulator = new Simulator(page);
  await simulator.started();
  host.publish(second);
  const tab = await context.newPage();
  await visit(tab, site);
  await isWaiting(tab);
  await visit(tab, site);
  await expect(tab).toHaveTitle(SECOND);
  await tab.close();
  host.isOff = true;
  await edit(page);
  await readIncidents(page);
  await expect(page.locator("#tools-failure")).toBeHidden();
  await rm(second, { recursive: true });
});

test("an open page that nothing is kept for says so when its release is gone", async ({ page, host, site }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  const second = await another(SECOND);
  await visit(page, site);
  host.publish(second);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.locator("#tools-failure")).toBeVisible();
  await new Simulator(page).choose("Lock service", "Redis");
  await expect(new Simulator(page).verdict).toHaveText(/^Corrupted/);
  await page.reload();
  await expect(page).toHaveTitle(SECOND);
  await edit(page);
  await rm(second, { recursive: true });
});

test("a copy is not made where one of its files is missing or another one", async ({ page, host, site }) => {
  const broken = await another(SECOND);
  await writeFile(join(broken, "incidents.html"), "<p>Not what belongs to this release");
  host.publish(broken);
  await visit(page, site);
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register("sw.js");
    const worker = registration.installing;
    await new Promise((ended) => (worker ? worker.addEventListener("statechange", ended) : ended(undefined)));
    return { worker: worker?.state ?? "redundant", active: Boolean(registration.active) };
  });
  expect(state).toEqual({ worker: "redundant", active: false });
  await page.reload();
  await new Simulator(page).started();
  await rm(broken, { recursive: true });
});

test("neither a figure in a frame nor a reader who saves data gets a copy", async ({ page, site }) => {
  await page.route(`${site}post`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><iframe src="${site}"></iframe><iframe src="${site}v1/"></iframe>` }),
  );
  await page.goto(`${site}post`, { waitUntil: "networkidle" });
  expect(await copies(page)).toEqual([]);
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await visit(page, site);
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test("where the browser keeps nothing, the page works all the same", async ({ page, site }) => {
  const heard = complaints(page);
  await page.addInitScript(() => {
    const forbidden = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["serviceWorker", "storage"]) Object.defineProperty(navigator, name, { get: forbidden });
    for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"]) {
      Object.defineProperty(window, name, { get: forbidden });
    }
  });
  await visit(page, site);
  await edit(page);
  await readIncidents(page);
  expect(heard).toEqual([]);
});
