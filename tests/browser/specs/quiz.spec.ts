import { expect, test, type Page } from "@playwright/test";
import { addressBar, axe, complaints, open, Simulator } from "../simulator";

/** What stands in the place of the outcome while a question is open. */
const question = (page: Page) => page.getByRole("region", { name: "Question" });
const answer = (page: Page, name: string) => question(page).getByRole("button", { name, exact: true });

for (const [where, path] of [
  ["the page", "./"],
  ["a figure", "v1/"],
]) {
  test(`on ${where} a run is shown no further than to the question, and whole after the answer`, async ({ page }) => {
    const heard = complaints(page);
    await page.goto(`${path}?quiz=stored`);
    const simulator = new Simulator(page);
    await simulator.started();
    await expect(question(page)).toContainText("stops before step 20, at 8.6 s. When all that happens then has happened, what is stored?");
    await expect(simulator.verdict).toHaveCount(0);
    await expect(simulator.steps).toHaveCount(19);
    await expect(page.locator("#tools")).toBeHidden();
    await expect(page.locator(".table")).toBeHidden();
    expect(await simulator.lanes.textContent()).not.toMatch(/late|from A/);
    // The cursor comes as far as the run is shown, and how things stand tells no more.
    await simulator.root.getByRole("button", { name: "To the end" }).click();
    await expect(page.locator("#time")).toHaveText("8.6 s");
    await expect(page.locator("#now")).toContainText("from B, version 1");

    await answer(page, "from B").click();
    await expect(page.locator(".answered")).toHaveText(/^That is not right: from B\. The storage accepts A’s write.* So “from A” is stored\.$/);
    await expect(page.locator("#outcome")).toBeFocused();
    await expect(simulator.status).toHaveText(/^That is not right: from B\./);
    await expect(simulator.verdict).toHaveText(/^Corrupted/);
    await expect(simulator.step("The storage accepts A’s write")).toBeVisible();
    await expect(page.locator("#tools")).toBeVisible();
    await expect(page).toHaveURL(/\?t=8\.6$/);
    expect(heard).toEqual([]);
  });
}

test("a right answer is called right, and the run can be changed after it", async ({ page }) => {
  const simulator = await open(page, "storage=fencing&quiz=stored");
  await answer(page, "from B").click();
  await expect(page.locator(".answered")).toHaveText(/^That is right\./);
  await simulator.choose("The storage checks", "nothing");
  await expect(page.locator(".answered")).toHaveCount(0);
  await expect(simulator.verdict).toHaveText(/^Corrupted/);
});

test("another run is another question, until one is answered", async ({ page }) => {
  const simulator = await open(page, "quiz=holder");
  await expect(question(page)).toContainText("who holds the lock by the account of etcd?");
  await simulator.choose("Lock service", "ZooKeeper");
  await expect(question(page)).toContainText("by the account of ZooKeeper");
  await expect(page).toHaveURL(addressBar("service=zookeeper&quiz=holder"));
  await page.goBack();
  await expect(question(page)).toContainText("by the account of etcd");
  await answer(page, "nobody").click();
  await expect(page.locator(".answered")).toHaveText(/B holds the lock\.$/);
  await page.reload();
  await simulator.started();
  await expect(question(page)).toHaveCount(0);
});

test("while a question is open, nothing stands beside the run", async ({ page }) => {
  const simulator = await open(page, "quiz=stored&compare=storage:fencing");
  await expect(question(page)).toBeVisible();
  await expect(page.locator("#other")).toBeEmpty();
  await answer(page, "from A").click();
  await expect(simulator.verdict.first()).toHaveText(/^Corrupted/);
  await expect(page.locator("#other canvas")).toBeVisible();
});

test("who goes back to a question finds nothing of the answer, whatever was open", async ({ page }) => {
  const simulator = await open(page, "quiz=stored");
  await answer(page, "from A").click();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("button", { name: "Edit" })).toHaveAttribute("aria-expanded", "true");
  await expect(simulator.root).toHaveAttribute("data-answer", /"correct":true/);
  await page.goBack();
  await expect(question(page)).toBeVisible();
  await expect(page.locator("#tools")).toBeHidden();
  await expect(page.locator("#edit")).toBeHidden();
  await expect(page.locator("#timeline > :not(canvas, #cursor, #tip)").first()).toBeHidden();
  await expect(simulator.root).not.toHaveAttribute("data-answer");
  await expect(simulator.status).toHaveText(/^The run stops before step 20/);
  await answer(page, "from A").click();
  await expect(simulator.root).toHaveAttribute("data-answer", /"correct":true/);
});

test("a run that is dropped while a question is open does not take its place", async ({ page }) => {
  await open(page, "quiz=stored");
  const loaded = page.waitForResponse(/workshop_bg.*\.wasm/);
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", JSON.stringify({ query: "service=redis", events: [], outcome: {} }));
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await loaded;
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL(addressBar("quiz=stored"));
});

test("a question can be about a moment of one's own", async ({ page }) => {
  await open(page, "quiz=stored~6");
  await expect(question(page)).toContainText("stops before step");
  await expect(question(page)).toContainText("at 6.1 s");
});

test("a question is answered with the keyboard alone", async ({ page }) => {
  await open(page, "quiz=stored");
  await answer(page, "from A").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".answered")).toHaveText(/^That is right\./);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a question has no barriers that axe can find, open and answered, in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("v1/?quiz=stored");
    await new Simulator(page).started();
    expect(await axe(page)).toEqual([]);
    await answer(page, "from A").click();
    await expect(page.locator(".answered")).toBeVisible();
    expect(await axe(page)).toEqual([]);
  });
}
