import { expect, test, type Locator, type Page } from "@playwright/test";
import { addressBar, complaints, open, scrollsSideways, type Simulator } from "../simulator";

function player(simulator: Simulator) {
  const root = simulator.root.getByRole("region", { name: "Player" });
  return {
    root,
    go: (name: string) => root.getByRole("button", { name, exact: true }),
    moment: root.getByRole("slider", { name: "Moment" }),
    time: root.locator("#time"),
    speed: root.getByRole("combobox", { name: "Speed" }),
    repeat: root.getByRole("checkbox", { name: "Repeat" }),
    keys: root.locator("#keys"),
    figure: simulator.root.locator("#timeline"),
    cursor: simulator.root.locator("#cursor"),
    tip: simulator.root.locator("#tip"),
    current: simulator.log.locator("[aria-current]"),
    marked: simulator.log.locator("[data-marked]"),
    now: (name: string) => simulator.root.getByRole("region", { name: "At this moment" })
      .locator("div").filter({ has: simulator.root.page().locator(`dt:text-is("${name}")`) }).locator("dd"),
  };
}

/** Where the cursor stands, in pixels from the left edge of the picture. */
async function across(cursor: Locator): Promise<number> {
  return cursor.evaluate((line) => {
    const { left, width } = line.getBoundingClientRect();
    return left + width / 2 - line.parentElement!.getBoundingClientRect().left;
  });
}

/** Counts from now on how often the canvas is painted on. */
async function countPainting(page: Page) {
  await page.evaluate(() => {
    const canvas = document.querySelector("canvas")!;
    const counted = canvas as HTMLCanvasElement & { painted?: number };
    counted.painted = 0;
    const get = canvas.getContext.bind(canvas) as (kind: string) => unknown;
    canvas.getContext = ((kind: string) => {
      counted.painted!++;
      return get(kind);
    }) as typeof canvas.getContext;
  });
}

function painted(page: Page): Promise<number> {
  return page.evaluate(() => (document.querySelector("canvas") as HTMLCanvasElement & { painted?: number }).painted!);
}

test("the buttons lead through the run step by step, and what is so at each is said", async ({ page }) => {
  const heard = complaints(page);
  const simulator = await open(page);
  const { go, time, current, now } = player(simulator);
  await expect(time).toHaveText("0 s");
  await expect(now("Holds the lock")).toHaveText("nobody");
  await go("To the end").click();
  await expect(time).toHaveText("8.66 s");
  await expect(now("Stored")).toHaveText("from A, version 2");
  await expect(current).toHaveAttribute("data-step", String(await simulator.steps.count()));
  await go("To the step before").click();
  await expect(now("On its way")).toHaveText("nothing");
  await go("To the step before").click();
  await expect(now("On its way")).toHaveText("A’s release");
  await go("To the start").click();
  await go("To the next step").click();
  await expect(time).not.toHaveText("0 s");
  await expect(now("Holds the lock")).toHaveText("A");
  await expect(page).toHaveURL(addressBar("t=0.02"));
  expect(heard).toEqual([]);
});

test("going forth and back again ends where it began", async ({ page }) => {
  const simulator = await open(page, "service=redlock&scenario=clock-jump&t=0.5");
  const { go, time, cursor, figure, root } = player(simulator);
  const state = async () => [await time.textContent(), await across(cursor), await root.page().locator("#now").innerText(), await figure.screenshot()];
  const before = await state();
  for (let round = 0; round < 12; round++) await go("To the next step").click();
  for (let round = 0; round < 30; round++) await go("To the step before").click();
  await expect(time).toHaveText("0 s");
  await page.goto("./?service=redlock&scenario=clock-jump&t=0.5");
  await simulator.started();
  await page.mouse.move(0, 0);
  await expect(time).toHaveText("0.5 s");
  expect(await state()).toEqual(before);
});

