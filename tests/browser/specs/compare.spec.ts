import { expect, test, type Page } from "@playwright/test";
import { addressBar, axe, complaints, enter, open, scrollsSideways, Simulator, tabTo } from "../simulator";

const FENCING = "compare=storage:fencing";

function comparison(simulator: Simulator) {
  const { root } = simulator;
  const below = root.getByRole("region", { name: "The run below" });
  return {
    button: root.getByRole("button", { name: "Compare", exact: true }),
    menu: root.getByRole("combobox", { name: "Compare with" }),
    above: root.locator("#this-name"),
    below,
    name: below.getByRole("heading"),
    verdict: below.locator(".verdict"),
    told: below.locator(".told"),
    canvas: below.locator("canvas"),
    swap: below.getByRole("link", { name: "Swap the two" }),
    leave: below.getByRole("link", { name: "Leave the comparison" }),
    steps: root.locator("#other-steps li"),
    marked: {
      above: simulator.steps.and(root.locator("[data-difference]")),
      below: root.locator("#other-steps li[data-difference]"),
    },
    lines: root.locator(".difference"),
  };
}

/** Opens the page and the tool. */
async function openTool(page: Page, query = "") {
  const simulator = await open(page, query);
  const found = comparison(simulator);
  await found.button.click();
  await expect(found.menu).toBeVisible();
  return { simulator, ...found };
}

/** Opens a link with another run in it. */
async function openBoth(page: Page, query: string) {
  const simulator = await open(page, query);
  const found = comparison(simulator);
  await expect(found.canvas).toBeVisible();
  return { simulator, ...found };
}

for (const { query = "", choice, link, above, below } of [
  { choice: "the same with fencing", link: FENCING, above: "The storage checks: nothing", below: "The storage checks: fencing tokens" },
  { query: "storage=fencing", choice: "the same without fencing", link: "storage=fencing&compare=storage:any", above: "The storage checks: fencing tokens", below: "The storage checks: nothing" },
  ...["ZooKeeper", "Redis", "Redlock", "Chubby"].map((name) => ({
    query: "", choice: name, link: `compare=service:${name.toLowerCase()}`, above: "Lock service: etcd", below: `Lock service: ${name}`,
  })),
]) {
  test(`compared with ${choice}, the link brings the two back`, async ({ page }) => {
    const heard = complaints(page);
    const found = await openTool(page, query);
    await found.menu.selectOption(choice);
    await expect(found.above).toHaveText(`Above ${above}`);
    await expect(found.name).toHaveText(`Below ${below}`);
    await expect(page).toHaveURL(addressBar(link));
    const said = await Promise.all([found.verdict.innerText(), found.told.innerText(), found.steps.allInnerTexts()]);
    await page.reload();
    await expect(found.canvas).toBeVisible();
    await expect(found.name).toHaveText(`Below ${below}`);
    expect(await Promise.all([found.verdict.innerText(), found.told.innerText(), found.steps.allInnerTexts()])).toEqual(said);
    await expect(page).toHaveURL(addressBar(link));
    await found.button.click();
    await expect(found.menu.locator("option:checked")).toHaveText(choice);
    await found.menu.selectOption("no other run");
    await expect(found.below).toHaveCount(0);
    await expect(found.above).toBeHidden();
    await expect(page).toHaveURL(addressBar(query));
    expect(heard).toEqual([]);
  });
}

test("what was there before the last change can be put below", async ({ page }) => {
  const { simulator, menu, name, above } = await openTool(page);
  await expect(menu.locator("option", { hasText: "before the last edit" })).toHaveCount(0);
  await enter(simulator.lease, "6");
  await expect(menu.locator("option", { hasText: "before the last edit" })).toHaveCount(1);
  await menu.selectOption("before the last edit");
  await expect(above).toHaveText("Above Lease: 6 s");
  await expect(name).toHaveText("Below Lease: 5 s");
  await expect(page).toHaveURL(addressBar("lease=6&compare=lease:5"));
});

