import { expect, test, type Frame, type FrameLocator, type Page } from "@playwright/test";
import { openHost } from "../host";
import { addressBar, complaints, enter, Simulator } from "../simulator";

const RUN = "service=redlock&scenario=clock-jump";

/** Opens a page of another origin that has the figure in a plain frame, between two fields of its own. */
async function openFrame(
  page: Page,
  site: string,
  { query = RUN, width = 640, height = 900, attributes = "" } = {},
): Promise<{ simulator: Simulator; inside: FrameLocator; frame: Frame }> {
  await openHost(
    page,
    site,
    `<h1>A post</h1><input aria-label="Before"><iframe title="Redlock" width="${width}" height="${height}" style="border: 0" ${attributes}
      src="https://your.host/locks/v1/?${query.replaceAll("&", "&amp;")}"></iframe><p style="height: 1000px">After.</p>`,
  );
  const inside = page.frameLocator("iframe");
  const simulator = new Simulator(inside);
  await simulator.started();
  const frame = page.frames().find((frame) => frame.url().startsWith(site));
  if (!frame) throw new Error("the figure is not in a frame of its own");
  return { simulator, inside, frame };
}

for (const width of [320, 640]) {
  test(`in a frame of ${width} px only the figure is shown, and it fits`, async ({ page, baseURL }) => {
    const { simulator, inside, frame } = await openFrame(page, baseURL!, { width });
    await expect(simulator.choices("Lock service")).toBeVisible();
    await expect(simulator.scenario).toBeVisible();
    await expect(simulator.choices("The storage checks")).toBeVisible();
    await expect(simulator.lease).toBeVisible();
    await expect(simulator.verdict).toBeVisible();
    await expect(simulator.canvas).toBeVisible();
    await expect(simulator.steps.first()).toBeVisible();
    await expect(simulator.fullPage).toBeVisible();
    await expect(inside.getByText("More options")).toBeHidden();
    await expect(inside.getByRole("table")).toHaveCount(0);
    await expect(inside.getByRole("heading", { name: "Reading the picture" })).toHaveCount(0);
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
  const { simulator } = await openFrame(page, baseURL!, { query: `theme=dark&${RUN}&t=0.3` });
  await enter(simulator.lease, "9");
  const run = await simulator.run();
  const opening = context.waitForEvent("page");
  await simulator.fullPage.click();
  const full = await opening;
  const opened = new Simulator(full);
  await opened.started();
  await expect(full).toHaveURL(addressBar(`${RUN}&lease=9&t=0.3&theme=dark`));
  // Only the full page has facts.
  await expect.poll(async () => ({ ...(await opened.run()), facts: [] })).toEqual(run);
  await expect(opened.fullPage).toBeHidden();
  await expect(opened.more).toBeVisible();
  await expect(full.getByRole("heading", { level: 1 })).toBeVisible();
});

test("changes in the figure leave the history of the page around it alone", async ({ page, baseURL }) => {
  const { simulator, frame } = await openFrame(page, baseURL!);
  const address = page.url();
  const before = await page.evaluate(() => history.length);
  await simulator.choose("Lock service", "etcd");
  await simulator.scenario.selectOption({ label: "A pauses" });
  await expect.poll(() => frame.url()).toMatch(/\/locks\/v1\/$/);
  await simulator.choose("The storage checks", "fencing tokens");
  await expect.poll(() => frame.url()).toMatch(/\/locks\/v1\/\?storage=fencing$/);
  expect(await page.evaluate(() => history.length)).toBe(before);
  await expect(page).toHaveURL(address);
});

test("the figure works in a sandbox without an origin", async ({ page, baseURL }) => {
  const heard = complaints(page);
  const { simulator } = await openFrame(page, baseURL!, { attributes: 'sandbox="allow-scripts"' });
  await expect(simulator.verdict).toHaveText(/^Corrupted/);
  await simulator.choose("Lock service", "etcd");
  await expect(simulator.verdict).toHaveText(/^Safe/);
  await expect(simulator.status).toHaveText(/^Safe/);
  expect(heard).toEqual([]);
});

test("a sandboxed figure tells the page its height and what it shows", async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    addEventListener("message", ({ data, origin }) => heard.push({ ...data, origin }));
  });
  const { inside } = await openFrame(page, baseURL!, { attributes: 'sandbox="allow-scripts"' });
  const heard = () => page.evaluate(() => (window as unknown as { heard: Record<string, unknown>[] }).heard);
  await expect.poll(heard).toContainEqual({ type: "lock-simulator:ready", origin: "null" });
  await expect.poll(heard).toContainEqual({ type: "lock-simulator:change", query: RUN, headline: "corrupted", origin: "null" });
  const heights = (await heard()).filter(({ type }) => type === "lock-simulator:height");
  const content = await inside.locator("html").evaluate((root) => Math.ceil(root.getBoundingClientRect().height));
  expect(heights.at(-1)?.height).toBe(content);
});

