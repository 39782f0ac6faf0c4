import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { Figure, openHost, SCRIPT, told } from "../host";
import { serve } from "../server.mjs";
import { complaints } from "../simulator";

const RUNS = [
  { attributes: "", verdict: /^Corrupted/ },
  { attributes: 'storage="fencing"', verdict: /^Protected/ },
  { attributes: 'pause="3"', verdict: /^Safe/ },
  { attributes: 'service="redlock" scenario="clock-jump"', verdict: /^Corrupted/ },
  { attributes: 'service="zookeeper" storage="fencing" theme="dark"', verdict: /^Protected/ },
  { attributes: 'service="redis" scenario="failover"', verdict: /^Corrupted/ },
  { attributes: 'scenario="failover"', verdict: /^Safe/ },
  { attributes: 'service="chubby" lockdelay="10"', verdict: /^At risk/ },
  { attributes: 'scenario="normal" controls="none"', verdict: /^Safe/ },
  { attributes: 'service="redis" storage="value"', verdict: /^Protected/ },
];

test("ten figures on a page load when a reader comes to them, and each shows its own run", async ({ page, baseURL }) => {
  test.slow();
  const heard = complaints(page);
  const figures = RUNS.map(({ attributes }, place) => `<p>${"Text. ".repeat(600)}</p><lock-simulator id="run${place}" ${attributes}></lock-simulator>`);
  await openHost(page, baseURL!, SCRIPT + figures.join(""));
  await new Figure(page, "#run0").started();
  expect(await told(page), "the last one is far away").not.toContainEqual(["run9", "ready", {}]);
  for (const [place, { verdict }] of RUNS.entries()) {
    const figure = new Figure(page, `#run${place}`);
    await figure.element.scrollIntoViewIfNeeded();
    await figure.started();
    await expect(figure.simulator.verdict).toHaveText(verdict);
  }
  // None has been disturbed by those that came after it.
  for (const [place, { verdict }] of RUNS.entries())
    await expect(new Figure(page, `#run${place}`).simulator.verdict).toHaveText(verdict);
  const ready = (await told(page)).filter(([, word]) => word === "ready").map(([id]) => id);
  expect(ready.toSorted()).toEqual(RUNS.map((_, place) => `run${place}`));
  expect(heard).toEqual([]);
});

test("a reader's change in one figure leaves the others alone", async ({ page, baseURL }) => {
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator id="one"></lock-simulator><lock-simulator id="two"></lock-simulator>`);
  const [one, two] = [new Figure(page, "#one"), new Figure(page, "#two")];
  await one.started();
  await two.element.scrollIntoViewIfNeeded();
  await two.started();
  await one.simulator.choose("The storage checks", "fencing tokens");
  await expect(one.simulator.verdict).toHaveText(/^Protected/);
  await expect(two.simulator.verdict).toHaveText(/^Corrupted/);
});

test("a figure follows the width of the page, and comes to rest at each", async ({ page, baseURL }) => {
  test.slow();
  await openHost(page, baseURL!, `<style>body { margin: 0 }</style>${SCRIPT}<lock-simulator></lock-simulator>`);
  const figure = new Figure(page);
  await figure.started();
  await page.evaluate(() => {
    const heights: number[] = [];
    Object.assign(window, { heights });
    addEventListener("message", ({ data }) => data.type === "lock-simulator:height" && heights.push(data.height));
  });
  const heights = () => page.evaluate(() => (window as unknown as { heights: number[] }).heights);
  const seen = new Map<number, number>();
  for (const width of [320, 640, 1280, 640]) {
    const before = (await heights()).length;
    await page.setViewportSize({ width, height: 720 });
    await expect.poll(() => figure.frame.evaluate((frame) => frame.clientWidth)).toBe(width);
    await figure.fits();
    // Some frames of rest, in which a height that follows from itself would go on and on.
    await expect
      .poll(async () => {
        const count = (await heights()).length;
        await figure.inside.locator("html").evaluate(async () => {
          for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
        });
        return (await heights()).length - count;
      })
      .toBe(0);
    await figure.fits();
    expect((await heights()).length - before, `messages at ${width} px`).toBeLessThanOrEqual(6);
    const height = await figure.frame.evaluate((frame) => frame.clientHeight);
    expect(seen.get(width) ?? height, `the same height at ${width} px on the way back`).toBe(height);
    seen.set(width, height);
    const inside = await figure.inside.locator("html").evaluate((root) => ({
      bar: innerWidth - root.clientWidth,
      sideways: root.scrollWidth - root.clientWidth,
    }));
    expect(inside, `scroll bars at ${width} px`).toEqual({ bar: 0, sideways: 0 });
  }
  expect(new Set(seen.values()).size).toBeGreaterThan(1);
});

test.describe("what is downloaded", () => {
  let server: Server;
  let downloads: Promise<{ path: string; size: number }>[];

  // A server of its own tells what a browser with a cache has asked for.
  test.beforeEach(async () => {
    downloads = [];
    server = serve();
    server.on("request", (request) => {
      const [path] = request.url!.split("?");
      if (request.headers.host!.startsWith("localhost")) return;
      const file = new URL(`../../../dist${path.replace(/\/$/, "/index.html")}`, import.meta.url);
      downloads.push(readFile(file).then((content) => ({ path, size: gzipSync(content, { level: 9 }).length })));
    });
    if (!server.listening) await once(server, "listening");
  });

  test.afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const paths = async () => (await Promise.all(downloads)).map(({ path }) => path);

  const weigh = async (when: string) => {
    const all = await Promise.all(downloads);
    for (const { path, size } of all) console.log(`${(size / 1000).toFixed(1).padStart(8)} kB  ${path}`);
    const total = all.reduce((sum, { size }) => sum + size, 0);
    console.log(`${(total / 1000).toFixed(1).padStart(8)} kB  ${when}`);
    return total;
  };

  for (const width of [360, 1280]) {
    test(`a figure weighs at most 115 kB after gzip at ${width} px, and a second one 6 kB more`, async ({ page }) => {
      await page.setViewportSize({ width, height: 720 });
      const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/locks/`;
      await openHost(page, site, `${SCRIPT}<lock-simulator id="one"></lock-simulator>`);
      await new Figure(page, "#one").started();
      for (const part of [/\.wasm$/, /\/embed\.js$/, /\/pictures\//])
        await expect.poll(async () => (await paths()).some((path) => part.test(path)), `${part} is measured`).toBe(true);
      expect.soft(await weigh(`first figure, at ${width} px`)).toBeLessThanOrEqual(115_000);
      downloads = [];
      await page.evaluate(() => {
        const second = document.createElement("lock-simulator");
        second.id = "two";
        second.setAttribute("service", "redlock");
        second.setAttribute("scenario", "clock-jump");
        document.body.append(second);
        second.scrollIntoView();
      });
      await new Figure(page, "#two").started();
      expect(await weigh(`second figure, at ${width} px`)).toBeLessThanOrEqual(6_000);
    });
  }
});
