import { expect, test, type Page } from "@playwright/test";
import { Figure, FRAME, hostAddress, openHost, SCRIPT, words } from "../host";
import { axe, holdBack, Simulator } from "../simulator";

const ELEMENT = `${SCRIPT}<lock-simulator service="redlock" scenario="clock-jump"><a href="#run">A link to the run</a></lock-simulator>`;

/** The files that the figure's page asks for. */
async function files(page: Page, site: string) {
  const html = await (await page.request.get(new URL("v1/", site).href)).text();
  const scripts = [...html.matchAll(/<script[^>]*\bsrc="?([^" >]+)[^>]*>/g)];
  const script = (isIt: (tag: string) => boolean) => scripts.find(([tag]) => isIt(tag))?.[1];
  const isProgram = (tag: string) => /id="?program/.test(tag);
  const found = {
    "the program": /data-wasm="?([^" >]+)/.exec(html)?.[1],
    "the program's script": script(isProgram),
    "the styles": /([^" =]+\.css)/.exec(html)?.[1],
    "the starter": script((tag) => tag.includes("start")),
    "the messenger": script((tag) => tag.includes("figure") && !isProgram(tag)),
  };
  for (const [part, name] of Object.entries(found)) if (!name) throw new Error(`the figure's page does not name ${part}`);
  const address = (name?: string) => new URL(name!, new URL("v1/", site)).href;
  return Object.fromEntries(Object.entries(found).map(([part, name]) => [part, address(name)])) as Record<keyof typeof found, string>;
}

for (const part of ["the program", "the program's script"] as const) {
  test(`where ${part} does not come, the figure shows its picture and says so`, async ({ page, baseURL }) => {
    await page.route((await files(page, baseURL!))[part], (route) => route.abort());
    await openHost(page, baseURL!, ELEMENT);
    const figure = new Figure(page);
    await expect(figure.frame).toBeVisible();
    await expect(figure.simulator.failure).toBeVisible();
    const picture = figure.inside.getByRole("img", { name: "The timeline of this run" });
    await expect(picture).toBeVisible();
    await expect(picture).toHaveAttribute("src", /^pictures\/redlock-clock-jump(-narrow)?\.svg$/);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
    await figure.fits();
    expect(await words(page)).toEqual(["failure"]);
  });
}

test("where the program does not come and there is no picture, the figure names the run", async ({ page, baseURL }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator service="redis" controls="pause" query="pause=3&amp;x=<img src=y>"></lock-simulator>`);
  const figure = new Figure(page);
  await expect(figure.frame).toBeVisible();
  await expect(figure.simulator.failure).toBeVisible();
  await expect(figure.inside.getByText("Not shown here: the run pause 3, x <img src=y>, service redis.")).toBeVisible();
  await figure.fits();
});

test("where the program does not come, a question is named and not given away", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("v1/?service=redis&quiz=holder");
  await expect(page.getByText("Not shown here: a question about the run service redis.")).toBeVisible();
});

test("where neither the program nor the picture comes, the figure names the default run too", async ({ page }) => {
  await page.route(/\.wasm$|\/pictures\//, (route) => route.abort());
  await page.goto("v1/");
  await expect(page.getByText("Not shown here: the default run.")).toBeVisible();
});

test("controls that cannot be had are left out, whatever comes in their place", async ({ page }) => {
  const missing = page.waitForResponse(/figure-controls[^/]*\.txt$/);
  await page.route(/figure-controls[^/]*\.txt$/, (route) => route.fulfill({ status: 404, body: "<p>Not found</p>" }));
  await page.goto("v1/?controls=pause,clients");
  await missing;
  const simulator = new Simulator(page);
  await simulator.started();
  await expect(simulator.pause).toBeVisible();
  await expect(page.getByText("Not found")).toHaveCount(0);
});

test("where WebAssembly is not allowed, the figure shows its picture and says so", async ({ page, baseURL }) => {
  await page.route(FRAME, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": "script-src 'self'" };
    await route.fulfill({ response, headers });
  });
  await openHost(page, baseURL!, ELEMENT);
  const figure = new Figure(page);
  await expect(figure.frame).toBeVisible();
  await expect(figure.simulator.failure).toBeVisible();
  await expect(figure.inside.getByRole("img", { name: "The timeline of this run" })).toBeVisible();
  expect(await words(page)).toEqual(["failure"]);
});

test("without its styles a figure still shows its run", async ({ page, baseURL }) => {
  await page.route((await files(page, baseURL!))["the styles"], (route) => route.abort());
  await openHost(page, baseURL!, ELEMENT);
  const figure = new Figure(page);
  await figure.started();
  await expect(figure.simulator.verdict).toHaveText(/^Corrupted/);
});

test("where the script of the element does not come, its content is there", async ({ page, baseURL }) => {
  await page.route("**/embed.js", (route) => route.abort());
  await openHost(page, baseURL!, ELEMENT);
  await expect(page.getByRole("link", { name: "A link to the run" })).toBeVisible();
});

/**
 * The picture stays where it is, with a sentence and the link to the run. The clock of the page goes on
 * until then: how far it has to go depends on when the browser sees the element and loads its frame.
 */
async function isLost(page: Page, site: string) {
  const figure = new Figure(page);
  const says = async () => {
    await page.clock.runFor(2000);
    return figure.status.textContent();
  };
  await expect.poll(says, { intervals: [100], timeout: 30_000 }).toBe("The simulator could not be loaded here.");
  await expect(figure.picture).toBeVisible();
  await expect(figure.frame).toBeHidden();
  await expect(figure.link).toHaveAttribute("href", `${site}?service=redlock&scenario=clock-jump`);
  expect(await words(page)).toEqual(["failure"]);
}

for (const { what, answer } of [
  { what: "cannot be reached", answer: { abort: true } },
  { what: "is missing", answer: { status: 404, body: "Not found" } },
]) {
  test(`where the figure's page ${what}, the element shows the picture and says so`, async ({ page, baseURL }) => {
    await page.clock.install();
    await page.route(FRAME, (route) => ("abort" in answer ? route.abort() : route.fulfill(answer)));
    await openHost(page, baseURL!, ELEMENT);
    await isLost(page, baseURL!);
  });
}

