import { expect, test } from "@playwright/test";
import { enter, open, scrollsSideways, type Simulator } from "../simulator";

const WIDTHS = [320, 768, 1280, 1920];

interface Canvas {
  bitmap: { width: number; height: number };
  box: { width: number; height: number };
  /** The share of the pixels that something was painted on. */
  painted: number;
  colours: number;
  /** Different pixels have different sums, as good as always. */
  sum: number;
}

/** What the canvas holds, looked at pixel by pixel. */
function inspect(simulator: Simulator): Promise<Canvas> {
  return simulator.canvas.evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, width, height);
    const pixels = new Uint32Array(data.buffer);
    const colours = new Set<number>();
    let painted = 0;
    let sum = 0;
    for (const pixel of pixels) {
      // The uppermost byte is the opacity.
      if (pixel >>> 24 > 0) painted += 1;
      if (colours.size < 1_000) colours.add(pixel);
      sum = (Math.imul(sum, 31) + pixel) | 0;
    }
    const box = canvas.getBoundingClientRect();
    return {
      bitmap: { width, height },
      box: { width: box.width, height: box.height },
      painted: painted / pixels.length,
      colours: colours.size,
      sum,
    };
  });
}

/** Waits until there is a pixel on the canvas for each of the screen. */
async function isSharp(simulator: Simulator, ratio: number) {
  await expect
    .poll(async () => {
      const { bitmap, box } = await inspect(simulator);
      return {
        width: bitmap.width - Math.round(box.width * ratio),
        height: bitmap.height - Math.round(box.height * ratio),
      };
    })
    .toEqual({ width: 0, height: 0 });
  const { painted, colours } = await inspect(simulator);
  expect(painted).toBeGreaterThan(0.05);
  expect(colours).toBeGreaterThan(5);
}

for (const deviceScaleFactor of [1, 1.5, 2]) {
  test.describe(`at a device pixel ratio of ${deviceScaleFactor}`, () => {
    test.use({ deviceScaleFactor });

    test("the picture has a pixel for each of the screen and resizes with the window", async ({ page }) => {
      const simulator = await open(page);
      for (const width of [...WIDTHS, 1279, 333]) {
        await page.setViewportSize({ width, height: 720 });
        await isSharp(simulator, deviceScaleFactor);
        const { box } = await inspect(simulator);
        expect(box.width).toBeGreaterThan(Math.min(width, 1280) * 0.85);
        expect(box.width).toBeLessThanOrEqual(width);
      }
    });
  });
}

test("the picture stays sharp in a window whose width is no whole number of pixels", async ({ page }) => {
  const simulator = await open(page);
  await simulator.root.evaluate((root) => (root.style.width = "700.4px"));
  await isSharp(simulator, 1);
  await simulator.root.evaluate((root) => (root.style.width = "700.6px"));
  await isSharp(simulator, 1);
});

test("resizing the window is no failure", async ({ page }) => {
  const simulator = await open(page);
  for (const width of [1280, 540, 320, 900]) {
    await page.setViewportSize({ width, height: 720 });
    await isSharp(simulator, 1);
  }
  await expect(simulator.failure).toBeHidden();
});

for (const width of WIDTHS) {
  test(`the page does not scroll sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    for (const query of [
      "",
      "service=redlock&scenario=clock-jump",
      "clients=5&lease=120&pause=0",
      `service=${"x".repeat(60)}`,
    ]) {
      const simulator = await open(page, query);
      await simulator.more.click();
      expect(await scrollsSideways(page), query).toBe(false);
    }
  });
}

for (const width of [360, ...WIDTHS]) {
  test(`no control sticks out of its place at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    const simulator = await open(page, "service=zookeeper&lease=1&scenario=check-pause");
    await simulator.more.click();
    for (const service of ["etcd", "ZooKeeper", "Redis", "Redlock", "Chubby"]) {
      await simulator.choose("Lock service", service);
      const out = await simulator.controls.evaluate((form) =>
        [...form.querySelectorAll(".field")].flatMap((field) => {
          const { left, right } = field.getBoundingClientRect();
          const inner = [...field.querySelectorAll("label, input, select, span")];
          return inner
            .map((element) => ({ element, box: element.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 0 && (box.left < left - 1 || box.right > right + 1))
            .map(({ element, box }) => `${element.outerHTML.slice(0, 60)} by ${box.right - right} px`);
        }),
      );
      expect.soft(out, service).toEqual([]);
    }
  });
}

test("the icon of the outcome is drawn in lines of the outcome's colour", async ({ page }) => {
  for (const query of ["", "storage=fencing", "pause=3"]) {
    const { verdict } = await open(page, query);
    const colour = await verdict.locator("strong").evaluate((name) => getComputedStyle(name).color);
    await expect(verdict.locator("svg path")).toHaveCSS("fill", "none");
    await expect(verdict.locator("svg path")).toHaveCSS("stroke", colour);
  }
});

test("light and dark are different pictures of the same size, and the theme follows the system", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  const simulator = await open(page);
  const light = await inspect(simulator);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(async () => (await inspect(simulator)).sum).not.toBe(light.sum);
  const dark = await inspect(simulator);
  expect(dark.bitmap).toEqual(light.bitmap);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(async () => (await inspect(simulator)).sum).toBe(light.sum);
});

test("the theme of the link wins over that of the system", async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await inspect(await open(page));
  const darkBackground = await background();
  const light = await inspect(await open(page, "theme=light"));
  const lightBackground = await background();
  expect(light.sum).not.toBe(dark.sum);
  expect(lightBackground).not.toBe(darkBackground);

  await page.emulateMedia({ colorScheme: "light" });
  const chosen = await open(page, "theme=dark");
  await expect.poll(async () => (await inspect(chosen)).sum).toBe(dark.sum);
  expect(await background()).toBe(darkBackground);
  await enter(chosen.pause, "3");
  await expect(page).toHaveURL(/\?pause=3&theme=dark$/);
});

test("another run is another picture, and the same run the same", async ({ page }) => {
  const simulator = await open(page);
  const { sum } = await inspect(simulator);
  await simulator.choose("The storage checks", "fencing tokens");
  await expect.poll(async () => (await inspect(simulator)).sum).not.toBe(sum);
  await simulator.choose("The storage checks", "nothing");
  await expect.poll(async () => (await inspect(simulator)).sum).toBe(sum);
});

test("one screen of 1280 x 720 has room for the title, the default run and the beginning of its log", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const simulator = await open(page);
  const title = page.getByRole("heading", { level: 1 });
  const parts = [title, page.locator("#tour"), simulator.controls, simulator.verdict, simulator.canvas, simulator.steps.first()];
  let end = 0;
  for (const part of parts) {
    const box = (await part.boundingBox())!;
    // One below the other, from the top to the bottom of the window.
    expect(box.y).toBeGreaterThanOrEqual(end - 1);
    end = box.y + box.height;
    expect(end, await part.evaluate((part) => part.id || part.textContent)).toBeLessThanOrEqual(720);
  }
});
