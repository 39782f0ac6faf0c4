import { expect, test, type Page } from "@playwright/test";
import { axe, enter, open, readIncidents, scrollsSideways, Simulator, tabTo, Table } from "../simulator";

const THEMES = ["light", "dark"] as const;
const WIDTHS = [360, 1280];
const CLOCK_JUMP = "service=redlock&scenario=clock-jump";

/** Where axe looks: all over the page, or only at what moves, since it takes seconds for the text below. */
type Where = "everywhere" | "above the article";

async function isClean(page: Page, where: Where) {
  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      await test.step(`${colorScheme}, ${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        expect.soft(await axe(page, where === "everywhere" ? {} : { without: ["article", ".incidents"] })).toEqual([]);
      });
    }
  }
}

const STATES: { name: string; where?: Where; reach: (page: Page) => Promise<unknown> }[] = [
  {
    name: "editing, with a knob chosen and its bounds",
    reach: async (page) => {
      const simulator = await open(page);
      await simulator.root.getByRole("button", { name: "Edit", exact: true }).click();
      await simulator.root.getByRole("slider", { name: "Length of A’s pause" }).press("ArrowLeft");
    },
  },
  {
    name: "editing five clients of Redlock",
    reach: async (page) => {
      const simulator = await open(page, `${CLOCK_JUMP}&clients=5`);
      await simulator.root.getByRole("button", { name: "Edit", exact: true }).click();
      await simulator.root.locator(".knob").first().waitFor();
    },
  },
  {
    name: "the default run, with all there is to read",
    where: "everywhere",
    reach: async (page) => {
      await open(page);
      await readIncidents(page);
    },
  },
  { name: "the incidents as a page of their own", where: "everywhere", reach: (page) => page.goto("./incidents.html") },
  { name: "the guide for embedders", where: "everywhere", reach: (page) => page.goto("./embedding.html") },
  {
    name: "the page about the real services with all its lengths",
    where: "everywhere",
    reach: async (page) => {
      await page.goto("./conformance.html");
      for (const summary of await page.locator("summary").all()) await summary.click();
    },
  },
  {
    name: "the table with another view and another lease, and a cell chosen",
    where: "everywhere",
    reach: async (page) => {
      await open(page, "service=zookeeper&lease=1&pause=2");
      const table = new Table(page);
      await table.view("versions").check();
      await table.cell("redlock", "failover").click();
      await expect(table.cell("redlock", "failover")).toHaveAttribute("aria-current", "true");
    },
  },
  { name: "Redlock with a clock jump", reach: (page) => open(page, CLOCK_JUMP) },
  { name: "a protected run", reach: (page) => open(page, "storage=fencing") },
  { name: "a safe run", reach: (page) => open(page, "pause=3") },
  { name: "a run at risk", reach: (page) => open(page, "pause=4.5&lease=5&work=0.6&clients=2&latency=30") },
  {
    name: "Chubby with its options open",
    reach: async (page) => {
      const simulator = await open(page, "service=chubby&storage=fencing&lockdelay=10");
      await simulator.more.click();
      await expect(simulator.number("Lock-delay")).toBeVisible();
    },
  },
  {
    name: "faults of one's own with a complaint",
    reach: async (page) => {
      const simulator = await open(page, "scenario=custom&faults=pause:A:work:8");
      await enter(simulator.faults, "pause:A:soon:8");
      await expect(simulator.faults).toHaveAttribute("aria-invalid", "true");
    },
  },
  {
    name: "notices about a link",
    reach: async (page) => {
      const simulator = await open(page, "colour=red&lease=0&fencing=on&storage=any");
      await expect(simulator.notices).toHaveCount(3);
    },
  },
  {
    name: "all options open",
    reach: async (page) => {
      const simulator = await open(page, `${CLOCK_JUMP}&jitter=10`);
      await simulator.more.click();
      await expect(simulator.number("Seed of chance")).toBeVisible();
    },
  },
  {
    name: "a wrong number",
    reach: async (page) => {
      const simulator = await open(page);
      await enter(simulator.lease, "999");
      await expect(simulator.lease).toHaveAttribute("aria-invalid", "true");
    },
  },
  { name: "the embedded figure", where: "everywhere", reach: (page) => open(page, `${CLOCK_JUMP}&embed=1`) },
  {
    name: "the middle of a run with a step marked",
    reach: async (page) => {
      const simulator = await open(page, "t=6");
      await simulator.steps.nth(9).getByRole("button").focus();
      await expect(simulator.log.locator("[data-marked]")).toHaveAttribute("data-step", "10");
      await expect(simulator.root.locator("#tip p")).toBeVisible();
    },
  },
  {
    name: "the list of keys",
    reach: async (page) => {
      const simulator = await open(page);
      await simulator.root.getByRole("button", { name: "Keys" }).click();
      await expect(simulator.root.locator("#keys")).toBeVisible();
    },
  },
  {
    name: "a program that cannot be loaded",
    reach: async (page) => {
      await page.route("**/*.wasm", (route) => route.abort());
      await page.goto("./");
      await expect(new Simulator(page).failure).toBeVisible();
    },
  },
  {
    name: "a link whose run is loading",
    reach: async (page) => {
      await page.route("**/*.wasm", () => new Promise(() => {}));
      await page.goto(`./?${CLOCK_JUMP}`, { waitUntil: "commit" });
      await expect(new Simulator(page).example).toBeVisible();
    },
  },
];

for (const { name, where = "above the article", reach } of STATES) {
  test(`axe finds nothing in ${name}`, async ({ page }) => {
    test.slow();
    await reach(page);
    await isClean(page, where);
  });
}

test("axe finds nothing in the first picture as it is without JavaScript", async ({ page }) => {
  test.slow();
  // Axe is a script itself, so the page is what a browser without scripts makes of it.
  await page.route("**/locks/", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const still = html
      .replace(/<script[^]*?<\/script>/g, "")
      .replace(/<link[^>]*preload[^>]*>/g, "")
      .replace(/<\/?noscript>/g, "");
    await route.fulfill({ response, body: still });
  });
  await page.goto("./");
  await expect(page.getByText("The simulator needs JavaScript and WebAssembly.")).toBeVisible();
  await isClean(page, "everywhere");
});

/** What has the focus, as a reader would call it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null;
    if (!at || at === document.body) return "the page";
    const words = (element?: Element | null) => element?.textContent?.trim() ?? "";
    const name = at.getAttribute("aria-label") ?? (words(at.labels?.[0]) || words(at));
    return `${at.type || at.localName}: ${name}`;
  });
}

/** What the Tab key comes to, one after the other, from the top of the page on. */
async function stops(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    const at = await focused(page);
    if (at === "the page") return found;
    found.push(at);
  }
  return found;
}

test("every control and link is a stop of the Tab key, and the steps are one, in the order in which it is read", async ({ page }) => {
  const simulator = await open(page, "service=redlock");
  await simulator.openOptions();
  const links = await page
    .locator(":is(main > :not(#tour, #simulator), footer) :is(a[href], input:checked, summary)")
    .evaluateAll((stops) => stops.map((stop) => stop.closest("a, label, summary")!.textContent!.trim()));
  expect(links.length).toBeGreaterThan(60);
  expect(await simulator.steps.getByRole("button").count()).toBeGreaterThan(20);
  const [tour, found] = [4, await stops(page)];
  expect(found.slice(0, tour)).toEqual(["A pauses", "Fencing", "A shorter pause", "Redlock"].map((name) => `a: ${name}`));
  expect(found.slice(-links.length).map((stop) => stop.replace(/^\w+: /, ""))).toEqual(links);
  expect(found.slice(tour, -links.length)).toEqual([
    "radio: Redlock",
    "select-one: Scenario",
    "radio: nothing",
    "range: Lease, slider",
    "number: Lease",
    "range: Pause, slider",
    "number: Pause",
    "summary: More options",
    "checkbox: A holder renews its lease",
    "checkbox: Clients check their lease before they write",
    "checkbox: Clients stop when they learn that their lease is over",
    "range: Work, slider",
    "number: Work",
    "range: Latency, slider",
    "number: Latency",
    "range: Jitter, slider",
    "number: Jitter",
    "range: Delay between tries, slider",
    "number: Delay between tries",
    "select-one: Servers",
    "select-one: Clocks are set",
    "number: Clients",
    "number: Seed of chance",
    "button: Can this go wrong?",
    "div: Timeline",
    "button: To the start",
    "button: To the step before",
    "button: Play",
    "button: To the next step",
    "button: To the end",
    "checkbox: Repeat",
    "select-one: Speed",
    "range: Moment",
    "button: Keys",
    "button: Edit",
    "button: Compare",
    "button: Take along",
    "a: How to read the picture",
    "button: Go to step 1",
  ]);
});

test("the focus can be seen at every stop", async ({ page }) => {
  const simulator = await open(page, "colour=red");
  await simulator.openOptions();
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await focused(page)) === "the page") break;
    const outline = await page.evaluate(() => {
      // A transparent control shows its focus on what stands for it.
      for (let at: Element | null = document.activeElement; at; at = at.parentElement) {
        const { opacity, outlineStyle, outlineWidth } = getComputedStyle(at);
        if (opacity === "0") continue;
        if (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) return true;
        if (at.id === "controls") break;
      }
      return false;
    });
    expect.soft(outline, await focused(page)).toBe(true);
  }
});

test("a key that changes a control leaves the focus where it is", async ({ page }) => {
  const simulator = await open(page);
  await tabTo(page, simulator.radio("Lock service", "etcd"));
  for (const name of ["ZooKeeper", "Redis", "Redlock"]) {
    await page.keyboard.press("ArrowRight");
    await expect(simulator.radio("Lock service", name)).toBeFocused();
    await expect(simulator.radio("Lock service", name)).toBeChecked();
  }
  await page.keyboard.press("ArrowLeft");
  await expect(simulator.radio("Lock service", "Redis")).toBeChecked();
  await tabTo(page, simulator.slider("Pause"));
  for (const value of ["9 s", "10 s", "12 s"]) {
    await page.keyboard.press("ArrowRight");
    await expect(simulator.slider("Pause")).toHaveAttribute("aria-valuetext", value);
    await expect(simulator.slider("Pause")).toBeFocused();
  }
  await page.keyboard.press("Home");
  await expect(simulator.pause).toHaveValue("0");
  await tabTo(page, simulator.more);
  await page.keyboard.press("Space");
  await tabTo(page, simulator.switch("A holder renews its lease"));
  await page.keyboard.press("Space");
  await expect(simulator.switch("A holder renews its lease")).toBeChecked();
  await expect(page).toHaveURL(/renew=on/);
});

test("after a notice is dismissed by key, the focus is on the next one, and then on the simulator", async ({ page }) => {
  const simulator = await open(page, "colour=red&shape=round");
  await tabTo(page, simulator.notices.first().getByRole("button"));
  await page.keyboard.press("Enter");
  await expect(simulator.notices).toHaveCount(1);
  await expect(simulator.notices.first().getByRole("button")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(simulator.notices).toHaveCount(0);
  await expect(simulator.root).toBeFocused();
});

for (const width of WIDTHS) {
  test(`everything to click at is at least 24 px wide and high at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const query of ["colour=red&jitter=5", `${CLOCK_JUMP}&embed=1`]) {
      const simulator = await open(page, query);
      await simulator.openOptions();
      const small = await simulator.root.evaluate((root) => {
        const targets = [...root.querySelectorAll("input, select, button, summary, a")];
        return targets.flatMap((target) => {
          // A click on a label that wraps its control is a click on the control.
          const { width, height } = (target.closest("label") ?? target).getBoundingClientRect();
          const isShown = width > 0;
          return isShown && (width < 24 || height < 24)
            ? [`${target.outerHTML.slice(0, 80)}: ${width} x ${height}`]
            : [];
        });
      });
      expect(small).toEqual([]);
    }
  });
}

