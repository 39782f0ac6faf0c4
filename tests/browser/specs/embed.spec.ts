import { expect, test, type Frame, type Page } from "@playwright/test";
import { enter, addressBar, complaints, open, scrollsSideways, Simulator } from "../simulator";

const RUN = "service=redlock&scenario=clock-jump";

// A page that a test makes up comes from no network, and Chromium keeps such pages from the machine's own.
test.use({ permissions: ["local-network-access"] });

/** Opens a page of another origin that has the figure in an iframe. */
async function openHost(
  page: Page,
  site: string,
  { query = `embed=1&${RUN}`, width = 320, attributes = "" } = {},
): Promise<{ simulator: Simulator; frame: Frame; origin: string }> {
  // To a browser, the other name of the loopback address is another site.
  const origin = new URL(site).origin.replace("127.0.0.1", "localhost");
  await page.route(`${origin}/post`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="en"><title>A post about locks</title><body style="margin: 0"><h1>A post</h1>
        <iframe title="Redlock" width="${width}" height="900" style="border: 0" ${attributes}
          src="${site}?${query.replaceAll("&", "&amp;")}"></iframe></body></html>`,
    }),
  );
  await page.goto(`${origin}/post`);
  const simulator = new Simulator(page.frameLocator("iframe"));
  await simulator.started();
  const frame = page.frames().find((frame) => frame.url().startsWith(site));
  if (!frame) throw new Error("the figure is not in a frame of its own");
  return { simulator, frame, origin };
}

for (const width of [320, 640]) {
  test(`in an iframe of ${width} px only the figure is shown, and it fits`, async ({ page, baseURL }) => {
    const { simulator, frame } = await openHost(page, baseURL!, { width });
    await expect(simulator.choices("Lock service")).toBeVisible();
    await expect(simulator.scenario).toBeVisible();
    await expect(simulator.choices("The storage checks")).toBeVisible();
    await expect(simulator.lease).toBeVisible();
    await expect(simulator.verdict).toBeVisible();
    await expect(simulator.canvas).toBeVisible();
    await expect(simulator.steps.first()).toBeVisible();
    await expect(simulator.fullPage).toBeVisible();
    await expect(simulator.more).toBeHidden();
    const inside = page.frameLocator("iframe");
    await expect(inside.getByRole("heading", { level: 1 })).toBeHidden();
    await expect(inside.getByRole("heading", { name: "Reading the picture" })).toBeHidden();
    await expect(inside.getByText("copy the link")).toBeHidden();
    await simulator.scenario.selectOption({ label: "A pauses" });
    await expect(simulator.pause).toBeVisible();
    for (const text of ["Redis", "ZooKeeper", "etcd"]) await simulator.choose("Lock service", text);
    const overflow = await frame.evaluate(() => {
      const root = document.documentElement;
      return root.scrollWidth - root.clientWidth;
    });
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test("the link leads to the same run on the full page", async ({ page, context, baseURL }) => {
  const { simulator } = await openHost(page, baseURL!, { query: `embed=1&theme=dark&${RUN}` });
  await enter(simulator.lease, "9");
  const run = await simulator.run();
  const opening = context.waitForEvent("page");
  await simulator.fullPage.click();
  const full = await opening;
  const opened = new Simulator(full);
  await opened.started();
  await expect(full).toHaveURL(addressBar(`${RUN}&lease=9&theme=dark`));
  await opened.shows(run);
  await expect(opened.fullPage).toBeHidden();
  await expect(opened.more).toBeVisible();
  await expect(full.getByRole("heading", { level: 1 })).toBeVisible();
});

test("changes in the figure leave the history of the page around it alone", async ({ page, baseURL }) => {
  const { simulator, frame, origin } = await openHost(page, baseURL!);
  const before = await page.evaluate(() => history.length);
  await simulator.choose("Lock service", "etcd");
  await simulator.scenario.selectOption({ label: "A pauses" });
  await expect.poll(() => frame.url()).toMatch(/\/locks\/\?embed=on$/);
  await simulator.choose("The storage checks", "fencing tokens");
  await expect.poll(() => frame.url()).toMatch(/\/locks\/\?storage=fencing&embed=on$/);
  expect(await page.evaluate(() => history.length)).toBe(before);
  await expect(page).toHaveURL(`${origin}/post`);
});

test("the figure works in a sandbox without an origin", async ({ page, baseURL }) => {
  const heard = complaints(page);
  const { simulator } = await openHost(page, baseURL!, { attributes: 'sandbox="allow-scripts"' });
  await expect(simulator.verdict).toHaveText(/^Corrupted/);
  await simulator.choose("Lock service", "etcd");
  await expect(simulator.verdict).toHaveText(/^Safe/);
  await expect(simulator.status).toHaveText(/^Safe/);
  expect(heard).toEqual([]);
});

test("two figures on one page do not disturb each other", async ({ page, baseURL }) => {
  const site = baseURL!;
  const origin = new URL(site).origin.replace("127.0.0.1", "localhost");
  await page.route(`${origin}/post`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><title>Two</title>
        <iframe title="One" width="400" height="900" src="${site}?embed=1"></iframe>
        <iframe title="Two" width="400" height="900" src="${site}?embed=1&amp;storage=fencing"></iframe>`,
    }),
  );
  await page.goto(`${origin}/post`);
  const one = new Simulator(page.frameLocator("iframe[title=One]"));
  const two = new Simulator(page.frameLocator("iframe[title=Two]"));
  await one.started();
  await two.started();
  await enter(one.pause, "3");
  await expect(one.verdict).toHaveText(/^Safe/);
  await expect(two.verdict).toHaveText(/^Protected/);
});

test("the embedded figure keeps the arrow keys and the wheel for the page around it", async ({ page, baseURL }) => {
  const { simulator } = await openHost(page, baseURL!);
  await page.setViewportSize({ width: 640, height: 400 });
  await simulator.canvas.hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test("the embedded figure opened by itself does not scroll sideways from 320 px on", async ({ page }) => {
  for (const width of [320, 480, 700, 1000]) {
    await page.setViewportSize({ width, height: 700 });
    await open(page, `embed=1&${RUN}`);
    expect(await scrollsSideways(page), `${width} px`).toBe(false);
  }
});
