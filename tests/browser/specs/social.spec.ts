import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

const file = (name: string) => fileURLToPath(new URL(`../../../dist/${name}`, import.meta.url));

// The site knows its address only where it was built for a certain host.
const ADDRESS = process.env.SITE_ADDRESS?.replace(/\/*$/, "/");

test("the page tells other sites what it is, and where it is only if that is known", async ({ page }) => {
  await page.goto("./");
  const meta = (name: string) => page.locator(`head meta[property="${name}"]`);
  await expect(meta("og:title")).toHaveAttribute("content", "Distributed lock simulator");
  await expect(meta("og:type")).toHaveAttribute("content", "website");
  const description = await page.locator("head meta[name=description]").getAttribute("content");
  await expect(meta("og:description")).toHaveAttribute("content", description!);

  const located = page.locator("head :is([rel=canonical], [rel=alternate], [property='og:url'], [property^='og:image'])");
  if (ADDRESS) {
    await expect(page.locator("head [rel=canonical]")).toHaveAttribute("href", ADDRESS);
    await expect(meta("og:image")).toHaveAttribute("content", `${ADDRESS}social.png`);
    expect(JSON.parse(readFileSync(file("oembed.json"), "utf8")).html).toContain(`src="${ADDRESS}v1/"`);
    expect(readFileSync(file("404.html"), "utf8")).toContain(`<a href="${ADDRESS}">`);
  } else {
    await expect(located).toHaveCount(0);
    expect(existsSync(file("oembed.json"))).toBe(false);
    expect(readFileSync(file("404.html"), "utf8")).toContain('<a href="./">');
    const head = readFileSync(file("index.html"), "utf8").split("<body")[0];
    expect(head).not.toMatch(/https?:\/\//);
  }
});

test("the picture beside a link is there in the size that such pictures have", async ({ page }) => {
  await page.goto("social.png");
  const size = await page.locator("img").evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(size).toEqual([1200, 630]);
});

test("the manifest names icons that are there, and begins at the page", async ({ page, baseURL }) => {
  await page.goto("./");
  const address = await page.locator("link[rel=manifest]").evaluate((link: HTMLLinkElement) => link.href);
  const manifest = await (await page.request.get(address)).json();
  expect(new URL(manifest.start_url, address).href).toBe(baseURL);
  expect(new URL(manifest.scope, address).href).toBe(baseURL);
  expect(manifest.icons).toHaveLength(3);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(new URL(src, address).href);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()["content-type"], src).toBe(type);
    if (type !== "image/png") continue;
    const shown = await page.evaluate(async (href) => {
      const image = new Image();
      image.src = href;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, new URL(src, address).href);
    expect(shown).toBe(sizes);
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the page for what is missing needs no other file and leads to the site, ${colorScheme}`, async ({ page, baseURL }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 600 });
    await page.goto("404.html", { waitUntil: "networkidle" });
    expect(asked.filter((url) => !url.startsWith("data:"))).toEqual([`${baseURL}404.html`]);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === "dark" ? "rgb(21, 23, 26)" : "rgb(255, 255, 255)");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const link = page.getByRole("link");
    await expect(link).toHaveCount(1);
    expect(await link.evaluate((link: HTMLAnchorElement) => link.href)).toBe(ADDRESS ?? baseURL);
  });
}