test("with reduced motion nothing is animated, and nothing is without it", async ({ page }) => {
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    await page.emulateMedia({ reducedMotion });
    const simulator = await open(page);
    await simulator.choose("The storage checks", "fencing tokens");
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  }
});

/** Texts that do not fit into the place that they have. */
function cutOff(simulator: Simulator): Promise<string[]> {
  return simulator.root.evaluate((root) =>
    [...root.querySelectorAll("label, legend, button, summary, p, li, strong, .text, .at, .actor, .number")]
      .filter((element) => !element.closest(".visually-hidden") && element.clientWidth > 0)
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.className || element.localName}: ${element.textContent}`),
  );
}

test("at 320 px no text is cut off and nothing scrolls sideways", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const query of ["", CLOCK_JUMP, "clients=5&lease=120&pause=0", "colour=red", `${CLOCK_JUMP}&embed=1`]) {
    const simulator = await open(page, query);
    await simulator.openOptions();
    if (query === "") await readIncidents(page);
    expect(await scrollsSideways(page), query).toBe(false);
    expect(await cutOff(simulator), query).toEqual([]);
  }
});

test.describe("at a zoom of 200 %", () => {
  // To the page, a zoom of 200 % is half as wide a window with twice as many pixels in each.
  test.use({ viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });

  test("no text is cut off and nothing scrolls sideways", async ({ page }) => {
    for (const query of ["", CLOCK_JUMP]) {
      const simulator = await open(page, query);
      await simulator.openOptions();
      expect(await scrollsSideways(page), query).toBe(false);
      expect(await cutOff(simulator), query).toEqual([]);
    }
  });
});

test("with text of twice the size no text is cut off and nothing scrolls sideways", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const simulator = await open(page);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%", "important"));
  expect(await scrollsSideways(page)).toBe(false);
  expect(await cutOff(simulator)).toEqual([]);
});

test("in forced colours the chosen radio button still differs from the others", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const simulator = await open(page);
  const look = (name: string) =>
    simulator
      .choices("The storage checks")
      .locator("label")
      .filter({ hasText: name })
      .evaluate((label) => {
        const { backgroundColor, borderColor, fontWeight } = getComputedStyle(label);
        return { backgroundColor, borderColor, fontWeight };
      });
  expect(await look("nothing")).not.toEqual(await look("fencing tokens"));
});
