import { expect, test, type Page } from "@playwright/test";
import { addressBar, complaints, enter, open, scrollsSideways, Simulator, tabTo, Table } from "../simulator";

// A cell leads up to the simulator; a page that glides there would take its time at each of them.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const SERVICES = ["etcd", "zookeeper", "redis", "redlock", "chubby"];
const SERVICE_NAMES = ["etcd", "ZooKeeper", "Redis", "Redlock", "Chubby"];
const SCENARIOS = {
  normal: "Nothing fails",
  pause: "A pauses",
  "check-pause": "A pauses between check and write",
  overrun: "A’s work outlasts its lease",
  delay: "A’s write is delayed",
  crash: "A crashes",
  partition: "A is cut off from the lock service",
  "clock-jump": "Clock jump",
  failover: "Failover of the lock service",
};
const VIEWS = {
  any: "nothing",
  fencing: "fencing tokens",
  conditional: "versions",
  value: "lock values",
};
const CELL = /^(from [A-E]|empty), (corrupted|at risk|protected|safe)$/;

/** How the outcome of a run begins that a cell sums up. */
function outcome(words: string): RegExp {
  const [, stored, headline] = CELL.exec(words)!;
  return new RegExp(`^(Nobody wrote\\. )?${headline[0].toUpperCase()}${headline.slice(1)}\\. The storage ends with “${stored}”\\.`);
}

/** Waits until the table has been computed for these settings, to its last row. */
async function settles(table: Table, settings: RegExp, inEachLink: RegExp) {
  await expect(table.settings).toHaveText(settings);
  await expect
    .poll(async () => (await table.cells()).filter(({ href }) => !inEachLink.test(href)).map(({ id }) => id))
    .toEqual([]);
}

/** Every cell says what its run says when it is opened by itself. */
async function isTrue(page: Page, table: Table, sample: [service: string, scenario: string][]) {
  const fresh = await page.context().newPage();
  for (const [service, scenario] of sample) {
    const cell = table.cell(service, scenario);
    const { verdict } = await open(fresh, (await cell.getAttribute("href"))!.slice(1));
    await expect(verdict, `${service}, ${scenario}`).toHaveText(outcome((await cell.textContent())!));
  }
  await fresh.close();
}

test("the table has a row for every scenario and a column for every service, and a link in each cell", async ({ page }) => {
  await open(page);
  const { root, links } = new Table(page);
  await expect(root).toHaveCount(1);
  await expect(root).toHaveAccessibleName(/^Computed for 2 clients, a lease of 5 s, a pause of 8 s/);
  await expect(root.getByRole("columnheader")).toHaveText(["Scenario", "etcd", /^ZooKeeper/, /^Redis/, /^Redlock/, /^Chubby/]);
  await expect(root.getByRole("rowheader")).toHaveText(Object.values(SCENARIOS));
  const rows = root.getByRole("row");
  await expect(rows).toHaveCount(1 + Object.keys(SCENARIOS).length);
  for (const [index, scenario] of Object.keys(SCENARIOS).entries()) {
    const cells = rows.nth(index + 1).getByRole("cell");
    await expect(cells).toHaveCount(SERVICES.length);
    for (const [column, service] of SERVICES.entries()) {
      const link = cells.nth(column).getByRole("link");
      await expect(link).toHaveAttribute("id", `cell-${service}-${scenario}`);
      await expect(link).toHaveText(CELL);
    }
  }
  await expect(links).toHaveCount(SERVICES.length * Object.keys(SCENARIOS).length);
});

test("on a phone the table is still one, with as many header cells as cells in a row", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page);
  const { root } = new Table(page);
  const headers = await root.getByRole("columnheader").count();
  for (const row of (await root.getByRole("row").all()).slice(1)) {
    await expect(row.getByRole("rowheader")).toHaveCount(1);
    await expect(row.getByRole("cell")).toHaveCount(SERVICES.length);
    expect(headers, "header cells that are there for screen readers").toBe(1 + SERVICES.length);
  }
});

test("each cell has the icon of what it says", async ({ page }) => {
  await open(page);
  const table = new Table(page);
  for (const { id, words, grade } of await table.cells()) {
    const headline = CELL.exec(words)![2].replace(" ", "-");
    expect(grade, id).toBe(headline);
    await expect(table.root.locator(`#${id} use`)).toHaveAttribute("href", `#sign-${headline}`);
  }
  const icon = (await table.cell("etcd", "pause").locator("svg").boundingBox())!;
  expect(icon.width).toBeGreaterThan(12);
  const painted = await page.evaluate(() => document.querySelectorAll("symbol[id^=sign-] path[d]").length);
  expect(painted).toBe(4);
});

test("the program leaves the table of the default settings as it is in the page", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("./");
  const table = new Table(page);
  const written = await table.cells();
  const remarks = await table.root.locator("small").allTextContents();
  await page.unroute("**/*.wasm");
  await open(page);
  await page.waitForTimeout(300);
  expect(await table.cells()).toEqual(written);
  expect(await table.root.locator("small").allTextContents()).toEqual(remarks);
});

