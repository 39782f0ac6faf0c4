import { expect, test, type Locator, type Page } from "@playwright/test";
import { addressBar, complaints, open, scrollsSideways, tabTo, type Simulator } from "../simulator";

function tool(simulator: Simulator) {
  const page = simulator.root.page();
  const overlay = simulator.root.getByRole("group", { name: "What can be moved" });
  const bar = simulator.root.getByRole("region", { name: "Edit", exact: true });
  return {
    button: simulator.root.getByRole("button", { name: "Edit", exact: true }),
    overlay,
    bar,
    knob: (name: string) => overlay.getByRole("slider", { name, exact: true }),
    knobs: overlay.getByRole("slider"),
    menu: (name: string) => overlay.getByRole("combobox", { name, exact: true }),
    undo: bar.getByRole("button", { name: "Undo" }),
    redo: bar.getByRole("button", { name: "Redo" }),
    words: bar.locator("p"),
    ticks: page.locator(".bound"),
    failure: page.locator("#tools-failure"),
  };
}

async function edit(page: Page, query = "") {
  const simulator = await open(page, query);
  const edits = tool(simulator);
  await edits.button.click();
  await expect(edits.overlay).toBeVisible();
  return { simulator, ...edits };
}

async function center(knob: Locator): Promise<{ x: number; y: number }> {
  const box = (await knob.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Moves a knob with the mouse, in several steps as a hand would. */
async function drag(knob: Locator, across: number) {
  await knob.scrollIntoViewIfNeeded();
  const { x, y } = await center(knob);
  const { mouse } = knob.page();
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + across, y, { steps: 8 });
  await mouse.up();
}

/** Moves a knob with a finger. */
async function swipe(knob: Locator, across: number) {
  const { x, y } = await center(knob);
  const session = await knob.page().context().newCDPSession(knob.page());
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch("touchStart", x);
  for (let step = 1; step <= 8; step++) await touch("touchMove", x + (across * step) / 8);
  await touch("touchEnd");
}

/** What a knob is set to, in seconds. */
async function value(knob: Locator): Promise<number> {
  return Number(await knob.getAttribute("aria-valuenow"));
}

test("the end of the pause is dragged: the outcome follows at once, and the link when it is dropped", async ({ page }) => {
  const heard = complaints(page);
  const { simulator, knob, words } = await edit(page);
  const end = knob("Length of A’s pause");
  const { x, y } = await center(end);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 500, y, { steps: 10 });
  await expect(simulator.verdict).toContainText("Safe");
  await expect(page).toHaveURL(addressBar(""));
  await expect(words).toHaveText("Length of A’s pause: safe at first, at risk from 4.9 s, corrupted from 4.981 s.");
  await page.mouse.up();
  await expect(page).toHaveURL(/\?scenario=custom&faults=pause:A:work~0\.25:4\.\d+$/);
  await expect(simulator.scenario).toHaveValue("custom");
  await expect(simulator.verdict).toContainText("Safe");
  await page.reload();
  await simulator.started();
  await expect(simulator.verdict).toContainText("Safe");
  expect(heard).toEqual([]);
});

test("while a knob is held the axis stays, so that the knob stays under the pointer", async ({ page }) => {
  const { knob } = await edit(page);
  const end = knob("Length of A’s pause");
  const { x, y } = await center(end);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 400, y, { steps: 10 });
  await expect.poll(async () => Math.abs((await center(end)).x - (x - 400))).toBeLessThan(3);
  await page.mouse.up();
});

test("a knob that is only pressed is chosen, and nothing moves", async ({ page }) => {
  const { knob, ticks } = await edit(page);
  await knob("Lease").click();
  await expect(knob("Lease")).toBeFocused();
  await expect(ticks).not.toHaveCount(0);
  await expect(page).toHaveURL(addressBar(""));
});

