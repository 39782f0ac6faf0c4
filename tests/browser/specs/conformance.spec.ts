import { expect, test } from "@playwright/test";
import { addressBar, complaints, enter, open, scrollsSideways, Table } from "../simulator";

const TITLE = "Held against the real services";
const TRIED = ["etcd", "zookeeper", "redis", "redlock"];

test("the page about the real services needs no script, and leads to every run and back", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  const astray: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(baseURL!) && !request.url().startsWith("data:")) astray.push(request.url());
  });
  await page.goto("./");
  await page.getByRole("link", { name: "how that was tried" }).click();
  await expect(page).toHaveURL(`${baseURL}conformance.html`);
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  for (const service of TRIED) await expect(page.locator(`h2#${service}`)).toBeVisible();
  const urls = await page.locator(".cells td a").evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(urls.length).toBe(2 * 4 * 3 * 9);
  for (const url of urls) expect(url.startsWith(`${baseURL}?`), url).toBe(true);

  await page.getByRole("link", { name: /^Redlock, on five servers/ }).click();
  await expect(page).toHaveURL(`${baseURL}conformance.html#redlock`);
  await page.getByRole("link", { name: "To the simulator", exact: true }).click();
  await expect(page).toHaveURL(addressBar(""));
  expect(astray).toEqual([]);
  await context.close();
});

test("a run that was tried can be opened from there, and ends as it is said there", async ({ page }) => {
  const heard = complaints(page);
  await page.goto("./conformance.html");
  const row = page.getByRole("table", { name: /^Redlock, on five servers/ }).getByRole("row", { name: /^Clock jump/ });
  const cell = row.getByRole("cell").first();
  await expect(cell).toContainText("from B, corrupted");
  await cell.getByRole("link").first().click();
  await expect(page.getByRole("region", { name: "Outcome" })).toHaveText(/^Corrupted\. The storage ends with “from B”/);
  await expect(page).toHaveURL(addressBar("service=redlock&scenario=clock-jump&latency=5"));
  expect(heard).toEqual([]);
});

for (const width of [320, 360, 768, 1280]) {
  test(`nothing in the page about the real services is cut off or sticks out at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("./conformance.html");
    await page.locator("details").evaluateAll((all) => all.forEach((details) => ((details as HTMLDetailsElement).open = true)));
    expect(await scrollsSideways(page)).toBe(false);
    const out = await page.locator("main").evaluate((main) =>
      [...main.querySelectorAll("th, td, a, p, li")]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
        .map((element) => `${element.localName}: ${element.textContent}`),
    );
    expect(out).toEqual([]);
  });
}

/** The cells of the table that are marked, by their names. */
async function marked(table: Table): Promise<string[]> {
  return table.root.locator("[data-confirmed=yes]").evaluateAll((links) => links.map(({ id }) => id));
}

test("cells that were tried are marked, for the eye and the ear, and Chubby’s are not", async ({ page }) => {
  await open(page);
  const table = new Table(page);
  const ids = await marked(table);
  expect(ids).toContain("cell-etcd-pause");
  expect(ids.filter((id) => !TRIED.includes(id.split("-")[1]))).toEqual([]);
  const mark = (service: string) =>
    table.cell(service, "pause").evaluate((cell) => {
      const { content, visibility } = getComputedStyle(cell, "::after");
      return visibility === "visible" ? content : "none";
    });
  expect(await mark("etcd")).toContain("✓");
  expect(await mark("chubby")).toBe("none");
  await expect(table.cell("etcd", "pause")).toHaveAccessibleName(/from B, protected\s*, the same on a real server$/);
  await expect(table.cell("chubby", "pause")).toHaveAccessibleName("from B, protected");
  await expect(table.column(/^Chubby/)).toContainText("by its paper only");
  await expect(page.getByText("comes out the same on a real etcd")).toBeVisible();
});

test("the marks follow the view, and are gone with a lease or a pause that were not tried", async ({ page }) => {
  const simulator = await open(page);
  const table = new Table(page);
  for (const view of ["nothing", "versions", "lock values"]) {
    await table.view(view).check();
    await expect(table.cell("redis", "pause")).toHaveAttribute("data-confirmed", "yes");
    await expect(table.cell("chubby", "pause")).toHaveAttribute("data-confirmed", "no");
  }
  const all = await marked(table);
  await simulator.slider("Lease").press("ArrowRight");
  await expect.poll(() => marked(table)).toEqual([]);
  await enter(simulator.lease, "5");
  await expect.poll(() => marked(table)).toEqual(all);
  await enter(simulator.pause, "9");
  await expect.poll(() => marked(table)).toEqual([]);
});