test("where the page may have no frames of this site, the element shows the picture and says so", async ({ page, baseURL }) => {
  await page.clock.install();
  const site = "https://your.host/locks/";
  await openHost(page, baseURL!, ELEMENT, `default-src 'none'; script-src ${site}; img-src ${site}`);
  await isLost(page, baseURL!);
});

for (const part of ["the starter", "the messenger"] as const) {
  test(`where ${part} does not come, the element shows the picture and says so`, async ({ page, baseURL }) => {
    await page.clock.install();
    await page.route((await files(page, baseURL!))[part], (route) => route.abort());
    await openHost(page, baseURL!, ELEMENT);
    await new Figure(page).inside.locator("#simulator").waitFor({ state: "attached" });
    await isLost(page, baseURL!);
  });
}

test("a figure that comes after all takes the place of what was said", async ({ page, baseURL }) => {
  await page.clock.install();
  const come = await holdBack(page, FRAME);
  await openHost(page, baseURL!, ELEMENT);
  const figure = new Figure(page);
  await expect(figure.picture).toBeVisible();
  await expect(figure.status).toHaveText("Loading the simulator …");
  await expect(figure.link).toBeVisible();
  await isLost(page, baseURL!);
  come();
  await page.clock.resume();
  await figure.started();
  await expect(figure.picture).toBeHidden();
  expect(await words(page)).toEqual(["failure", "ready", "change"]);
});

test("a figure that comes after all while it is out of sight is as high as its content", async ({ page, baseURL }) => {
  await page.clock.install();
  const come = await holdBack(page, FRAME);
  await openHost(page, baseURL!, `${ELEMENT}<p style="height: 1500px"></p><p>The end.</p>`);
  await isLost(page, baseURL!);
  await page.getByText("The end.").scrollIntoViewIfNeeded();
  come();
  await page.clock.resume();
  await expect.poll(() => words(page)).toContain("ready");
  expect(await new Figure(page).frame.evaluate((frame) => frame.clientHeight)).toBeGreaterThan(1000);
});

test("a figure whose program is long on its way has not failed", async ({ page, baseURL }) => {
  await page.clock.install();
  const come = await holdBack(page, "**/*.wasm");
  await openHost(page, baseURL!, ELEMENT);
  const figure = new Figure(page);
  await figure.inside.locator("#simulator").waitFor({ state: "attached" });
  for (let second = 0; second < 60; second += 2) await page.clock.runFor(2000);
  await expect(figure.status).toHaveText("Loading the simulator …");
  expect(await words(page)).toEqual([]);
  come();
  await page.clock.resume();
  await figure.started();
  expect(await words(page)).toEqual(["ready", "change"]);
});

test("while the program is on its way there is the picture, and then the run", async ({ page, baseURL }) => {
  const come = await holdBack(page, "**/*.wasm");
  await openHost(page, baseURL!, `${ELEMENT}<iframe title="plain" src="https://your.host/locks/v1/?service=redlock&amp;scenario=clock-jump" width="700" height="900"></iframe>`);
  const figure = new Figure(page);
  await expect(figure.picture).toBeVisible();
  await expect(figure.frame).toBeHidden();
  const plain = page.frameLocator("iframe[title=plain]");
  await expect(plain.getByRole("img", { name: "The timeline of this run" })).toBeVisible();
  const sentence = plain.getByText("Loading: the run service redlock, scenario clock-jump.");
  await expect(sentence).toBeVisible();
  come();
  await figure.started();
  await new Simulator(plain).started();
  await expect(plain.getByRole("img", { name: "The timeline of this run" })).toHaveCount(0);
  await expect(sentence).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`an element is fit for everybody before it has loaded and when it could not, in ${colorScheme} colours`, async ({ page, baseURL }) => {
    await page.emulateMedia({ colorScheme });
    await page.clock.install();
    await page.route(FRAME, () => {});
    await openHost(page, baseURL!, `<meta name="color-scheme" content="light dark">${ELEMENT}`);
    const figure = new Figure(page);
    await expect(figure.picture).toBeVisible();
    expect(await axe(page, { within: "lock-simulator" })).toEqual([]);
    await isLost(page, baseURL!);
    expect(await axe(page, { within: "lock-simulator" })).toEqual([]);
  });
}
