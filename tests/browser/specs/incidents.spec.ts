import { expect, test, type Page } from "@playwright/test";
import { address, open, readIncidents, runLinks } from "../simulator";

const FILE = "**/incidents.html";

/** Every request for the incidents. */
function requests(page: Page): string[] {
  const heard: string[] = [];
  page.on("request", (request) => {
    if (/incidents/.test(request.url())) heard.push(request.url());
  });
  return heard;
}

/** Scrolls until the link to the incidents is so many pixels below what is seen. */
async function comeNear(page: Page, below: number) {
  await page.locator("#incidents-page").evaluate((link, below) => {
    const top = link.getBoundingClientRect().top - innerHeight - below;
    scrollBy({ top, behavior: "instant" });
  }, below);
}

/** Scrolls down to the end of the page, as far as there is one. */
async function scrollToTheEnd(page: Page) {
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
}

/** Waits until the browser has told the page where it was scrolled to. */
async function isTold(page: Page) {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  });
}

for (const width of [360, 1280]) {
  test(`the incidents are fetched once, and not before a reader comes near, at ${width} px`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height: 720 });
    const heard = requests(page);
    const simulator = await open(page);
    const run = await simulator.run();
    const links = await runLinks(page).count();
    await page.waitForLoadState("networkidle");
    await comeNear(page, 700);
    await isTold(page);
    expect(heard).toEqual([]);
    await expect(page.locator("#incidents-page")).toBeVisible();

    await comeNear(page, 500);
    await expect(page.locator(".incidents li")).not.toHaveCount(0);
    await expect(page.locator("#incidents-page")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Seen in the field", exact: true })).toHaveCount(1);
    // Each has its run, and the run with a remedy.
    expect(await runLinks(page).count()).toBe(links + 2 * (await page.locator(".incidents li").count()));
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await isTold(page);
    await scrollToTheEnd(page);
    await isTold(page);
    expect(heard).toEqual([`${baseURL}incidents.html`]);
    await simulator.shows(run);
  });
}

test("the incidents come to a page of a run as well, and by the name of the page's file", async ({ page }) => {
  for (const url of [address("service=redlock&scenario=clock-jump&theme=dark"), "./index.html"]) {
    await page.goto(url);
    await readIncidents(page);
  }
});

test("the embedded figure never fetches the incidents", async ({ page }) => {
  const heard = requests(page);
  await open(page, "embed=1&service=redlock&scenario=clock-jump");
  await page.waitForLoadState("networkidle");
  await scrollToTheEnd(page);
  await isTold(page);
  // A window in which all of the page is near.
  await page.setViewportSize({ width: 1280, height: 6_000 });
  await isTold(page);
  expect(heard).toEqual([]);
});

/** All that there is on the page. */
function content(page: Page): Promise<string> {
  return page.evaluate(() => document.body.outerHTML);
}

const OTHER = "<!doctype html><title>Welcome</title><main><section><h2>Log in</h2><ul><li>first</li></ul></section></main>";

for (const { what, answer } of [
  { what: "cannot be reached", answer: undefined },
  { what: "are not found", answer: { status: 404, contentType: "text/html", body: "<section class=incidents>Not found</section>" } },
  { what: "are another page", answer: { status: 200, contentType: "text/html", body: OTHER } },
  { what: "are a page without a section", answer: { status: 200, contentType: "text/html", body: "<p>Welcome" } },
  { what: "are empty", answer: { status: 200, contentType: "text/html", body: "" } },
]) {
  test(`if the incidents ${what}, their link stays and nothing else changes`, async ({ page }) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.route(FILE, (route) => (answer ? route.fulfill(answer) : route.abort()));
    const heard = requests(page);
    const simulator = await open(page);
    await page.waitForLoadState("networkidle");
    const before = await content(page);

    await scrollToTheEnd(page);
    await expect.poll(() => heard.length).toBe(1);
    // By the time that a later answer has been read, the page has made of its own what it will.
    await page.evaluate(async () => {
      const answer = await fetch("incidents.html").catch(() => undefined);
      await answer?.text();
    });
    await isTold(page);
    await expect(page.locator("#incidents-page")).toBeVisible();
    await expect(page.locator("#incidents-page")).toHaveAttribute("href", "incidents.html");
    expect(await content(page)).toBe(before);
    expect(errors).toEqual([]);

    // And the simulator goes on.
    await simulator.choose("The storage checks", "fencing tokens");
    await expect(simulator.verdict).toHaveText(/^Protected/);
    await expect(page.locator("#incidents-page")).toBeVisible();
  });
}