test("a control changes both runs, but for what they differ in", async ({ page }) => {
  const { simulator, name, above } = await openBoth(page, FENCING);
  await simulator.choose("Lock service", "ZooKeeper");
  await expect(page).toHaveURL(addressBar(`service=zookeeper&${FENCING}`));
  await enter(simulator.lease, "7");
  await expect(page).toHaveURL(addressBar(`service=zookeeper&lease=7&${FENCING}`));
  await simulator.choose("The storage checks", "versions");
  await expect(above).toHaveText("Above The storage checks: versions");
  await expect(name).toHaveText("Below The storage checks: fencing tokens");
  await simulator.choose("The storage checks", "fencing tokens");
  await expect(page).toHaveURL(addressBar("service=zookeeper&storage=fencing&lease=7"));
  await expect(name).toHaveCount(0);
  await page.goBack();
  await expect(name).toHaveText("Below The storage checks: fencing tokens");
});

test("the two can be swapped and left, with the mouse and with the keyboard", async ({ page }) => {
  const { simulator, swap, leave, button, name, above, verdict, below } = await openBoth(page, `${FENCING}&t=6`.split("&").reverse().join("&"));
  await expect(simulator.verdict).toContainText("Corrupted");
  await expect(verdict).toContainText("Protected");
  const y = await page.evaluate(() => scrollY);
  await swap.click();
  await expect(page).toHaveURL(addressBar("storage=fencing&t=6&compare=storage:any"));
  await expect(above).toHaveText("Above The storage checks: fencing tokens");
  await expect(name).toHaveText("Below The storage checks: nothing");
  await expect(simulator.verdict).toContainText("Protected");
  await expect(verdict).toContainText("Corrupted");
  await expect(swap).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(addressBar(`t=6&${FENCING}`));
  expect(await page.evaluate(() => scrollY)).toBe(y);
  await page.keyboard.press("Tab");
  await expect(leave).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(addressBar("t=6"));
  await expect(below).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(simulator.root.locator("[data-difference], .difference")).toHaveCount(0);
});

test("the first difference is marked in both pictures and both lists, and said", async ({ page }) => {
  const { simulator, marked, lines, told } = await openBoth(page, FENCING);
  await expect(told).toHaveText(/^The first difference is at 8\.6 s\. Above, step 20: The storage accepts .* Below, step 20: The storage refuses /);
  for (const [step, words] of [[marked.above, "accepts"], [marked.below, "refuses"]] as const) {
    await expect(step).toHaveCount(1);
    await expect(step).toContainText(/^20/);
    await expect(step).toContainText("First difference");
    await expect(step).toContainText(words);
  }
  await expect(lines).toHaveCount(2);
  const columns = await lines.evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().left));
  expect(columns[0]).toBeCloseTo(columns[1], 0);
  // In the picture it stands where the cursor stands at that moment.
  await simulator.root.getByRole("button", { name: "Go to step 20" }).click();
  const cursor = await simulator.root.locator("#cursor").evaluate((line) => line.getBoundingClientRect().left);
  expect(Math.abs(cursor - columns[0])).toBeLessThan(3);
  await enter(simulator.pause, "3");
  await expect(told).toHaveText("Both runs take the same course.");
  await expect(lines).toHaveCount(0);
  await expect(simulator.root.locator("[data-difference]")).toHaveCount(0);
});

test("marks stay when the steps above are written anew", async ({ page }) => {
  const { simulator, marked } = await openBoth(page, "lease=6&compare=lease:5");
  await expect(marked.above).toContainText("First difference");
  const slider = simulator.slider("Pause");
  await slider.focus();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(addressBar("lease=6&pause=12&compare=lease:5"));
  await expect(marked.above).toHaveCount(1);
  await expect(marked.below).toHaveCount(1);
});