test("a figure needs no storage of the browser", async ({ page, baseURL }) => {
  const heard = complaints(page);
  await page.addInitScript(() => {
    const blocked = {
      get() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) Object.defineProperty(window, name, blocked);
    Object.defineProperty(document, "cookie", blocked);
  });
  const { simulator } = await openFrame(page, baseURL!);
  await simulator.choose("Lock service", "etcd");
  await expect(simulator.verdict).toHaveText(/^Safe/);
  expect(heard).toEqual([]);
});

test("where the page does not let the figure copy, the link is selected", async ({ page, baseURL }) => {
  const { inside } = await openFrame(page, baseURL!, { attributes: `allow="clipboard-write 'none'"` });
  await inside.getByRole("button", { name: "Take along", exact: true }).click();
  const take = inside.getByRole("region", { name: "Take along" });
  await take.getByRole("button", { name: "Copy link" }).click();
  await expect(take.getByRole("status")).toContainText("The link is selected");
  const link = take.getByRole("textbox", { name: "Link to this run" });
  await expect(link).toBeFocused();
  expect(await link.evaluate(() => getSelection()?.toString())).toContain(`/locks/?${RUN}`);
});

test("what does not fit into a plain frame scrolls, and sideways nothing does", async ({ page, baseURL }) => {
  const { simulator, frame } = await openFrame(page, baseURL!, { height: 400 });
  await simulator.canvas.hover();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => frame.evaluate(() => scrollY)).toBeGreaterThan(0);
  await simulator.steps.last().scrollIntoViewIfNeeded();
  await expect(simulator.steps.last()).toBeInViewport();
  expect(await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("the wheel scrolls the page around a figure that has its whole height", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 700, height: 500 });
  const { simulator, frame } = await openFrame(page, baseURL!, { query: `${RUN}#fit`, height: 3000 });
  await simulator.canvas.hover();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  expect(await frame.evaluate(() => scrollY)).toBe(0);
});

test("opened by itself, the address of a figure that has its whole height scrolls, and is printed without that", async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 500 });
  await page.goto(`v1/?${RUN}#fit`);
  const simulator = new Simulator(page);
  await simulator.started();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(page.locator("#printed-link")).toHaveText(page.url().replace("#fit", ""));
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await simulator.canvas.hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test("keys are the page's while the focus is there, and the figure's while it is inside", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 700, height: 500 });
  const { simulator, inside } = await openFrame(page, baseURL!, { height: 2500 });
  await page.evaluate(() => {
    const keys: string[] = [];
    Object.assign(window, { keys });
    addEventListener("keydown", ({ key, defaultPrevented }) => keys.push(`${key}${defaultPrevented ? " taken" : ""}`));
  });
  const keys = () => page.evaluate(() => (window as unknown as { keys: string[] }).keys);
  const moment = inside.locator("#time");
  const start = await moment.textContent();

  await page.locator("body").click({ position: { x: 5, y: 5 } });
  for (const key of ["ArrowRight", "End", "Home", "Space", "ArrowDown"]) await page.keyboard.press(key);
  expect(await keys()).toEqual(["ArrowRight", "End", "Home", " ", "ArrowDown"]);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(moment).toHaveText(start!);

  await simulator.root.locator("#timeline").focus();
  await page.keyboard.press("ArrowRight");
  await expect(moment).not.toHaveText(start!);
  expect(await keys()).toHaveLength(5);
});

test("an old link to an embedded figure leads to the figure, and back to where it was", async ({ page, baseURL }) => {
  await page.goto("conformance.html");
  await page.goto(`./?embed=1&${RUN}&theme=dark&t=0.3`);
  await expect(page).toHaveURL(/\/locks\/v1\/\?/);
  const simulator = new Simulator(page);
  await simulator.started();
  await expect(simulator.verdict).toHaveText(/^Corrupted/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ service: "redlock", scenario: "clock-jump", theme: "dark", t: "0.3" });
  await page.goBack();
  await expect(page).toHaveURL(new URL("conformance.html", baseURL).href);
});

test("a figure opened by itself does not scroll sideways from 320 px on", async ({ page }) => {
  for (const width of [320, 480, 700, 1000]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`v1/?${RUN}`);
    await new Simulator(page).started();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
  }
});
