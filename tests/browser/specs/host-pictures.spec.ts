// Which run has which picture is said by what draws them, by the element, and by the figure's page.
// That the two scripts say the same is tested natively (`tests/embedding.rs`); this is that they do it.

import { readdir } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { openHost, SCRIPT } from "../host";

const SERVICES = ["etcd", "zookeeper", "redis", "redlock", "chubby"];
const SCENARIOS = ["normal", "pause", "check-pause", "overrun", "delay", "crash", "partition", "clock-jump", "failover", "custom"];
const STORAGE = ["any", "fencing", "value"];

const queries = (scenarios: string[]) =>
  SERVICES.flatMap((service) =>
    scenarios.flatMap((scenario) => STORAGE.map((storage) => `service=${service}&scenario=${scenario}&storage=${storage}`)),
  );

const WIDTHS = [900, 400];

/** What is drawn when the site is built. */
async function drawn(): Promise<string[]> {
  const files = await readdir(new URL("../../../dist/v1/pictures/", import.meta.url));
  return files.filter((file) => file.endsWith(".svg")).toSorted();
}

/** The names of the files that are asked for. */
function names(sources: (string | null | undefined)[]): string[] {
  return sources.flatMap((source) => (source ? source.slice(source.lastIndexOf("/") + 1) : [])).toSorted();
}

test("the element knows which runs have a picture", async ({ page, baseURL }) => {
  await page.route(/\/v1\/($|[?#]|pictures)/, (route) => route.abort());
  await openHost(page, baseURL!, SCRIPT);
  const sources = await page.evaluate(
    async ({ queries, widths }) => {
      await customElements.whenDefined("lock-simulator");
      const element = document.createElement("lock-simulator");
      return widths.flatMap((width) =>
        queries.map((query) => {
          element.style.width = `${width}px`;
          element.setAttribute("query", query);
          document.body.append(element);
          return element.shadowRoot!.querySelector("img")?.src;
        }),
      );
    },
    { queries: queries(SCENARIOS), widths: WIDTHS },
  );
  expect(names(sources)).toEqual(await drawn());
});

test("the figure's page knows which runs have a picture", async ({ page }) => {
  const html = await (await page.request.get("v1/")).text();
  const script = [...html.matchAll(/<script[^>]*\bsrc="?([^" >]+)[^>]*>/g)].find(([tag]) => /figure/.test(tag) && !/program/.test(tag))?.[1];
  // The places that the script knows, in a page that has failed already.
  const stub = `<!doctype html><html data-failed><script src="${script}"></script><div id="simulator">
    <div id="outcome"></div><div id="timeline"></div><div id="keys"></div><a id="full-page"></a></div>`;
  await page.route(/\/v1\/\?/, (route) => route.fulfill({ contentType: "text/html", body: stub }));
  await page.route("**/pictures/*", (route) => route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }));
  await page.goto("v1/?");
  const sources = await page.evaluate(
    async ({ queries, widths }) => {
      const ask = async (query: string, width: number) => {
        const frame = document.createElement("iframe");
        frame.width = `${width}`;
        frame.src = `?${query}`;
        const loaded = new Promise((resolve) => (frame.onload = resolve));
        document.body.append(frame);
        await loaded;
        const source = frame.contentDocument!.querySelector("#timeline > img")?.getAttribute("src");
        frame.remove();
        return source;
      };
      const sources = [];
      for (const width of widths) sources.push(...(await Promise.all(queries.map((query) => ask(query, width)))));
      return sources;
    },
    // A frame for each of all scenarios would take long.
    { queries: queries(["clock-jump", "custom"]), widths: WIDTHS },
  );
  expect(names(sources)).toEqual((await drawn()).filter((file) => file.includes("-clock-jump")));
});