test("the cursor stands in both pictures, and goes as far as the longer run does", async ({ page }) => {
  const { simulator, canvas, button } = await openBoth(page, "service=redis&scenario=failover&compare=service:etcd");
  const { root } = simulator;
  await root.getByRole("button", { name: "To the end", exact: true }).click();
  await expect(root.locator("#time")).toHaveText(/^1\.\d+ s$/);
  const isInPicture = async () => {
    const bar = await root.locator("#cursor").evaluate((line) => {
      const { top, height } = getComputedStyle(line, "::before");
      return { from: line.getBoundingClientRect().top + parseFloat(top), height: parseFloat(height) };
    });
    const picture = (await canvas.boundingBox())!;
    const to = bar.from + bar.height;
    return bar.from >= picture.y && bar.from < picture.y + 30 && to < picture.y + picture.height && bar.height > picture.height / 2;
  };
  await expect.poll(isInPicture).toBe(true);
  // The menu pushes the lower picture down.
  await button.click();
  await expect.poll(isInPicture).toBe(true);
  const picture = (await canvas.boundingBox())!;
  await canvas.locator("..").click({ position: { x: picture.width / 2, y: 40 } });
  await expect(page).toHaveURL(/t=0\.\d+&compare=service:etcd$/);
});

test("a comparison is made and left with the keyboard alone", async ({ page }) => {
  const simulator = await open(page);
  const { button, menu, name, below } = comparison(simulator);
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await tabTo(page, menu);
  await page.keyboard.press("ArrowDown");
  await expect(name).toHaveText("Below The storage checks: fencing tokens");
  await page.keyboard.press("Home");
  await expect(below).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  await expect(menu).toHaveCount(0);
  // It stays when the tool is closed.
  await expect(name).toBeVisible();
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test("a comparison is made, swapped and left", async ({ page }) => {
    const simulator = await open(page);
    const { button, menu, name, swap, leave, below } = comparison(simulator);
    await button.tap();
    await menu.selectOption("Redis");
    await expect(name).toHaveText("Below Lock service: Redis");
    for (const link of [swap, leave]) {
      const box = (await link.boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    }
    await swap.tap();
    await expect(name).toHaveText("Below Lock service: etcd");
    await leave.tap();
    await expect(below).toHaveCount(0);
  });
});

for (const query of [FENCING, "service=redis&compare=service:redlock;clients:3", "scenario=normal&compare=service:zookeeper"]) {
  test(`axe finds nothing with ${query}`, async ({ page }) => {
    test.slow();
    await openBoth(page, query);
    await comparison(new Simulator(page)).button.click();
    for (const width of [360, 1280]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        expect(await axe(page, { without: ["article"] })).toEqual([]);
      }
    }
  });
}

for (const width of [320, 2_560]) {
  test(`two runs fit into ${width} px, on one time axis`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const { simulator, lines, canvas } = await openBoth(page, "service=redis&compare=service:redlock;clients:3");
    expect(await scrollsSideways(page)).toBe(false);
    const boxes = [await simulator.canvas.boundingBox(), await canvas.boundingBox()];
    expect(boxes[0]!.x).toBeCloseTo(boxes[1]!.x, 0);
    expect(boxes[0]!.width).toBeCloseTo(boxes[1]!.width, 0);
    const columns = await lines.evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().left));
    expect(columns[0]).toBeCloseTo(columns[1], 0);
    for (const words of await lines.locator("span").all()) {
      const box = (await words.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
  });
}

test("a figure in somebody else's page shows both runs", async ({ page }) => {
  const { name, told, swap } = await openBoth(page, `embed=on&${FENCING}`);
  await expect(name).toHaveText("Below The storage checks: fencing tokens");
  await expect(told).toContainText("The first difference is at 8.6 s.");
  await swap.click();
  await expect(name).toHaveText("Below The storage checks: nothing");
});

test("what is wrong about the other run is said, and the rest of it is shown", async ({ page }) => {
  const { simulator, name } = await openBoth(page, "compare=lease:1e9;colour:red;storage:fencing");
  await expect(simulator.notices.filter({ hasText: "In compare: lease=1e9 is not possible: it takes 0.5 to 120 seconds. 5 is used." })).toBeVisible();
  await expect(simulator.notices.filter({ hasText: "In compare: There is no key colour. It is left out." })).toBeVisible();
  await expect(name).toHaveText("Below The storage checks: fencing tokens");
});

test("only a comparison brings the workshop along", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  const workshop = () => fetched.filter((url) => url.includes("workshop_bg-")).length;
  await open(page, "compare=lease:1e9");
  await page.waitForTimeout(300);
  expect(workshop()).toBe(0);
  await openBoth(page, FENCING);
  expect(workshop()).toBe(1);
});
