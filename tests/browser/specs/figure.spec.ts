import { expect, test, type Page } from "@playwright/test";
import { addressBar, complaints, scrollsSideways, Simulator } from "../simulator";

/** Opens the figure's page by itself. */
async function openFigure(page: Page, query: string): Promise<Simulator> {
  await page.goto(`v1/?${query}`);
  const simulator = new Simulator(page);
  await simulator.started();
  return simulator;
}

test("a figure has the controls that its link names, and no others", async ({ page }) => {
  const simulator = await openFigure(page, "controls=pause,clients,renew,player");
  await expect(simulator.pause).toBeVisible();
  await expect(simulator.number("Clients")).toBeVisible();
  await expect(simulator.switch("A holder renews its lease")).toBeVisible();
  await expect(page.locator("#player")).toBeVisible();
  for (const hidden of [simulator.lease, simulator.scenario, simulator.log, page.locator("#tools"), page.locator("#standing")])
    await expect(hidden).toBeHidden();
  await expect(simulator.choices("Lock service")).toBeHidden();
  await simulator.number("Clients").fill("3");
  await simulator.number("Clients").press("Enter");
  await expect(page).toHaveURL(/\/v1\/\?clients=3&controls=pause,renew,clients,player$/);
});

test("a figure without controls is the outcome, the picture and a link", async ({ page }) => {
  const simulator = await openFigure(page, "controls=none&service=redis");
  await expect(simulator.verdict).toBeVisible();
  await expect(simulator.canvas).toBeVisible();
  await expect(simulator.fullPage).toBeVisible();
  await expect(simulator.root.getByRole("button")).toHaveCount(0);
  await expect(simulator.controls).toBeHidden();
});

test("a figure without controls has none for a comparison either", async ({ page }) => {
  const simulator = await openFigure(page, "controls=none&compare=storage:fencing");
  await expect(page.locator("#other canvas")).toBeVisible();
  await expect(simulator.verdict.first()).toHaveText(/^Corrupted/);
  await expect(page.locator("#other-steps")).toBeHidden();
  await expect(page.getByRole("link", { name: "Swap the two" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Leave the comparison" })).toBeHidden();
});

test("what is locked can be read and not be changed, whatever else changes", async ({ page }) => {
  const simulator = await openFigure(page, "controls=service:locked,storage:locked,lease:locked,pause,scenario");
  const isLocked = async () => {
    await expect(simulator.radio("Lock service", "Redis")).toBeDisabled();
    await expect(simulator.radio("The storage checks", "fencing tokens")).toBeDisabled();
    await expect(simulator.lease).toBeDisabled();
    await expect(simulator.slider("Lease")).toBeDisabled();
  };
  await isLocked();
  await expect(simulator.pause).toBeEnabled();
  await simulator.slider("Pause").press("ArrowLeft");
  await isLocked();
  await simulator.scenario.selectOption({ label: "A crashes" });
  await expect(simulator.verdict).toHaveText(/^Safe/);
  await isLocked();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`what is locked does not look like what is free, and can be read, in ${colorScheme} colours`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const simulator = await openFigure(page, "controls=service:locked,lease:locked,pause");
    const look = (element: Element) => {
      const { color, backgroundColor, opacity, cursor } = getComputedStyle(element);
      const channels = (css: string) => css.match(/[\d.]+/g)!.slice(0, 3).map((text) => Number(text) / 255);
      const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
      const luminance = (css: string) => channels(css).map(linear).reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
      const [dark, light] = [color, backgroundColor].map(luminance).toSorted((one, other) => one - other);
      return { backgroundColor, contrast: ((light + 0.05) / (dark + 0.05)) * Number(opacity), cursor };
    };
    const [lease, pause] = [await simulator.lease.evaluate(look), await simulator.pause.evaluate(look)];
    expect(lease.backgroundColor).not.toBe(pause.backgroundColor);
    const choice = (text: string) => simulator.choices("Lock service").locator("label", { hasText: text }).evaluate(look);
    for (const locked of [lease, await choice("etcd"), await choice("Redlock")]) {
      expect(locked.cursor).toBe("not-allowed");
      expect(locked.contrast).toBeGreaterThanOrEqual(4.5);
    }
  });
}

test("a control that makes no difference to the run is not there even if it is named", async ({ page }) => {
  const simulator = await openFigure(page, "controls=tick,service");
  await expect(simulator.number("ZooKeeper’s tick")).toBeHidden();
  await simulator.choose("Lock service", "ZooKeeper");
  await expect(simulator.number("ZooKeeper’s tick")).toBeVisible();
});

test("the link leads to the very moment, also from a run that is being played", async ({ page, context }) => {
  const simulator = await openFigure(page, "storage=fencing&controls=player&theme=dark");
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.locator("#time")).not.toHaveText(/^0(\.0\d)? s$/);
  const opening = context.waitForEvent("page");
  await simulator.fullPage.click();
  const full = await opening;
  const at = () => new URL(page.url()).searchParams.get("t");
  await expect.poll(at).not.toBeNull();
  const moment = at();
  const opened = new Simulator(full);
  await opened.started();
  await expect(full).toHaveURL(addressBar(`storage=fencing&t=${moment}&theme=dark`));
  await expect(full.locator("#time")).toHaveText(await page.locator("#time").innerText());
});

test("who has not answered in a figure is asked on the full page", async ({ page, context }) => {
  const simulator = await openFigure(page, "quiz=holder&controls=none");
  const opening = context.waitForEvent("page");
  await simulator.fullPage.click();
  await expect((await opening).getByRole("region", { name: "Question" })).toBeVisible();
});

test("a figure of 280 px and more does not scroll sideways, whatever controls it has", async ({ page }) => {
  const heard = complaints(page);
  const all =
    "service,scenario,storage,mark,lease,pause,renew,check,obey,work,clients,latency,jitter,seed,faults,tick,lockdelay,nodes,retry,token,release,extend,recheck,clock,sequencer,restart,player,moment,steps,tools";
  for (const width of [280, 320, 480, 700, 1000, 1920]) {
    await page.setViewportSize({ width, height: 700 });
    await openFigure(page, `service=redlock&scenario=failover&clients=5&nodes=7&controls=${all}`);
    expect(await scrollsSideways(page), `${width} px`).toBe(false);
  }
  expect(heard).toEqual([]);
});

test("the list of keys is beside the player, however high the figure is", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 2_400 });
  await openFigure(page, "service=redlock");
  await page.getByRole("button", { name: "Keys" }).click();
  const keys = page.locator("#keys");
  await expect(keys).toBeVisible();
  const distance = async () => {
    const [list, player] = [await keys.boundingBox(), await page.locator("#player").boundingBox()];
    return Math.abs(list!.y + list!.height - player!.y);
  };
  await expect.poll(distance).toBeLessThan(2);
});
