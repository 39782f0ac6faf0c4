import { expect, test, type Locator, type Page } from "@playwright/test";
import { addressBar, complaints, holdBack, open, scrollsSideways, Simulator, tabTo } from "../simulator";

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

/** What is seen beside the cursor in the frames of a while, and what changes in the page meanwhile. */
function watch(page: Page, millis: number) {
  return page.evaluate(async (millis) => {
    const changed: string[] = [];
    const observer = new MutationObserver((records) => {
      for (const { target } of records) changed.push((target as Element).id);
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    const places = () =>
      [...document.querySelectorAll("#player > :not([popover]), #report")].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height].join(" ");
      }).join(", ");
    const seen = { times: new Set<string>(), places: new Set<string>(), spoken: new Set<string>() };
    const begin = performance.now();
    while (performance.now() - begin < millis) {
      await new Promise(requestAnimationFrame);
      seen.times.add(document.getElementById("time")!.textContent!);
      seen.spoken.add(document.getElementById("moment")!.getAttribute("aria-valuetext")!);
      seen.places.add(places());
    }
    observer.disconnect();
    const [times, spoken] = [[...seen.times], [...seen.spoken]];
    return { times, spoken, places: seen.places.size, changed, tenths: (performance.now() - begin) / 100 };
  }, millis);
}

test("between two steps a played run changes its figures ten times a second, and nothing but them and the cursor", async ({ page }) => {
  const simulator = await open(page, "t=1");
  const { go, time } = player(simulator);
  await go("Play").click();
  await expect(time).not.toHaveText("1 s");
  const { times, spoken, places, changed, tenths } = await watch(page, 1_000);
  for (const time of times) expect(time).toMatch(/^[1-4]\.\d\d s$/);
  expect(spoken).toHaveLength(1);
  expect(places).toBe(1);
  expect(times.length).toBeGreaterThan(2);
  expect(changed).toContain("cursor");
  expect(changed.filter((id) => id !== "cursor" && id !== "time")).toEqual([]);
  expect(changed.filter((id) => id === "time").length).toBeLessThanOrEqual(tenths + 1);
});

test("whatever is played, what is beside the time stays where it is, and at rest the time is exact", async ({ page }) => {
  const simulator = await open(page, "pause=110&lease=9&t=98.5");
  const { go, speed, time, moment } = player(simulator);
  await speed.selectOption("8×");
  const before = await moment.boundingBox();
  await go("Play").click();
  const { times, places } = await watch(page, 1_000);
  expect(times.some((time) => time.length === "99.00 s".length)).toBe(true);
  expect(times.some((time) => time.length === "100.00 s".length)).toBe(true);
  expect(places).toBe(1);
  await go("Stop").click();
  expect(await moment.boundingBox()).toEqual(before);
  const exact = (await time.textContent())!;
  await expect(moment).toHaveAttribute("aria-valuetext", exact);
  await expect(page).toHaveURL(new RegExp(`t=${exact.replace(" s", "$")}`));
});

test("the steps are one stop of the Tab key, in which arrows, Home and End lead from one to another", async ({ page }) => {
  const simulator = await open(page);
  const { marked, current } = player(simulator);
  const button = (step: number) => simulator.steps.nth(step - 1).getByRole("button");
  const last = await simulator.steps.count();
  await tabTo(page, button(1));
  for (const [key, step] of [["ArrowUp", 1], ["ArrowDown", 2], ["ArrowDown", 3], ["ArrowUp", 2], ["End", last], ["ArrowDown", last], ["Home", 1], ["ArrowDown", 2]] as const) {
    await page.keyboard.press(key);
    await expect(button(step)).toBeFocused();
    await expect(marked).toHaveAttribute("data-step", String(step));
  }
  await expect(current).toHaveAttribute("data-step", "1");
  await page.keyboard.press("Enter");
  await expect(current).toHaveAttribute("data-step", "2");
  await page.keyboard.press("Tab");
  await expect(simulator.log.locator(":focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(button(2)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(simulator.log.getByRole("link")).toBeFocused();
});

for (const width of [360, 1280]) {
  test(`before the program the numbers of steps are but text, and become buttons without moving, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const letGo = await holdBack(page, "**/*.wasm");
    await page.goto("./", { waitUntil: "commit" });
    const simulator = new Simulator(page);
    const numbers = simulator.steps.locator(".number");
    const look = () =>
      numbers.evaluateAll((numbers) =>
        numbers.map((number) => {
          const words = document.createRange();
          words.selectNodeContents(number);
          const [box, text] = [number.getBoundingClientRect(), words.getBoundingClientRect()];
          const { color, backgroundColor, fontSize } = getComputedStyle(number);
          return [box.x, box.y, box.width, box.height, text.x, text.y, color, backgroundColor, fontSize, number.textContent];
        }),
      );
    await expect(numbers.first()).toBeVisible();
    await expect(simulator.log.getByRole("button")).toHaveCount(0);
    await expect(numbers.first()).toHaveText("1");
    await expect(numbers.first()).toHaveCSS("cursor", "auto");
    const before = await look();
    letGo();
    await expect(simulator.log.getByRole("button")).toHaveCount(before.length);
    expect(await look()).toEqual(before);
  });
}

test("at 320 px the slider has a row of its own", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const simulator = await open(page);
  const { moment, root } = player(simulator);
  const { y, width, height } = (await moment.boundingBox())!;
  expect(width).toBeGreaterThan(280);
  for (const part of await root.locator("> :not(#moment, [popover])").all()) {
    const box = (await part.boundingBox())!;
    expect(box.y >= y + height || box.y + box.height <= y).toBe(true);
  }
});

test.describe("as large as an embedded figure", () => {
  test.use({ viewport: { width: 320, height: 400 } });

  for (const query of ["", "service=redlock&scenario=clock-jump", "clients=5"]) {
    test(`the picture of "${query}" comes into sight when it is played, above the player`, async ({ page }) => {
      const simulator = await open(page, `${query}&embed=on`);
      const { go, root, cursor, time, figure } = player(simulator);
      await expect(root).toBeInViewport({ ratio: 1 });
      await go("Play").click();
      await expect(time).not.toHaveText("0 s");
      await expect(figure).toBeInViewport({ ratio: 0.3 });
      // The page may still be on its way there.
      await expect(async () => {
        const [picture, line, below] = await Promise.all([figure, cursor, root].map((part) => part.boundingBox()));
        expect(picture!.y).toBeGreaterThanOrEqual(-1);
        expect(below!.y - Math.max(0, line!.y)).toBeGreaterThan(200);
      }).toPass({ timeout: 5_000 });
      await expect(root).toBeInViewport({ ratio: 1 });
      expect(await scrollsSideways(page)).toBe(false);
    });
  }

  test("what has the focus is not below the player", async ({ page }) => {
    const simulator = await open(page, "embed=on");
    const { root } = player(simulator);
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press("Tab");
      const isHidden = await root.evaluate((root) => {
        const at = document.activeElement!;
        if (at === document.body || root.contains(at) || at.id === "timeline") return false;
        return at.getBoundingClientRect().bottom > root.getBoundingClientRect().top && at.getBoundingClientRect().top < root.getBoundingClientRect().bottom;
      });
      expect(isHidden).toBe(false);
    }
  });

  test("the list of keys fits into it", async ({ page }) => {
    const simulator = await open(page, "embed=on");
    const { keys, root } = player(simulator);
    await root.getByRole("button", { name: "Keys" }).click();
    await expect(keys).toBeInViewport({ ratio: 1 });
  });
});