test("every cell loads the run that it names", async ({ page }) => {
  test.slow();
  const heard = complaints(page);
  const simulator = await open(page);
  const table = new Table(page);
  for (const scenario of Object.keys(SCENARIOS)) {
    for (const [column, service] of SERVICES.entries()) {
      const cell = table.cell(service, scenario);
      const words = (await cell.textContent())!;
      const query = (await cell.getAttribute("href"))!.slice(1);
      await cell.click();
      await expect(simulator.verdict, `${service}, ${scenario}`).toHaveText(outcome(words));
      await expect(simulator.scenario).toHaveValue(scenario);
      await expect(simulator.radio("Lock service", SERVICE_NAMES[column])).toBeChecked();
      await expect(page).toHaveURL(addressBar(query));
      await expect(cell).toHaveAttribute("aria-current", "true");
      await expect(table.root.locator("[aria-current]")).toHaveCount(1);
    }
  }
  expect(heard).toEqual([]);
});

for (const [policy, name] of Object.entries(VIEWS)) {
  test(`the view of storage that checks ${name} shows runs with it, wherever the service has what it takes`, async ({ page }) => {
    const simulator = await open(page);
    const table = new Table(page);
    await table.view(name).check();
    const sessions = ["etcd", "zookeeper", "chubby"];
    const able = { any: [], fencing: sessions, conditional: SERVICES, value: ["redis", "redlock"] }[policy]!;
    await expect
      .poll(async () => {
        const cells = await table.cells();
        return cells.filter(({ id, href }) => {
          const service = id.split("-")[1];
          const expected = able.includes(service) ? policy : null;
          return new URLSearchParams(href).get("storage") !== expected;
        });
      })
      .toEqual([]);
    const [here, there] = [
      { any: "etcd", fencing: "chubby", conditional: "redlock", value: "redis" }[policy]!,
      { any: "redis", fencing: "redis", conditional: "zookeeper", value: "etcd" }[policy]!,
    ];
    for (const [service, scenario] of [[here, "pause"], [there, "pause"], [here, "clock-jump"], [there, "partition"]]) {
      const cell = table.cell(service, scenario);
      const words = (await cell.textContent())!;
      await cell.click();
      await expect(simulator.verdict, `${service}, ${scenario}`).toHaveText(outcome(words));
      // A run that is chosen leaves the view as it is.
      await expect(table.view(name)).toBeChecked();
      await expect(cell).toHaveText(words);
    }
    const remark = { any: "", fencing: "no token, no check", conditional: "", value: "no value, no check" }[policy]!;
    for (const service of SERVICES) {
      const expected = policy === "any" || able.includes(service) ? "" : remark;
      await expect(page.locator(`#column-${service}`)).toHaveText(expected);
    }
  });
}

test("the view is chosen by key, and the table says what it shows", async ({ page }) => {
  await open(page);
  const table = new Table(page);
  await tabTo(page, table.view(VIEWS.fencing));
  await expect(table.cell("etcd", "pause")).toHaveText("from B, protected");
  await page.keyboard.press("ArrowLeft");
  await expect(table.view(VIEWS.any)).toBeChecked();
  await expect(table.cell("etcd", "pause")).toHaveText("from A, corrupted");
  // What the table shows is not the run above, and so not in the address.
  await expect(page).toHaveURL(addressBar(""));
  await expect(table.cell("etcd", "pause")).toHaveAttribute("aria-current", "true");
});

