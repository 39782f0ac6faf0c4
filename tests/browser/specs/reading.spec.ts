import { expect, test, type Page } from "@playwright/test";
import { addressBar, runLinks, scrollsSideways, Table } from "../simulator";

test.use({ javaScriptEnabled: false });

/** Goes to the incidents by the link that leads there. */
async function toIncidents(page: Page, site: string) {
  await page.goto("./");
  await page.locator("#incidents-page").click();
  await expect(page).toHaveURL(`${site}incidents.html`);
}

for (const width of [320, 1280]) {
  test(`without JavaScript the article and its table can be read, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    await page.goto("./");
    for (const name of [
      "What a distributed lock is",
      "Leases",
      "The pause problem",
      "Why checking does not help",
      "Fencing, and where the number comes from",
      "Storage that cannot compare tokens",
      "Redlock and the debate",
      "What the lock is for",
      "History",
      "Sources",
      "Seen in the field",
    ]) {
      await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    }
    const table = new Table(page);
    await expect(table.root).toBeVisible();
    await expect(table.cell("etcd", "pause")).toHaveText("from B, protected");
    await expect(table.cell("redlock", "clock-jump")).toHaveText("from B, corrupted");
    await expect(table.links).toHaveCount(45);
    // Playwright's own scripts run where those of the page do not.
    expect(await scrollsSideways(page)).toBe(false);
  });

  test(`without JavaScript the incidents are a page of their own that can be read, at ${width} px`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height: 720 });
    await toIncidents(page, baseURL!);
    await expect(page.getByRole("heading", { name: "Seen in the field", exact: true })).toBeVisible();
    expect(await page.locator(".incidents li").count()).toBeGreaterThanOrEqual(12);
    await expect(page.locator(".incidents li").last()).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByRole("link", { name: "To the simulator", exact: true }).click();
    await expect(page).toHaveURL(addressBar(""));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}

test("without JavaScript links to runs are links to this page, with their queries", async ({ page, baseURL }) => {
  await page.goto("./");
  const urls = await runLinks(page).evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(urls.length).toBeGreaterThan(52);
  for (const url of urls) expect(url.startsWith(`${baseURL}?`), url).toBe(true);
  for (const { link, query } of [
    { link: page.locator("#tour a").nth(1), query: "storage=fencing" },
    { link: page.locator("article p a[href^='?']").first(), query: "scenario=crash" },
    { link: new Table(page).cell("redis", "failover"), query: "service=redis&scenario=failover" },
  ]) {
    const response = page.waitForResponse((response) => response.url().includes("?"));
    await link.click();
    expect((await response).status()).toBe(200);
    await expect(page).toHaveURL(addressBar(query));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("noscript p")).toBeVisible();
    await expect(new Table(page).root).toBeVisible();
  }
});

test("without JavaScript links to the runs of incidents lead to the simulator, with their queries", async ({ page, baseURL }) => {
  await toIncidents(page, baseURL!);
  const urls = await runLinks(page).evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(urls.length).toBeGreaterThanOrEqual(24);
  for (const url of urls) expect(url.startsWith(`${baseURL}?`), url).toBe(true);
  await page.locator(".incidents .runs a").first().click();
  await expect(page).toHaveURL(addressBar("service=zookeeper&scenario=check-pause&lease=40&pause=49.7&renew=on&obey=on"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(new Table(page).root).toBeVisible();
});

test("a run is linked by the name of the page's file as well", async ({ page, baseURL }) => {
  await page.goto("./index.html");
  await new Table(page).cell("redis", "failover").click();
  await expect(page).toHaveURL(`${baseURL}index.html?service=redis&scenario=failover`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("without JavaScript nothing in the article can be changed that would not change anything", async ({ page }) => {
  await page.goto("./");
  // The buttons for the view of the table need the program.
  await expect(page.locator("article input:visible")).toHaveCount(0);
});
