import { expect, test } from "@playwright/test";
import { open, Simulator } from "../simulator";

test("on paper there are the outcome, the picture in light colours, the steps and the link", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const simulator = await open(page, "service=redlock&scenario=clock-jump&theme=dark");
  const pixels = () => simulator.canvas.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const dark = await pixels();

  // What happens before a page is printed.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await expect(simulator.verdict).toBeVisible();
  await expect(simulator.canvas).toBeVisible();
  await expect(simulator.steps.first()).toBeVisible();
  await expect(page.locator("#printed-link")).toHaveText(page.url());
  for (const selector of ["#controls", "#player", "#tools", ".tour", "article", "footer"])
    await expect(page.locator(selector).first()).toBeHidden();
  const light = await pixels();
  expect(light).not.toBe(dark);
  // It is as sharp as paper, and not out of proportion.
  const shape = await simulator.canvas.evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas.getBoundingClientRect();
    return { wide: canvas.width, drawn: canvas.width / canvas.height, shown: width / height };
  });
  expect(shape.wide).toBe(2_040);
  expect(shape.shown).toBeCloseTo(shape.drawn, 1);

  await page.emulateMedia({ media: null });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect.poll(pixels).toBe(dark);
});

test("a usual run is printed on two sheets at most", async ({ page }) => {
  await open(page);
  const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(sheets?.length).toBeLessThanOrEqual(2);
});

test("a figure by itself is printed with its outcome, its picture, its steps and its link", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("v1/?service=redlock&scenario=clock-jump");
  const simulator = new Simulator(page);
  await simulator.started();
  const pixels = () => simulator.canvas.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const dark = await pixels();

  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  for (const there of [simulator.verdict, simulator.canvas, simulator.steps.first()]) await expect(there).toBeVisible();
  await expect(page.locator("#printed-link")).toHaveText(page.url());
  await expect(page.locator("#printed-link")).toBeVisible();
  for (const selector of ["#controls", "#player", "#tools", "#standing", "#full-page"])
    await expect(page.locator(selector)).toBeHidden();
  expect(await pixels()).not.toBe(dark);
  await page.emulateMedia({ media: null });
  await expect(page.locator("#printed-link")).toBeHidden();

  const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(sheets?.length).toBeLessThanOrEqual(2);
});
