import { expect, test } from "@playwright/test";
import { enter, address, addressBar, complaints, open, Simulator } from "../simulator";

const KIB = 1024;

test("the address follows the controls with a shortest query, which leaves the defaults out", async ({ page }) => {
  const simulator = await open(page);
  await expect(page).toHaveURL(addressBar(""));
  await simulator.choose("The storage checks", "fencing tokens");
  await expect(page).toHaveURL(addressBar("storage=fencing"));
  await enter(simulator.lease, "7.5");
  await expect(page).toHaveURL(addressBar("storage=fencing&lease=7.5"));
  await simulator.choose("Lock service", "ZooKeeper");
  await simulator.scenario.selectOption({ label: "A’s write is delayed" });
  await expect(page).toHaveURL(addressBar("service=zookeeper&scenario=delay&storage=fencing&lease=7.5"));
  await simulator.more.click();
  await simulator.switch("A holder renews its lease").check();
  await enter(simulator.number("Clients"), "4");
  await expect(page).toHaveURL(
    addressBar("service=zookeeper&scenario=delay&storage=fencing&lease=7.5&renew=on&clients=4"),
  );
  await simulator.switch("A holder renews its lease").uncheck();
  await enter(simulator.number("Clients"), "2");
  await enter(simulator.lease, "5");
  await simulator.choose("The storage checks", "nothing");
  await simulator.scenario.selectOption({ label: "A pauses" });
  await simulator.choose("Lock service", "etcd");
  await expect(page).toHaveURL(addressBar(""));
});

test("a link that is opened afresh shows the same run", async ({ page, context }) => {
  const simulator = await open(page);
  await simulator.choose("Lock service", "Redlock");
  await simulator.scenario.selectOption({ label: "Clock jump" });
  await enter(simulator.lease, "9.25");
  await simulator.more.click();
  await enter(simulator.number("Jitter"), "30");
  await enter(simulator.number("Seed of chance"), "4294967295");
  await expect(page).toHaveURL(
    addressBar("service=redlock&scenario=clock-jump&lease=9.25&jitter=30&seed=4294967295"),
  );
  const run = await simulator.run();
  const fresh = await context.newPage();
  await fresh.goto(page.url());
  const opened = new Simulator(fresh);
  await opened.started();
  await opened.shows(run);
  await expect(opened.radio("Lock service", "Redlock")).toBeChecked();
  await expect(opened.scenario).toHaveValue("clock-jump");
  await expect(opened.lease).toHaveValue("9.25");
  await expect(fresh).toHaveURL(page.url());
});

test("Back restores the former run and Forward the later one", async ({ page }) => {
  const simulator = await open(page);
  const first = await simulator.run();
  await simulator.choose("The storage checks", "fencing tokens");
  await expect(page).toHaveURL(addressBar("storage=fencing"));
  const second = await simulator.run();
  await enter(simulator.pause, "3");
  await expect(page).toHaveURL(addressBar("storage=fencing&pause=3"));
  const third = await simulator.run();
  expect(new Set([first, second, third].map((run) => JSON.stringify(run))).size).toBe(3);

  await page.goBack();
  await simulator.shows(second);
  await expect(simulator.pause).toHaveValue("8");
  await expect(page).toHaveURL(addressBar("storage=fencing"));
  await page.goBack();
  await simulator.shows(first);
  await expect(simulator.radio("The storage checks", "nothing")).toBeChecked();
  await expect(page).toHaveURL(addressBar(""));
  await page.goForward();
  await simulator.shows(second);
  await page.goForward();
  await simulator.shows(third);
  await expect(simulator.pause).toHaveValue("3");
  await expect(page).toHaveURL(addressBar("storage=fencing&pause=3"));
});

test("a change right before Back does not get lost or come back", async ({ page }) => {
  const simulator = await open(page);
  const first = await simulator.run();
  await simulator.choose("The storage checks", "fencing tokens");
  await expect(page).toHaveURL(addressBar("storage=fencing"));
  await page.clock.install();
  // From here on time stands still: on a slow machine Back could come too late otherwise.
  await page.clock.pauseAt(Date.now() + 60_000);
  await simulator.slider("Pause").press("ArrowLeft");
  // The address has had no time to follow when the reader goes back.
  await page.goBack();
  await simulator.shows(first);
  await page.clock.runFor(2_000);
  await simulator.shows(first);
  await expect(page).toHaveURL(addressBar(""));
});

test("two choices in quick succession are two entries in the history", async ({ page }) => {
  const simulator = await open(page);
  await page.clock.install();
  await simulator.choose("Lock service", "Redlock");
  await page.clock.runFor(1);
  await simulator.choose("Lock service", "Redis");
  await page.clock.runFor(1);
  await expect(page).toHaveURL(addressBar("service=redis"));
  await page.goBack();
  await expect(page).toHaveURL(addressBar("service=redlock"));
  await expect(simulator.radio("Lock service", "Redlock")).toBeChecked();
});