test("Escape puts back what is being dragged", async ({ page }) => {
  const { simulator, knob } = await edit(page);
  const { x, y } = await center(knob("Length of A’s pause"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 500, y, { steps: 5 });
  await expect(simulator.verdict).toContainText("Safe");
  await page.keyboard.press("Escape");
  await expect(simulator.verdict).toContainText("Corrupted");
  await page.mouse.up();
  await expect(page).toHaveURL(addressBar(""));
});

test("keys move the lease, in small steps and large ones and to its limits", async ({ page }) => {
  const { simulator, button, knob } = await edit(page);
  await tabTo(page, button);
  await tabTo(page, knob("Lease"));
  await page.keyboard.press("ArrowLeft");
  await expect(knob("Lease")).toHaveAttribute("aria-valuetext", "4.99 s");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(knob("Lease")).toHaveAttribute("aria-valuetext", "5.09 s");
  await page.keyboard.press("Home");
  await expect(simulator.lease).toHaveValue("0.5");
  await page.keyboard.press("End");
  await expect(simulator.lease).toHaveValue("120");
  await expect(page).toHaveURL(addressBar("lease=120"));
  await expect(knob("Lease")).toBeFocused();
});

test("when a client asks can be moved, and never to before the run", async ({ page }) => {
  const { knob } = await edit(page);
  await drag(knob("When B asks"), -200);
  await expect(page).toHaveURL(addressBar("starts=0,0"));
  await drag(knob("When B asks"), 300);
  await expect.poll(() => value(knob("When B asks"))).toBeGreaterThan(1.5);
});

test("a fault is added at the cursor from the menu of its lane, moved, and taken away", async ({ page }) => {
  const { simulator, menu, knob, knobs } = await edit(page, "scenario=normal&t=0.2");
  const before = await knobs.count();
  await menu("Faults of client A").selectOption({ label: "A’s pause" });
  await expect(page).toHaveURL(addressBar("scenario=custom&faults=pause:A:0.2:8&t=0.2"));
  await expect(simulator.verdict).toContainText("Corrupted");
  await expect(knobs).toHaveCount(before + 2);
  await knob("Start of A’s pause").press("ArrowRight");
  await expect(page).toHaveURL(addressBar("scenario=custom&faults=pause:A:0.21:8&t=0.2"));
  await menu("Faults of client A").selectOption({ label: "A’s pause at 0.21 s" });
  await expect(page).toHaveURL(addressBar("scenario=custom&t=0.2"));
  await expect(knobs).toHaveCount(before);
});

test("Delete takes a fault away, and the focus stays in the picture", async ({ page }) => {
  const { simulator, knob } = await edit(page);
  await knob("Start of A’s pause").press("Delete");
  await expect(simulator.verdict).toContainText("Safe");
  await expect(simulator.root.locator("#timeline")).toBeFocused();
});

test("the clock of a server of Redlock has a jump that can be moved and made longer", async ({ page }) => {
  const { knob } = await edit(page, "service=redlock&scenario=clock-jump");
  await knob("How far the jump of redis 3’s clock goes").press("Home");
  await expect(page).toHaveURL(/jump:redis3:acquired:0$/);
  await knob("Start of jump of redis 3’s clock").press("ArrowRight");
  await expect(page).toHaveURL(/jump:redis3:acquired~0\.01:0$/);
});

test("changes are taken back and made again, by button and by key, those by the controls too", async ({ page }) => {
  const { simulator, knob, undo, redo } = await edit(page);
  await expect(undo).toBeDisabled();
  await drag(knob("Length of A’s pause"), -500);
  await expect(page).toHaveURL(/faults=/);
  await simulator.choose("Lock service", "ZooKeeper");
  await expect(page).toHaveURL(/^[^?]*\?service=zookeeper&scenario=custom/);
  await undo.click();
  await expect(simulator.radio("Lock service", "etcd")).toBeChecked();
  await undo.click();
  await expect(page).toHaveURL(addressBar(""));
  await expect(undo).toBeDisabled();
  await redo.click();
  await expect(page).toHaveURL(/faults=/);
  await knob("Lease").focus();
  await page.keyboard.press("Control+z");
  await expect(page).toHaveURL(addressBar(""));
  await page.keyboard.press("Control+Shift+z");
  await expect(page).toHaveURL(/faults=/);
});

test("a pause that is dragged to where it does not come to pass can be dragged back", async ({ page }) => {
  const { simulator, knob } = await edit(page);
  const { x, y } = await center(knob("Start of A’s pause"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 600, y, { steps: 8 });
  await expect(simulator.verdict).toContainText("Safe");
  await expect(knob("Start of A’s pause")).toBeVisible();
  await page.mouse.move(x, y, { steps: 8 });
  await page.mouse.up();
  await expect(simulator.verdict).toContainText("Corrupted");
  await expect(page).toHaveURL(addressBar(""));
});

test("a knob goes on under the pointer when another client becomes the first", async ({ page }) => {
  const { knob } = await edit(page, "starts=0.5");
  await drag(knob("When B asks"), 150);
  await expect(page).toHaveURL(/\?starts=0\.5,1\.\d+$/);
  await expect(knob("When B asks")).toBeFocused();
});

test("what is dragged past the value of the run below does not end the comparison", async ({ page }) => {
  const { knob } = await edit(page, "compare=lease:6");
  await expect(page.getByRole("link", { name: "Swap the two" })).toBeVisible();
  await drag(knob("Lease"), 300);
  await expect(page).toHaveURL(/\?lease=[78](\.\d+)?&compare=lease:6$/);
});

test("undo brings back both runs after they were swapped", async ({ page }) => {
  const { undo, redo } = await edit(page, "compare=service:redis");
  await page.getByRole("link", { name: "Swap the two" }).click();
  await expect(page).toHaveURL(addressBar("service=redis&compare=service:etcd"));
  await undo.click();
  await expect(page).toHaveURL(addressBar("compare=service:redis"));
  await expect(undo).toBeFocused();
  await redo.click();
  await expect(page).toHaveURL(addressBar("service=redis&compare=service:etcd"));
});

test("a fault that is added with the cursor at the end begins while the run lasts", async ({ page }) => {
  const { simulator, menu } = await edit(page, "t=3000");
  await menu("Faults of client B").selectOption({ label: "B’s crash" });
  await expect(page).toHaveURL(/faults=pause:A:work~0\.25:8,crash:B:8\.66/);
  await expect(simulator.verdict).toContainText("Corrupted");
});

test("closing the tool takes the knobs away, and the cursor can be put where they were", async ({ page }) => {
  const { simulator, button, overlay } = await edit(page);
  await button.click();
  await expect(overlay).toBeHidden();
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await simulator.canvas.click({ position: { x: 400, y: 40 } });
  await expect(page).toHaveURL(/\?t=/);
});

test("wild dragging and clicking breaks nothing", async ({ page }) => {
  const heard = complaints(page);
  const { simulator, knobs } = await edit(page, "service=redlock&clients=5&scenario=failover");
  for (let turn = 0; turn < 12; turn++) {
    const count = await knobs.count();
    const knob = knobs.nth((turn * 7) % count);
    await knob.scrollIntoViewIfNeeded();
    await drag(knob, turn % 2 === 0 ? 900 : -1_500);
  }
  await expect(simulator.failure).toBeHidden();
  await expect(simulator.steps).not.toHaveCount(0);
  expect(heard).toEqual([]);
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test("a knob is dragged while the page stays where it is", async ({ page }) => {
    const { simulator, knob } = await edit(page);
    const end = knob("Length of A’s pause");
    await end.scrollIntoViewIfNeeded();
    const before = (await center(end)).y;
    await swipe(end, -150);
    await expect(page).toHaveURL(/faults=pause:A:work~0\.25:[34]/);
    await expect(simulator.verdict).toContainText("Safe");
    expect(Math.abs((await center(end)).y - before)).toBeLessThan(2);
  });

  test("a fault is added by a tap", async ({ page }) => {
    const { menu } = await edit(page, "scenario=normal");
    await menu("Faults of the lock service").selectOption({ label: "failover of etcd" });
    await expect(page).toHaveURL(addressBar("scenario=custom&faults=failover:service:0"));
  });
});

for (const width of [320, 768, 1_920]) {
  test(`at ${width} px every knob and menu is large enough, inside of the page, and apart`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const { overlay } = await edit(page, "service=redlock&clients=5&scenario=clock-jump");
    const boxes = await overlay.locator(".knob, select").evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
    for (const [index, box] of boxes.entries()) {
      expect(box.right - box.left).toBeGreaterThanOrEqual(24);
      expect(box.bottom - box.top).toBeGreaterThanOrEqual(24);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(width);
      for (const other of boxes.slice(0, index)) {
        const apart = box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
        expect(apart, JSON.stringify([box, other])).toBe(true);
      }
    }
    expect(await scrollsSideways(page)).toBe(false);
  });
}

test("if the workshop cannot be loaded the page says so, and the next press tries again", async ({ page }) => {
  await page.route("**/workshop_bg-*", (route) => route.abort());
  const simulator = await open(page);
  const { button, failure, overlay } = tool(simulator);
  await button.click();
  await expect(failure).toBeVisible();
  await page.unroute("**/workshop_bg-*");
  await button.click();
  await expect(overlay).toBeVisible();
  await expect(failure).toBeHidden();
});

test("an embedded figure can be edited too", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 400 });
  const { knob } = await edit(page, "embed=on");
  await knob("Length of A’s pause").press("Home");
  await expect(page).toHaveURL(/\/locks\/v1\/\?scenario=custom&faults=pause:A:work~0\.25:0$/);
});