test("the slider for the moment can be dragged and moved by keys, and says the time", async ({ page }) => {
  const simulator = await open(page);
  const { moment, time, cursor } = player(simulator);
  await moment.focus();
  await page.keyboard.press("End");
  await expect(moment).toHaveAttribute("aria-valuetext", "8.66 s");
  const end = await across(cursor);
  await page.keyboard.press("Home");
  await expect(moment).toHaveAttribute("aria-valuetext", "0 s");
  expect(await across(cursor)).toBeLessThan(end);
  const box = (await moment.boundingBox())!;
  await page.mouse.move(box.x + 8, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await expect(time).toHaveText(/^4\.\d+ s$/);
  await page.mouse.up();
  await expect(page).toHaveURL(/\?t=4\.\d+$/);
});

test("keys work while the picture has the focus, and leave the page alone otherwise", async ({ page }) => {
  const simulator = await open(page);
  const { figure, time, keys, root } = player(simulator);
  await page.locator("h1").click();
  await page.keyboard.press("End");
  await expect(time).toHaveText("0 s");
  await figure.focus();
  await page.keyboard.press("End");
  await expect(time).toHaveText("8.66 s");
  await page.keyboard.press("ArrowLeft");
  await expect(time).not.toHaveText("8.66 s");
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(time).toHaveText(/^0\.08\d s$/);
  await page.keyboard.press("?");
  await expect(keys).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.keyboard.press(" ");
  await expect(root).toHaveAttribute("data-playing", "");
  await page.keyboard.press(" ");
  await expect(root).not.toHaveAttribute("data-playing", "");
});

test("while a run is played only the cursor moves, and it stops at the end", async ({ page }) => {
  const simulator = await open(page);
  const { go, speed, time, cursor, root } = player(simulator);
  await speed.selectOption("8×");
  await countPainting(page);
  const begin = await across(cursor);
  await go("Play").click();
  await expect.poll(() => across(cursor)).toBeGreaterThan(begin + 50);
  await expect(time).toHaveText("8.66 s");
  await expect(root).not.toHaveAttribute("data-playing", "");
  await expect(page).toHaveURL(addressBar("t=8.66"));
  expect(await painted(page)).toBe(0);
});

test("a run that is repeated begins again, until it is stopped", async ({ page }) => {
  const simulator = await open(page, "scenario=normal");
  const { go, speed, repeat, cursor, root } = player(simulator);
  await speed.selectOption("8×");
  await repeat.check();
  await go("Play").click();
  let highest = 0;
  await expect.poll(async () => {
    const now = await across(cursor);
    highest = Math.max(highest, now);
    return now < highest - 100;
  }).toBe(true);
  await go("Stop").click();
  await expect(root).not.toHaveAttribute("data-playing", "");
});

test("a run goes on by steps where reduced motion is wanted", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const simulator = await open(page);
  const { go, time, root } = player(simulator);
  await go("Play").click();
  await expect(time).toHaveText("0.02 s");
  await expect(root).toHaveAttribute("data-playing", "");
  await go("Stop").click();
});

test("a step is marked in picture and list when either is pointed at", async ({ page }) => {
  const simulator = await open(page);
  const { marked, tip } = player(simulator);
  const last = simulator.steps.last();
  await last.scrollIntoViewIfNeeded();
  await last.hover();
  await expect(marked).toHaveCount(1);
  await expect(tip).toBeAttached();
  await expect(tip).toHaveText(`${await simulator.steps.count()}. ${await last.locator(".text").textContent()}`);
  await simulator.canvas.scrollIntoViewIfNeeded();
  await page.locator("h1").hover();
  await expect(marked).toHaveCount(0);
  await expect(tip).toBeHidden();
});

for (const width of [320, 1280]) {
  test(`what is said about a step stays inside the picture, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const simulator = await open(page, "service=redlock&scenario=clock-jump&clients=5");
    const { tip, figure } = player(simulator);
    for (const step of await simulator.steps.getByRole("button").all()) {
      await step.focus();
      const words = (await tip.locator("p").boundingBox())!;
      const picture = (await figure.boundingBox())!;
      expect(words.x).toBeGreaterThanOrEqual(picture.x - 1);
      expect(words.x + words.width).toBeLessThanOrEqual(picture.x + picture.width + 1);
    }
    expect(await scrollsSideways(page)).toBe(false);
  });
}

test("pressing a step, or its place in the picture, leads to its moment", async ({ page }) => {
  const simulator = await open(page);
  const { time, current, figure } = player(simulator);
  await simulator.steps.nth(9).getByRole("button").click();
  await expect(current).toHaveAttribute("data-step", "10");
  const at = await simulator.steps.nth(9).locator(".at").textContent();
  await expect(time).toHaveText(at!);
  const box = (await figure.boundingBox())!;
  await figure.click({ position: { x: box.width / 2, y: 40 } });
  await expect(time).toHaveText(/^[45]\.\d+ s$/);
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 780 } });

  test("a run can be played and looked into", async ({ page }) => {
    const simulator = await open(page);
    const { go, time, marked, root } = player(simulator);
    await go("To the next step").tap();
    await expect(time).toHaveText("0.02 s");
    await simulator.steps.nth(4).getByRole("button").tap();
    await expect(marked).toHaveAttribute("data-step", "5");
    for (const button of await root.getByRole("button").all()) {
      const { width, height } = (await button.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    }
    expect(await scrollsSideways(page)).toBe(false);
  });
});

test("a link restores the moment, and one that is too late means the end", async ({ page }) => {
  const simulator = await open(page, "storage=fencing&t=6");
  const { time, now } = player(simulator);
  await expect(time).toHaveText("6 s");
  await expect(now("Believes it does")).toHaveText("A and B");
  await page.goto("./?storage=fencing&t=3000");
  await simulator.started();
  await expect(time).toHaveText("8.66 s");
  await expect(now("Stored")).toHaveText("from B, version 1, highest token 34");
});