test("a slider that comes back to where it was does not hold up the address", async ({ page }) => {
  const simulator = await open(page);
  // No browser says "change" of a slider that ends where it began.
  await simulator.slider("Lease").evaluate((slider: HTMLInputElement) => {
    for (const stop of [Number(slider.value) + 1, Number(slider.value)]) {
      slider.value = String(stop);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  await simulator.choose("Lock service", "Redis");
  await expect(page).toHaveURL(addressBar("service=redis"));
});

test("dragging a slider makes one entry in the history, however slow the hand", async ({ page }) => {
  await page.clock.install();
  const simulator = await open(page);
  const before = await page.evaluate(() => history.length);
  const first = await simulator.run();

  const slider = simulator.slider("Lease");
  const box = (await slider.boundingBox())!;
  const middle = box.y + box.height / 2;
  await slider.hover();
  await page.mouse.down();
  for (const share of [0.5, 0.6, 0.7, 0.8, 0.85]) {
    await page.mouse.move(box.x + box.width * share, middle, { steps: 4 });
    await page.clock.runFor(1_000);
  }
  await page.mouse.up();
  await page.clock.runFor(1_000);

  const lease = await simulator.lease.inputValue();
  expect(Number(lease)).toBeGreaterThan(5);
  await expect(page).toHaveURL(addressBar(`lease=${lease}`));
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await simulator.shows(first);
});

for (const { query, notices, shown } of [
  {
    query: "colour=red",
    notices: ["There is no key colour. It is left out."],
    shown: "",
  },
  {
    query: "lease=1e9&pause=3",
    notices: ["lease=1e9 is not possible: it takes 0.5 to 120 seconds. 5 is used."],
    shown: "pause=3",
  },
  {
    query: "service=paxos&scenario=flood&clients=9",
    notices: [
      "service=paxos is not possible: it takes etcd, zookeeper, redis, redlock or chubby. etcd is used.",
      "scenario=flood is not possible: it takes normal, pause, check-pause, overrun, delay, crash, partition, clock-jump, failover or custom. pause is used.",
      "clients=9 is not possible: it takes a whole number from 2 to 5. 2 is used.",
    ],
    shown: "",
  },
  {
    query: "service=redis&storage=fencing",
    notices: [
      "storage=fencing is not possible with service=redis, which hands out no fencing token. The storage accepts every write.",
    ],
    shown: "service=redis",
  },
  {
    query: "fencing=on&pause=9",
    notices: [],
    shown: "storage=fencing&pause=9",
  },
  {
    query: "fencing=maybe",
    notices: ["fencing=maybe is not possible: it takes on or off."],
    shown: "",
  },
  {
    query: "fencing=on&storage=any",
    notices: ["Both storage and fencing are given. storage counts."],
    shown: "",
  },
  {
    query: "lease=6&lease=7",
    notices: ["lease is given more than once. The last one counts."],
    shown: "lease=7",
  },
]) {
  test(`the link ?${query} is explained, and what is possible of it stands`, async ({ page, context }) => {
    const simulator = await open(page, query);
    await expect(simulator.notices.locator("p")).toHaveText(notices);
    const plain = await open(await context.newPage(), shown);
    await simulator.shows(await plain.run());
  });
}

test("notices can be dismissed one by one", async ({ page }) => {
  const simulator = await open(page, "colour=red&lease=0&clients=9");
  await expect(simulator.notices).toHaveCount(3);
  await simulator.notices.nth(1).getByRole("button", { name: "Dismiss" }).click();
  await expect(simulator.notices.locator("p")).toHaveText([/^There is no key colour/, /^clients=9/]);
  await simulator.notices.first().getByRole("button", { name: "Dismiss" }).press("Enter");
  await simulator.notices.first().getByRole("button", { name: "Dismiss" }).press("Enter");
  await expect(simulator.notices).toHaveCount(0);
});

test("after a notice is dismissed the focus is on the next one's button, and after the last on the simulator", async ({ page }) => {
  const simulator = await open(page, "colour=red&lease=0");
  await expect(simulator.notices).toHaveCount(2);
  for (const left of [1, 0]) {
    await simulator.notices.first().getByRole("button", { name: "Dismiss" }).click();
    await expect(simulator.notices).toHaveCount(left);
    const next = left > 0 ? simulator.notices.first().getByRole("button", { name: "Dismiss" }) : simulator.root;
    await expect(next).toBeFocused();
  }
});

test("of very many notices a few are shown, and the rest are counted", async ({ page }) => {
  const keys = Array.from({ length: 40 }, (_, index) => `unknown${index}=1`);
  const simulator = await open(page, keys.join("&"));
  const texts = await simulator.notices.locator("p").allInnerTexts();
  const named = texts.filter((text) => text.startsWith("There is no key")).length;
  expect(named).toBeGreaterThan(0);
  expect(texts).toHaveLength(named + 1);
  expect(texts[named]).toMatch(new RegExp(`^${keys.length - named} more `));
});

test("text from the address never becomes HTML", async ({ page }) => {
  const heard = complaints(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const evil = "<img src=x onerror=alert(document.title='!')>";
  const script = "<script>alert(1)</script>";
  const pairs = [
    [evil, evil],
    ["service", evil],
    ["scenario", script],
    ["lease", "\"><svg onload=alert(1)>"],
    ["embed", evil],
    ["theme", "dark\" onload=\"alert(1)"],
    ["fencing", evil],
  ];
  const query = pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  const simulator = await open(page, query);
  await expect(simulator.notices.first()).toContainText("<img src=x onerror=");
  await expect(simulator.root.locator("img, script, iframe, object, svg[onload], [onerror]")).toHaveCount(0);
  await expect(page).toHaveTitle("Distributed lock simulator");
  await enter(simulator.pause, "3");
  await expect(page).toHaveURL(addressBar("pause=3"));
  expect(requests.filter((url) => url.endsWith("/x"))).toEqual([]);
  expect(heard).toEqual([]);
});

for (const { what, query } of [
  { what: "one long value", query: "service=".padEnd(64 * KIB, "x") },
  { what: "one long key", query: "k".repeat(64 * KIB) },
  { what: "very many keys", query: "k=1&".repeat(16 * KIB) },
  { what: "very many fractions", query: `lease=${"1.".repeat(32 * KIB - 3)}` },
  { what: "bytes that are no text", query: "%ff".repeat(21_845) },
  { what: "one byte too much", query: "k".repeat(64 * KIB + 1) },
]) {
  test(`a query of 64 KiB with ${what} shows the default run and says what was left out`, async ({ page, context }) => {
    const heard = complaints(page);
    const plain = await open(await context.newPage());
    const simulator = await open(page, query);
    await expect(simulator.notices).not.toHaveCount(0);
    await expect(simulator.notices).not.toHaveCount(8);
    await simulator.shows(await plain.run());
    await simulator.choose("The storage checks", "fencing tokens");
    await expect(page).toHaveURL(addressBar("storage=fencing"));
    expect(heard).toEqual([]);
  });
}

test("a wrong number is explained with what is allowed and keeps the run, until a right one is there", async ({ page }) => {
  const simulator = await open(page, "pause=9");
  const run = await simulator.run();
  const said = simulator.controls.getByText("is not possible");
  for (const wrong of ["999", "0.4", "-1"]) {
    await enter(simulator.lease, wrong);
    await expect(said).toHaveText(`lease: ${wrong} is not possible, it takes 0.5 to 120 seconds. It stays at 5.`);
    await expect(simulator.lease).toHaveAttribute("aria-invalid", "true");
    await expect(simulator.lease).toHaveAccessibleDescription(/it takes 0\.5 to 120 seconds/);
    await expect(simulator.lease).toHaveValue(wrong);
    await simulator.shows(run);
    await expect(page).toHaveURL(addressBar("pause=9"));
  }
  await enter(simulator.lease, "");
  await expect(said).toHaveText(/is not possible, it takes 0\.5 to 120 seconds\. It stays at 5\.$/);
  await enter(simulator.lease, "5");
  await expect(said).toHaveCount(0);
  await expect(simulator.lease).not.toHaveAttribute("aria-invalid", "true");
  await enter(simulator.lease, "121");
  await expect(said).toHaveCount(1);
  await enter(simulator.lease, "6");
  await expect(said).toHaveCount(0);
  await expect(page).toHaveURL(addressBar("lease=6&pause=9"));
});

test("a wrong number that is left alone does not stay in the field once the run has another lease", async ({ page }) => {
  const simulator = await open(page);
  await enter(simulator.lease, "999");
  await simulator.slider("Lease").press("ArrowRight");
  await expect(simulator.lease).toHaveValue("6");
  await enter(simulator.lease, "999");
  await simulator.slider("Lease").press("ArrowLeft");
  await expect(simulator.lease).toHaveValue("5");
  await expect(simulator.lease).not.toHaveAttribute("aria-invalid", "true");
});

test("numbers with decimals can be typed one key at a time", async ({ page }) => {
  const simulator = await open(page);
  for (const number of ["0.75", "12.05", "100", "7.5"]) {
    await simulator.lease.press("Control+A");
    await simulator.lease.pressSequentially(number);
    await simulator.lease.press("Enter");
    await expect(simulator.lease).toHaveValue(number);
    await expect(simulator.lease).not.toHaveAttribute("aria-invalid", "true");
    await expect(page).toHaveURL(addressBar(`lease=${number}`));
  }
});

test("an address with a hash or with a bare question mark shows its run", async ({ page }) => {
  const simulator = await open(page, "storage=fencing#log");
  await expect(simulator.verdict).toHaveText(/^Protected/);
  await page.goto("./?");
  await simulator.started();
  await expect(simulator.verdict).toHaveText(/^Corrupted/);
  await page.goto(address("scenario=crash"));
  await simulator.started();
  await expect(simulator.verdict).toHaveText(/^Safe/);
});
