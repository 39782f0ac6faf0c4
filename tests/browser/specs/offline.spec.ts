import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test as base, type BrowserContext, type Page } from "@playwright/test";
import { another, Host, marked } from "../release";
import { complaints, readIncidents, Simulator } from "../simulator";

const SECOND = "The second release";
const MOVED = "This site has moved";
const IDLE = fileURLToPath(new URL("../../../assets/idle.js", import.meta.url));
/** Long enough for a whole visit or a copy of the site on a busy machine. */
const patience = { timeout: 60_000 };

interface Fixtures {
  host: Host;
  site: string;
  /** The folder of another release. */
  second: string;
  /** The folder of a site that has moved elsewhere. */
  moved: string;
}

/** Removes a folder that a host may still serve. */
async function remove(host: Host, folder: string) {
  await host.stop();
  await rm(folder, { recursive: true });
}

const test = base.extend<Fixtures>({
  host: async ({}, use) => {
    const host = new Host();
    await use(host);
    await host.stop();
  },
  site: async ({ host }, use) => use(await host.start()),
  second: async ({ host }, use) => {
    const folder = await another(SECOND);
    await use(folder);
    await remove(host, folder);
  },
  moved: async ({ host }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "lock-simulator-moved-"));
    await writeFile(join(folder, "index.html"), `<!doctype html><title>${MOVED}</title>`);
    await copyFile(IDLE, join(folder, "sw.js"));
    await use(folder);
    await remove(host, folder);
  },
});

test.use({ serviceWorkers: "allow" });

// The whole site is copied, more than once.
test.slow();

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
    .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting)), patience)
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

/** How many workers of the site there are. */
function registrations(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
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

test("a second release is never mixed with the first, and is there at the next visit", async ({ page, context, host, site, second }) => {
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

  // The first is forgotten when nobody has it any more. What is kept can be seen from any page of the
  // host, also from one that is not the site's.
  host.isOff = false;
  await page.close();
  await tab.goto(new URL("/elsewhere", site).href);
  await expect.poll(async () => (await copies(tab)).includes(copy), patience).toBe(false);
});

test("a tab that was opened before finds its files until it is closed", async ({ page, context, host, site, second }) => {
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
});

test("an open page that nothing is kept for says so when its release is gone", async ({ page, host, site, second }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await visit(page, site);
  host.publish(second);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect(page.locator("#tools-failure")).toBeVisible();
  await new Simulator(page).choose("Lock service", "Redis");
  await expect(new Simulator(page).verdict).toHaveText(/^Corrupted/);
  await page.reload();
  await expect(page).toHaveTitle(SECOND);
  await edit(page);
});

test("a copy is not made where one of its files is missing or another one", async ({ page, host, site, second }) => {
  await writeFile(join(second, "incidents.html"), "<p>Not what belongs to this release");
  host.publish(second);
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
});

test("where a site has moved, browsers forget its copy and its worker", async ({ page, host, site, moved }) => {
  await visit(page, site);
  await isKept(page);
  host.publish(moved);
  // The copy still answers, and then the browser looks for the next worker.
  await page.reload();
  await new Simulator(page).started();
  await expect.poll(() => registrations(page), patience).toBe(0);
  expect(await copies(page)).toEqual([]);
  await page.goto(site);
  await expect(page).toHaveTitle(MOVED);
});

test("neither a figure in a frame nor a reader who saves data gets a copy", async ({ page, site }) => {
  // By the time that a page has loaded, it has asked for a worker or never will.
  await page.addInitScript(() => {
    navigator.serviceWorker.register = async () => {
      document.documentElement.dataset.asked = "";
      throw new Error("There is no worker.");
    };
  });
  const asked = () => Promise.all(page.frames().map((frame) => frame.locator("[data-asked]").count()));
  await visit(page, site);
  expect(await asked()).toEqual([1]);

  await page.route(`${site}post`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><iframe src="${site}"></iframe><iframe src="${site}v1/"></iframe>` }),
  );
  await page.goto(`${site}post`);
  for (const place of await page.locator("iframe").all()) await new Simulator(place.contentFrame()).started();
  expect(await asked()).toEqual([0, 0, 0]);

  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await visit(page, site);
  expect(await asked()).toEqual([0]);
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
