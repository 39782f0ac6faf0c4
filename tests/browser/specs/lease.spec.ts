import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { addressBar, axe, complaints, memories, open, scrollsSideways, tabTo } from "../simulator";
import { longestTask } from "../tasks";

/** A run of which the study takes long. */
const LONG = "service=redlock&clients=5";
/** The figures of the usual question, as they are natively. */
const NATIVE = "../../snapshots/advice__the_figures_are_the_same_on_every_platform.snap";

function parts(page: Page) {
  const place = page.locator("#ask-lease");
  return {
    place,
    summary: place.locator("summary").first(),
    median: place.getByRole("spinbutton", { name: "Median (ms)" }),
    tail: place.getByRole("spinbutton", { name: "99.9th percentile (ms)" }),
    measured: place.getByRole("radio", { name: "Measured pauses" }),
    samples: place.getByRole("textbox"),
    complaints: place.locator(".lease-complaints li"),
    risk: place.getByRole("combobox"),
    answer: place.locator(".lease-answer"),
    spoken: place.locator("p[role=status]"),
    use: place.locator(".lease-answer").getByRole("button"),
    behind: place.locator(".lease-behind"),
    figures: place.getByText("The same in figures"),
    rows: place.locator("tbody tr"),
    stop: place.getByRole("button", { name: "Stop" }),
    goOn: place.getByRole("button", { name: "Go on" }),
  };
}

/** Opens a link with this question and waits for its answer. */
async function openLease(page: Page, query = "", ask = "lease") {
  const simulator = await open(page, [query, `ask=${ask}`].filter(Boolean).join("&"));
  const lease = parts(page);
  await expect(lease.spoken).toContainText("lease", { timeout: 60_000 });
  return { simulator, ...lease };
}

/** The figures of each lease, as the table has them. */
async function figures(page: Page): Promise<string[]> {
  const { rows } = parts(page);
  return rows.evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => (cell.textContent ?? "").replace(/^Use | s$/g, "")).join(" | ")),
  );
}

test("pauses are entered with the keyboard alone, and bad lines are named while the others stand", async ({ page }) => {
  const heard = complaints(page);
  await open(page);
  const lease = parts(page);
  await tabTo(page, lease.summary);
  await page.keyboard.press("Enter");
  await expect(lease.spoken).toContainText("With a lease of 6 s");
  await tabTo(page, lease.tail);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("100");
  await expect(page).toHaveURL(addressBar("ask=lease:10~100:1e5"));
  await expect(lease.spoken).toContainText("With a lease of 2 s");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("1");
  await expect(lease.complaints).toHaveText(["The 99.9th percentile cannot be shorter than the median."]);
  await expect(lease.tail).toHaveValue("1");
  await tabTo(page, lease.place.getByRole("radio", { name: "Median and 99.9th percentile" }));
  await page.keyboard.press("ArrowRight");
  await expect(lease.measured).toBeChecked();
  await tabTo(page, lease.samples);
  const text = "12ms\n\nabout a second\n1.5 s\n300us\n";
  await page.keyboard.insertText(text);
  await expect(lease.complaints).toHaveText(["Line 3 is not a length of time and is left out: “about a second”."]);
  await expect(lease.samples).toHaveValue(text);
  await expect(lease.place).toContainText("3 pauses, median 12 ms, longest 1500 ms");
  await expect(page).toHaveURL(/ask=lease:q3~0\.3~[0-9.~]*~1500:1e5$/);
  await tabTo(page, lease.risk);
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/:1e6$/);
  await expect(lease.spoken).toContainText("1 in 1,000,000");
  await tabTo(page, lease.use);
  await page.keyboard.press("Enter");
  await expect(lease.use).toHaveAttribute("aria-pressed", "true");
  await expect(lease.use).toBeFocused();
  expect(heard).toEqual([]);
});

test("the figures in the browser are those of any other platform", async ({ page }) => {
  const lease = await openLease(page);
  await lease.figures.click();
  const native = readFileSync(new URL(NATIVE, import.meta.url), "utf8").split("\n---\n")[1].trim();
  expect(await figures(page)).toEqual(native.split("\n"));
});

test("a link restores the question and its figures", async ({ page }) => {
  const lease = await openLease(page, "service=redis", "lease:20~700:1e6");
  await expect(lease.median).toHaveValue("20");
  await expect(lease.tail).toHaveValue("700");
  await expect(lease.risk.locator("option:checked")).toHaveText("1 in 1,000,000 acquisitions");
  await lease.measured.check();
  await lease.samples.fill(Array.from({ length: 300 }, (_, at) => `${at * at} us`).join("\n"));
  await expect(lease.place).toContainText("300 pauses");
  await expect(lease.spoken).toContainText(/with a lease of/i);
  await lease.figures.click();
  const before = await figures(page);
  await page.reload();
  await expect(lease.spoken).toContainText(/with a lease of/i);
  await expect(lease.measured).toBeChecked();
  await expect(lease.place).toContainText("300 pauses");
  await lease.figures.click();
  expect(await figures(page)).toEqual(before);
});

test("a lease is taken from the table, and the study is not begun anew for it", async ({ page }) => {
  const { simulator, rows, figures, stop } = await openLease(page);
  await figures.click();
  await rows.getByRole("button", { name: "Use 8 s", exact: true }).click();
  await expect(simulator.lease).toHaveValue("8");
  await expect(rows.locator("[aria-pressed=true]")).toHaveText("Use 8 s");
  await expect(stop).toBeHidden();
});

test("what a link asks for and cannot have is named", async ({ page }) => {
  const { place } = await openLease(page, "", "lease:5~1");
  await expect(place.getByRole("alert")).toHaveText(
    "ask=lease:5~1: 5~1 is not possible: the 99.9th percentile cannot be shorter than the median. The usual is asked.",
  );
});

