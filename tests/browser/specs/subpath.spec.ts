import { expect, test } from "@playwright/test";
import { addressBar, open, readIncidents, runLinks } from "../simulator";

test("below a sub-path no request leaves the site, and none fails", async ({ page, context, baseURL }) => {
  const site = baseURL ?? "";
  const astray: string[] = [];
  const failed: string[] = [];
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(site) && !/^(data|blob):/.test(url)) astray.push(url);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  context.on("requestfailed", (request) => {
    failed.push(`${request.failure()?.errorText} ${request.url()}`);
  });

  const simulator = await open(page);
  await simulator.choose("Lock service", "Redlock");
  await expect(page).toHaveURL(addressBar("service=redlock"));
  // What is still on its way at a reload would count as failed.
  await page.waitForLoadState("networkidle");
  await page.reload({ waitUntil: "networkidle" });
  await simulator.started();
  await readIncidents(page);

  // Playwright hides the request for the icon, and a link is followed only by a click.
  const references = await page.locator("link[href]:not([rel=canonical], [rel=alternate]), script[src], img[src]").evaluateAll((elements) =>
    elements.map((element) => (element as HTMLLinkElement).href || (element as HTMLScriptElement).src),
  );
  // The links to runs differ in nothing but their queries, which need not all be asked for.
  const links = await runLinks(page).evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(references.length).toBeGreaterThan(0);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((url) => !url.startsWith(`${site}?`))).toEqual([]);
  for (const url of [...references, links[0]]) {
    expect(url.startsWith(site), `${url} is part of the site`).toBe(true);
    expect((await page.request.get(url)).status(), url).toBe(200);
  }
  expect(astray).toEqual([]);
  expect(failed).toEqual([]);
});

test("the site also works by the name of its file", async ({ page }) => {
  await page.goto("./index.html?storage=fencing");
  await expect(page.getByRole("region", { name: "Outcome" })).toHaveText(/^Protected/);
});
