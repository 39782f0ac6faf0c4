// The laboratory beside the page's own program, whatever question it is about.

import { expect, test, type Page } from "@playwright/test";
import { addressBar, holdBack, open, Simulator } from "../simulator";

const QUESTIONS = ["search", "map", "lease"] as const;

const place = (page: Page, word: (typeof QUESTIONS)[number]) => page.locator(`#ask-${word}`);

for (const word of QUESTIONS) {
  test(`a question (${word}) that is opened before the program is there is about the run of the link`, async ({ page }) => {
    const letGo = await holdBack(page, "**/lock-simulator_bg-*");
    await page.goto("./?service=redis");
    const script = page.waitForResponse(/\/lab-[^/]*\.js$/);
    await place(page, word).locator("summary").first().click();
    await script;
    await expect(place(page, word).locator("> div")).toBeEmpty();
    letGo();
    await expect(place(page, word).locator("> div")).toContainText("Redis");
    await expect(page).toHaveURL(new RegExp(`/\\?service=redis&ask=${word}(:|$)`));
  });
}

test("while a question about the run is open, nothing is asked about many runs", async ({ page }) => {
  await open(page, "quiz=stored&compare=storage:fencing&ask=search");
  await expect(page.locator("#simulator")).not.toHaveAttribute("data-shown", /ask=|compare=/);
  await expect(place(page, "search")).not.toHaveAttribute("open");
  await page.getByRole("region", { name: "Question" }).getByRole("button", { name: "from A", exact: true }).click();
  await expect(place(page, "search")).toHaveAttribute("open");
  await expect(page).toHaveURL(/compare=storage:fencing/);
});

test("opening a question is no step of the run, and is not announced as one", async ({ page }) => {
  const simulator = await open(page);
  await place(page, "map").locator("summary").first().click();
  await expect(page).toHaveURL(addressBar("ask=map"));
  // What is announced is announced with the address, and so it would be there by now.
  await expect(simulator.status).toBeEmpty();
});

test("the button beside the outcome does not wait for the incidents", async ({ page }) => {
  await page.route("**/incidents*", () => {});
  await open(page);
  await page.locator(".result").getByRole("button", { name: "Can this go wrong?" }).click();
  await expect(page.getByRole("region", { name: "Answer" })).toContainText("Yes: ");
  await expect(place(page, "search").locator("summary").first()).toBeFocused();
});

test("where the program does not come, nothing is asked that nobody would answer", async ({ page }) => {
  await page.route("**/lock-simulator_bg-*", (route) => route.abort());
  await page.goto("./");
  await expect(new Simulator(page).failure).toBeVisible();
  await expect(page.locator("#questions")).toBeHidden();
  await expect(page.locator(".result").getByRole("button")).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("nothing is asked that nobody would answer", async ({ page }) => {
    await page.goto("./");
    await expect(page.locator("#questions")).toBeHidden();
    await expect(page.locator(".result button")).toBeHidden();
  });
});