for (const width of [360, 1280]) {
  test(`a cell is opened with Enter, and the run is in view and has the focus, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const simulator = await open(page);
    const cell = new Table(page).cell("redis", "failover");
    const words = (await cell.textContent())!;
    await cell.focus();
    await page.keyboard.press("Enter");
    await expect(simulator.verdict).toHaveText(outcome(words));
    await expect(page).toHaveURL(addressBar("service=redis&scenario=failover"));
    await expect(simulator.root).toBeFocused();
    await expect(simulator.controls).toBeInViewport();
    // From there the next stop is the first control.
    await page.keyboard.press("Tab");
    await expect(simulator.radio("Lock service", "Redis")).toBeFocused();
  });
}

test("at 360 px cells are chosen with a finger's width, wherever in them they are hit", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const simulator = await open(page);
  const table = new Table(page);
  for (const [service, scenario, part] of [
    ["chubby", "pause", "svg"],
    ["zookeeper", "overrun", "span"],
    ["redlock", "partition", "svg"],
  ]) {
    const cell = table.cell(service, scenario);
    const box = (await cell.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    const words = (await cell.textContent())!;
    await cell.locator(part).click();
    await expect(simulator.verdict).toHaveText(outcome(words));
    await expect(cell).toHaveAttribute("aria-current", "true");
  }
});

test("another lease changes the table, its links and its settings, and each cell is still true", async ({ page }) => {
  const simulator = await open(page);
  const table = new Table(page);
  const before = await table.cells();
  await enter(simulator.lease, "20");
  await settles(table, /^Computed for 2 clients, a lease of 20 s, a pause of 8 s/, /lease=20/);
  const after = await table.cells();
  expect(after.map(({ words }) => words)).not.toEqual(before.map(({ words }) => words));
  await expect(table.cell("etcd", "pause")).toHaveText("from B, safe");
  await isTrue(page, table, [["etcd", "pause"], ["redlock", "clock-jump"], ["chubby", "partition"], ["zookeeper", "overrun"]]);
});

test("the table follows a slider once it has come to rest, and then is true in its last row too", async ({ page }) => {
  const simulator = await open(page);
  const table = new Table(page);
  const slider = simulator.slider("Pause");
  const box = (await slider.boundingBox())!;
  const middle = box.y + box.height / 2;
  await slider.hover();
  await page.mouse.down();
  for (const share of [0.45, 0.3, 0.2, 0.25]) await page.mouse.move(box.x + box.width * share, middle, { steps: 3 });
  await expect(simulator.pause).not.toHaveValue("8");
  await expect(table.settings).toContainText("a pause of 8 s");
  await page.mouse.up();
  const pause = await simulator.pause.inputValue();
  await expect(table.settings).toContainText(`a pause of ${pause} s`);
  await expect.poll(async () => (await table.cells()).at(-6)?.href).not.toContain("pause=8");
  await expect
    .poll(async () => {
      const { href } = (await table.cells()).find(({ id }) => id === "cell-chubby-partition")!;
      return new URLSearchParams(href).get("pause");
    })
    .toBe(pause);
  await isTrue(page, table, [["etcd", "pause"], ["redis", "delay"], ["chubby", "partition"], ["zookeeper", "failover"]]);
});

test("cells keep every other setting, of the clients as of the service", async ({ page }) => {
  await open(page, "service=chubby&lockdelay=10&clients=3");
  const table = new Table(page);
  await settles(table, /^Computed for 3 clients/, /lockdelay=10/);
  await settles(table, /^Computed for 3 clients/, /clients=3/);
  await isTrue(page, table, [["chubby", "pause"], ["redis", "pause"]]);
});

test("a lease that is granted otherwise than asked for is named in the controls and in its column", async ({ page }) => {
  const simulator = await open(page, "service=zookeeper&lease=1");
  const table = new Table(page);
  await expect(simulator.lease).toHaveAccessibleDescription(/Asked for 1 s, ZooKeeper grants 4 s\./);
  await expect(table.column(/^ZooKeeper/)).toHaveText(/grants 4 s$/);
  await expect(table.column(/^etcd/)).toHaveText(/^etcd\s*(grants .* s)?$/);
  await expect(table.column(/^Redis/)).toHaveText(/no token, no check$/);
  await enter(simulator.lease, "5");
  await expect(simulator.lease).not.toHaveAccessibleDescription(/grants/);
  await expect(table.column(/^ZooKeeper/)).not.toContainText("grants");
  await simulator.openOptions();
  await enter(simulator.number("ZooKeeper’s tick"), "10");
  await expect(simulator.lease).toHaveAccessibleDescription(/Asked for 5 s, ZooKeeper grants 20 s\./);
  await expect(table.column(/^ZooKeeper/)).toContainText("grants 20 s");
  // What the table asks of all services is the same lease, whatever the one above grants.
  await expect(table.settings).toContainText("a lease of 5 s");
});

for (const width of [320, 360, 768, 1280]) {
  test(`no cell sticks out of the table, and the table not out of the page, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const simulator = await open(page, "lease=1");
    const table = new Table(page);
    await table.view(VIEWS.value).check();
    expect(await scrollsSideways(page)).toBe(false);
    const out = await table.root.evaluate((root) => {
      const { left, right } = root.getBoundingClientRect();
      return [...root.querySelectorAll("th, td, a, span, svg, small")]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ element, box }) => box.width > 0 && (box.left < left - 1 || box.right > right + 1 || element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0))
        .map(({ element }) => `${element.localName} ${element.id}: ${element.textContent}`);
    });
    expect(out).toEqual([]);
    // Neighbours do not lie over each other.
    const overlaps = await table.root.evaluate((root) =>
      [...root.querySelectorAll("tr")].flatMap((row) => {
        const boxes = [...row.querySelectorAll("td > a > span, thead th")].map((cell) => cell.getBoundingClientRect());
        return boxes.flatMap((box, index) =>
          index > 0 && boxes[index - 1].width > 0 && box.top === boxes[index - 1].top && box.left < boxes[index - 1].right - 1
            ? [`${row.textContent}: ${box.left} < ${boxes[index - 1].right}`]
            : [],
        );
      }),
    );
    expect(overlaps).toEqual([]);
    await expect(simulator.failure).toBeHidden();
  });
}