test("a link says what is open, with what was entered, and is followed back", async ({ page }) => {
  const { simulator, summary, tail } = await openLease(page);
  await tail.fill("100");
  await expect(page).toHaveURL(addressBar("ask=lease:10~100:1e5"));
  await summary.press("Enter");
  await expect(page).toHaveURL(addressBar(""));
  await summary.press("Enter");
  await expect(page).toHaveURL(addressBar("ask=lease:10~100:1e5"));
  await simulator.choose("Lock service", "Redis");
  await tail.fill("1000");
  await expect(page).toHaveURL(addressBar("service=redis&ask=lease"));
  await page.goBack();
  await expect(tail).toHaveValue("100");
  await page.goForward();
  await expect(tail).toHaveValue("1000");
});

test("a lease is set in both of two runs that are compared", async ({ page }) => {
  const { simulator, use } = await openLease(page, "compare=storage:fencing");
  await use.click();
  await expect(simulator.lease).toHaveValue("6");
  await expect(page).toHaveURL(addressBar("lease=6&ask=lease&compare=storage:fencing"));
});

test("a study that is stopped right after a change goes on with what is set by then", async ({ page }) => {
  const simulator = await open(page, `${LONG}&ask=lease`);
  const lease = parts(page);
  await expect(lease.stop).toBeVisible();
  await expect(lease.answer).toBeVisible({ timeout: 60_000 });
  await simulator.radio("Lock service", "etcd").evaluate(async (radio: HTMLElement) => {
    radio.click();
    await new Promise((resolve) => setTimeout(resolve, 60));
    document.querySelector<HTMLElement>("#ask-lease .lease-wait button")!.click();
  });
  await expect(lease.goOn).toBeVisible();
  await expect(lease.behind).toContainText("what was set before");
  await lease.goOn.click();
  await expect(lease.behind).toBeEmpty();
  await expect(lease.spoken).toContainText("lease of", { timeout: 60_000 });
  await expect(lease.behind).toBeEmpty();
});

test("a study and a hundred thousand samples take little memory", async ({ page }) => {
  const taken = await memories(page);
  const lease = await openLease(page);
  await lease.measured.check();
  const text = Array.from({ length: 100_000 }, (_, at) => `${at % 977}.${at % 10} ms`).join("\n");
  await lease.samples.evaluate((area: HTMLTextAreaElement, text) => {
    area.style.display = "none";
    area.value = text;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  await expect(lease.place).toContainText("100,000 pauses");
  const bytes = await taken();
  expect(bytes).toHaveLength(2);
  expect(bytes[0] + bytes[1]).toBeLessThan(16 * 2 ** 20);
});

test("no task takes 50 ms while leases are studied and drawn", async ({ page }) => {
  test.slow();
  await open(page, LONG);
  const lease = parts(page);
  await lease.summary.press("Enter");
  // What it takes to load a program is not what is measured.
  await expect(lease.stop).toBeVisible({ timeout: 30_000 });
  // The page waits by itself: looking at it from outside is a long task too.
  const finished = (spoken: Element) =>
    new Promise<void>((resolve) => {
      const look = () => (spoken.textContent ? resolve() : requestAnimationFrame(look));
      look();
    });
  const longest = await longestTask(page, () => lease.spoken.evaluate(finished));
  expect(longest).toBeLessThan(50);
});

test("a hundred thousand samples are read without a task of 50 ms", async ({ page }) => {
  const lease = await openLease(page);
  await lease.measured.check();
  const text = Array.from({ length: 100_000 }, (_, at) => `${at % 977}.${at % 10} ms`).join("\n");
  const area = lease.place.locator("textarea");
  // Painting as much text is the browser's work, and takes longer than that.
  await area.evaluate((area: HTMLTextAreaElement, text) => {
    area.style.display = "none";
    area.value = text;
  }, text);
  const longest = await longestTask(page, async () => {
    await area.evaluate((area) => area.dispatchEvent(new Event("input", { bubbles: true })));
    await expect(lease.place).toContainText("100,000 pauses, median 487 ms, longest 977 ms");
  });
  expect(longest).toBeLessThan(50);
});

test("a study is stopped at once, and taken up again where it was", async ({ page }) => {
  await open(page, LONG);
  const lease = parts(page);
  await lease.summary.press("Enter");
  await expect(lease.stop).toBeVisible();
  const before = await lease.stop.evaluate(async (stop: HTMLElement) => {
    const bar = document.querySelector<HTMLProgressElement>("#ask-lease progress")!;
    const before = bar.value;
    stop.focus();
    stop.click();
    await new Promise(requestAnimationFrame);
    return bar.isConnected ? NaN : before;
  });
  await page.waitForTimeout(1_000);
  await expect(lease.goOn).toBeFocused();
  const after = await lease.goOn.evaluate(async (goOn: HTMLElement) => {
    goOn.click();
    await new Promise(requestAnimationFrame);
    return document.querySelector<HTMLProgressElement>("#ask-lease progress")!.value;
  });
  expect(after).toBeGreaterThanOrEqual(before);
  expect(after).toBeLessThan(before + 0.25);
  await expect(lease.answer).toBeVisible({ timeout: 60_000 });
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing wrong with the advice, ${colorScheme}, on any screen`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const { figures, measured, samples, complaints } = await openLease(page);
    await figures.click();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await axe(page, { within: "#ask-lease" })).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    }
    await measured.check();
    await samples.fill("nonsense");
    await expect(complaints).toHaveCount(1);
    expect.soft(await axe(page, { within: "#ask-lease" })).toEqual([]);
  });
}
