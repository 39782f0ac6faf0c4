import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";

const DIST = new URL("../../../dist/", import.meta.url);

/** The size of a built file as a host transfers it. */
async function gzipSize(path: string): Promise<number> {
  const content = await readFile(fileURLToPath(new URL(path, DIST)));
  return gzipSync(content, { level: 9 }).length;
}

// The most that a first visit may transfer, in bytes after gzip. Narrow screens get a picture of
// their own on top, which is there until the program is. What a worker keeps for later visits comes
// when the page is there, and does not count.
for (const { what, place, width, limit, hasNarrowPicture } of [
  { what: "the page", place: "", width: 1280, limit: 138_000, hasNarrowPicture: false },
  { what: "the page", place: "", width: 360, limit: 140_500, hasNarrowPicture: true },
  { what: "a figure alone", place: "v1/", width: 720, limit: 115_000, hasNarrowPicture: false },
]) {
  test(`the first load of ${what} is at most ${limit / 1000} kB after gzip, at ${width} px`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height: 720 });
    const site = baseURL ?? "";
    const requested = new Set<string>();
    page.on("request", (request) => requested.add(request.url()));
    // A program that is there very soon saves the picture. What counts is a visit that needs both.
    if (hasNarrowPicture) {
      const picture = page.waitForRequest("**/default-run-narrow.svg");
      await page.route("**/*.wasm", async (route) => {
        await picture;
        await route.continue();
      });
    }
    await page.goto(`./${place}`, { waitUntil: "networkidle" });

    // Playwright hides the request for the icon, which a visitor's browser does make.
    const icons = await page
      .locator("link[rel~=icon]")
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));

    const sizes = new Map<string, number>();
    for (const url of [...requested, ...icons]) {
      if (/^(data|blob):/.test(url)) continue;
      expect(url.startsWith(site), `${url} comes with the site`).toBe(true);
      const path = new URL(url).pathname.slice(new URL(site).pathname.length).replace(/^$|(?<=\/)$/, "index.html");
      sizes.set(path, await gzipSize(path));
    }

    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [path, size] of [...sizes, [`in all, at ${width} px`, total] as const]) {
      console.log(`${(size / 1000).toFixed(1).padStart(8)} kB  ${path}`);
    }
    expect([...sizes.keys()].some((path) => path.endsWith(".wasm")), "the program is measured").toBe(true);
    expect(sizes.has("default-run-narrow.svg"), "the narrow picture is measured").toBe(hasNarrowPicture);
    expect(total).toBeLessThanOrEqual(limit);
  });
}
