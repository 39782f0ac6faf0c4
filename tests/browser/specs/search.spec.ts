import { expect, test, type Page } from "@playwright/test";
import { addressBar, axe, complaints, memories, open, scrollsSideways, tabTo } from "../simulator";
import { longestTask } from "../tasks";

/** Five clients of Redlock, and more runs than anybody waits for. */
const LONG = "service=redlock&clients=5&storage=conditional&ask=search:lost-update:4";

function parts(page: Page) {
  const place = page.locator("#ask-search");
  return {
    place,
    doubt: page.locator("#simulator").getByRole("button", { name: "Can this go wrong?" }),
    summary: place.locator("summary").first(),
    bad: place.getByRole("combobox", { name: "Can it happen that" }),
    most: place.getByRole("combobox", { name: "With at most" }),
    kinds: place.getByRole("group", { name: "Faults that can come at any step" }),
    search: place.getByRole("button", { name: "Search", exact: true }),
    cancel: place.getByRole("button", { name: "Cancel" }),
    status: place.getByRole("status"),
    answer: place.getByRole("region", { name: "Answer" }),
    show: place.getByRole("link", { name: "Show this run" }),
    progress: place.getByRole("progressbar"),
    every: place.getByRole("button", { name: "Search with every service and storage" }),
    table: place.getByRole("table"),
    wrong: place.getByRole("alert"),
    old: place.getByText(OLD),
  };
}

/** What is said below an answer to another question. */
const OLD = "This is not about what is set now.";

/** Opens a link to a search. */
async function openSearch(page: Page, query: string) {
  const simulator = await open(page, query);
  const found = parts(page);
  await expect(found.search.or(found.cancel)).toBeVisible();
  return { simulator, ...found };
}

test("the button beside the outcome leads to the answer, and that to a run", async ({ page }) => {
  const heard = complaints(page);
  const simulator = await open(page, "scenario=normal");
  const found = parts(page);
  await tabTo(page, found.doubt);
  await page.keyboard.press("Enter");
  await expect(found.summary).toBeFocused();
  await expect(found.summary).toBeInViewport();
  await expect(found.answer).toContainText("Yes: ");
  await expect(found.answer).toContainText("A stops for");
  await expect(found.answer).toContainText("a late write overwrites the value of a later holder");
  await tabTo(page, found.show);
  await page.keyboard.press("Enter");
  await expect(simulator.verdict).toContainText("Corrupted");
  await expect(simulator.scenario.locator("option:checked")).toHaveText("Faults of your own");
  await expect(simulator.verdict).toBeInViewport();
  await expect(found.answer).not.toContainText(OLD);
  await expect(page).toHaveURL(/\?scenario=custom&faults=pause:A:[^&]*&ask=search$/);
  expect(heard).toEqual([]);
});

test("where there is no bad run, their number and the bounds are told", async ({ page }) => {
  const { answer, show } = await openSearch(page, "storage=fencing&ask=search");
  await expect(answer).toContainText(/^No: in none of [\d,]+ runs does it happen that a late write/);
  await expect(answer).toContainText("etcd, the storage checks fencing tokens, a lease of 5 s");
  await expect(answer).toContainText("At most one fault is added to the run");
  await expect(show).toHaveCount(0);
});

test("what is looked for is chosen by keyboard, and is in the link", async ({ page }) => {
  const { bad, most, kinds, search, answer, status } = await openSearch(page, "storage=fencing&ask=search");
  await expect(answer).toBeVisible();
  await bad.selectOption("an update is lost");
  await most.selectOption("2 faults");
  for (const name of ["A crash of a client", "A cut between a client and the lock service", "A failover of the lock service"]) {
    const kind = kinds.getByRole("checkbox", { name });
    await kind.focus();
    await page.keyboard.press("Space");
    await expect(kind).not.toBeChecked();
  }
  await search.press("Enter");
  await expect(status).toContainText("Then an update is lost.");
  await expect(page).toHaveURL(addressBar("storage=fencing&ask=search:lost-update:2:pause.delay.jump.restart"));
  await page.reload();
  await expect(answer).toContainText("Then an update is lost.");
  await expect(most.locator("option:checked")).toHaveText("2 faults");
  await expect(kinds.getByRole("checkbox", { checked: true })).toHaveCount(2);
});

test("an answer says so if another question is asked by now, in the form or above", async ({ page }) => {
  const { simulator, bad, answer } = await openSearch(page, "storage=fencing&ask=search");
  await expect(answer).toContainText("No: ");
  await bad.selectOption("a late write is accepted");
  await expect(answer).toContainText(OLD);
  await bad.selectOption("a late write overwrites the value of a later holder");
  await expect(answer).not.toContainText(OLD);
  await simulator.choose("Lock service", "Redis");
  await expect(answer).toContainText(OLD);
});

test("a search ends with its question, and says what that was", async ({ page }) => {
  const { simulator, progress, status } = await openSearch(page, LONG);
  await expect(progress).toBeVisible();
  await simulator.choose("Lock service", "Redis");
  await expect(status).toContainText(/^Cancelled after [\d,]+ runs \(Redlock, the storage checks versions/);
});

test("tokens that go along with reads leave no update to be lost", async ({ page }) => {
  const { answer } = await openSearch(page, "storage=fencing&mark=on&ask=search:lost-update:1");
  await expect(answer).toContainText("No: in none of");
});

test("the faults of a run of one’s own are kept, and more are added", async ({ page }) => {
  const faults = "scenario=custom&faults=cut:A-redis4:0,cut:A-redis5:0";
  const { simulator, answer, show } = await openSearch(page, `service=redlock&${faults}&ask=search:double:1:jump`);
  await expect(answer).toContainText("with the 2 faults that are set");
  await expect(answer).toContainText("jumps ahead by");
  await show.click();
  await expect(simulator.faults).toHaveValue(/^jump:redis\d:[^,]*,cut:A-redis4:0,cut:A-redis5:0$/);
});

test("kinds of faults that a service cannot have are not offered", async ({ page }) => {
  const { kinds } = await openSearch(page, "ask=search");
  await expect(kinds.getByRole("checkbox")).toHaveCount(5);
  await expect(kinds.getByRole("checkbox", { name: "A jump of a lock server’s clock" })).toHaveCount(0);
});

test("what cannot be looked for is named, and the usual is looked for", async ({ page }) => {
  const { wrong, answer, search } = await openSearch(page, "ask=search:nonsense");
  await expect(wrong).toHaveText(
    "ask=search:nonsense: nonsense is not possible: it takes one of overlap, double, late, overwritten, lost-update. The usual is asked.",
  );
  await expect(answer).toBeVisible();
  await search.click();
  await expect(page).toHaveURL(addressBar("ask=search"));
  await expect(wrong).toBeHidden();
});

test("no task takes 50 ms while it searches", async ({ page }) => {
  const { progress } = await openSearch(page, LONG);
  await expect(progress).toBeVisible();
  const longest = await longestTask(page, () => page.waitForTimeout(1_500));
  expect(longest).toBeLessThan(50);
  await expect(progress).toBeVisible();
});

test("a search is cancelled at once, and the page has little memory then", async ({ page }) => {
  const taken = await memories(page);
  const { cancel, status, progress, search } = await openSearch(page, LONG);
  await expect(progress).toBeVisible();
  await page.waitForTimeout(1_500);
  const isGone = await cancel.evaluate(async (button: HTMLElement) => {
    button.click();
    await new Promise(requestAnimationFrame);
    return document.querySelector("#ask-search progress") === null;
  });
  expect(isGone).toBe(true);
  await expect(status).toContainText(/^Cancelled after [\d,]+ runs/);
  await expect(search).toBeVisible();
  const bytes = await taken();
  expect(bytes).toHaveLength(2);
  expect(bytes[0] + bytes[1]).toBeLessThan(64 * 2 ** 20);
});

test("a search rests while its question is closed, and goes on when it is opened again", async ({ page }) => {
  const { summary, progress, place } = await openSearch(page, LONG);
  const words = place.locator(".wait");
  await expect(words).toContainText("with one fault");
  await summary.press("Enter");
  await expect(page).toHaveURL(addressBar("service=redlock&storage=conditional&clients=5"));
  const before = await words.textContent();
  await page.waitForTimeout(1_000);
  expect(await words.textContent()).toBe(before);
  await summary.press("Enter");
  await expect(page).toHaveURL(addressBar("service=redlock&storage=conditional&clients=5&ask=search:lost-update:4"));
  await expect(progress).toBeVisible();
  await expect(words).not.toHaveText(before ?? "");
});

test("a question that is opened again is about what is set by then", async ({ page }) => {
  const { simulator, summary, answer, doubt, old } = await openSearch(page, "ask=search");
  await expect(answer).toContainText("etcd, the storage checks");
  await simulator.choose("Lock service", "Redis");
  await expect(old).toBeVisible();
  await summary.press("Enter");
  await expect(page).toHaveURL(addressBar("service=redis"));
  await doubt.click();
  await expect(answer).toContainText("Redis, the storage checks");
  await expect(old).toBeHidden();
});

test("a search that was cancelled goes on when its question is opened again", async ({ page }) => {
  const { summary, cancel, status, progress } = await openSearch(page, LONG);
  await cancel.click();
  await expect(status).toContainText("Cancelled after");
  await summary.press("Enter");
  await expect(status).toBeHidden();
  // By then the laboratory has heard of it, too.
  await expect(page).not.toHaveURL(/ask=/);
  await summary.press("Enter");
  await expect(progress).toBeVisible();
});

test("going back to a link with other bounds searches within these", async ({ page }) => {
  const { simulator, bad, search, answer } = await openSearch(page, "ask=search:overwritten:1:pause");
  await expect(answer).toContainText("a late write overwrites");
  await simulator.choose("Lock service", "Chubby");
  await bad.selectOption("a late write is accepted");
  await search.click();
  await expect(answer).toContainText("a late write is accepted");
  await page.goBack();
  await expect(answer).toContainText("a late write overwrites");
  await expect(bad.locator("option:checked")).toHaveText("a late write overwrites the value of a later holder");
});

test("what is changed in the run that was found makes it another question", async ({ page }) => {
  const { simulator, answer, show, most } = await openSearch(page, "scenario=normal&ask=search");
  await show.click();
  await expect(simulator.faults).toHaveValue(/^pause:A:/);
  await expect(answer).not.toContainText(OLD);
  await most.selectOption("2 faults");
  await expect(answer).toContainText(OLD);
  await most.selectOption("1 fault");
  await expect(answer).not.toContainText(OLD);
  await simulator.faults.fill(`${await simulator.faults.inputValue()},crash:A:0`);
  await simulator.faults.press("Enter");
  await expect(answer).toContainText(OLD);
});

test("a run that was found has the colour of how it ends", async ({ page }) => {
  const { simulator, answer, show } = await openSearch(page, "scenario=normal&storage=fencing&ask=search:overlap:1");
  await expect(answer).toContainText("Yes: ");
  await expect(answer).toHaveAttribute("data-grade", "at-risk");
  await show.click();
  await expect(simulator.verdict).toContainText("At risk");
});

test("every service with every storage is searched on request, and what is found can be opened", async ({ page }) => {
  const { place, simulator, every, table, old } = await openSearch(page, "ask=search");
  await every.click();
  await place.getByText("How far that was searched").click();
  await expect(place.getByRole("listitem").first()).toContainText("is added to the run without the faults of its scenario");
  const row = (name: string) => table.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect(table.getByText("…")).toHaveCount(0, { timeout: 30_000 });
  await expect(row("etcd").getByRole("cell").nth(1)).toContainText("none in");
  await expect(row("Chubby").getByRole("cell").nth(1)).toContainText("none in");
  await expect(row("Redis").getByRole("cell").nth(1)).toContainText("not possible");
  await expect(table.getByRole("link").and(page.locator("[data-grade=corrupted]"))).not.toHaveCount(0);
  await row("Redlock").getByRole("link").first().click();
  await expect(simulator.verdict).toContainText("Corrupted");
  await expect(simulator.radio("Lock service", "Redlock")).toBeChecked();
  await expect(old).toHaveCount(1);
});

test("the table of every service says so if it is about something else than what is set, and ends with its question", async ({ page }) => {
  const { place, simulator, every, table, old } = await openSearch(page, "storage=fencing&ask=search:overwritten:2");
  await every.click();
  await expect(table.getByText("…")).not.toHaveCount(0);
  await expect(old).toHaveCount(0);
  await simulator.choose("Lock service", "Chubby");
  await expect(table.getByText("not searched")).not.toHaveCount(0);
  await expect(table.getByText("…")).toHaveCount(0);
  await expect(place.locator("p:has(+ .table)")).toContainText(OLD);
});

test("where no fault can be added the table says that, and with which bounds", async ({ page }) => {
  const faults = Array(16).fill("pause:B:0:0.1").join(",");
  const { place, every, table } = await openSearch(page, `storage=fencing&scenario=custom&faults=${faults}&ask=search`);
  await every.click();
  await expect(table.getByText("nothing to add")).not.toHaveCount(0);
  await expect(table).not.toContainText("no such fault");
  await place.getByText("How far that was searched").click();
  await expect(place.getByRole("listitem").first()).toHaveText(
    "etcd: No fault is added to the run: the run has as many faults as it can have.",
  );
});

test("a laboratory that cannot be loaded is said to be missing, and comes at the next try", async ({ page }) => {
  let isOff = true;
  await page.route("**/lab_bg-*", (route) => (isOff ? route.abort() : route.continue()));
  await open(page);
  const { summary, search } = parts(page);
  const failure = page.locator("#lab-failure");
  await summary.press("Enter");
  await expect(failure).toBeVisible();
  isOff = false;
  await summary.press("Enter");
  await summary.press("Enter");
  await expect(search).toBeVisible();
  await expect(failure).toBeHidden();
});

test("nothing of the laboratory is loaded until a question is opened", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await open(page);
  const { summary, search } = parts(page);
  expect(loaded.filter((url) => url.includes("/lab"))).toEqual([]);
  await summary.press("Enter");
  await expect(search).toBeVisible();
  expect(loaded.filter((url) => url.includes("/lab_bg-"))).toHaveLength(1);
});

test("a question about a run hides what could answer it", async ({ page }) => {
  await open(page, "quiz=stored~6.5");
  const { doubt, place } = parts(page);
  await expect(doubt).toBeHidden();
  await expect(place).toBeHidden();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in the search, its answers and the table, in the ${colorScheme} theme, and nothing is cut off at 320 px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 800 });
    const { answer, every, table } = await openSearch(page, "ask=search");
    await expect(answer).toBeVisible();
    await every.click();
    await expect(table.getByText("…")).toHaveCount(0, { timeout: 30_000 });
    expect(await axe(page, { within: "#questions" })).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  });
}

test("axe finds nothing while it searches", async ({ page }) => {
  const { progress } = await openSearch(page, LONG);
  await expect(progress).toBeVisible();
  expect(await axe(page, { within: "#questions" })).toEqual([]);
});
