import AxeBuilder from "@axe-core/playwright";
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** What the simulator says about a run, in the order of the page. */
export interface Run {
  verdict: string;
  log: string[];
  facts: string[];
  lanes: string;
}

/** The simulator as a reader finds it on a page, or in an iframe of somebody else's page. */
export class Simulator {
  readonly root: Locator;
  readonly failure: Locator;
  readonly example: Locator;
  readonly notices: Locator;
  readonly controls: Locator;
  readonly scenario: Locator;
  readonly lease: Locator;
  readonly pause: Locator;
  readonly faults: Locator;
  readonly more: Locator;
  readonly verdict: Locator;
  readonly status: Locator;
  readonly figure: Locator;
  readonly canvas: Locator;
  readonly lanes: Locator;
  readonly log: Locator;
  readonly steps: Locator;
  readonly facts: Locator;
  readonly fullPage: Locator;

  constructor(within: Page | FrameLocator) {
    this.root = within.locator("#simulator");
    this.failure = within.locator("#failure");
    this.example = within.locator("#example");
    this.notices = this.root.getByRole("alert");
    this.controls = this.root.locator("#controls");
    this.scenario = this.root.getByRole("combobox", { name: "Scenario" });
    this.lease = this.number("Lease");
    this.pause = this.number("Pause");
    this.faults = this.root.getByRole("textbox", { name: "Faults", exact: true });
    this.more = this.root.getByText("More options", { exact: true });
    this.verdict = this.root.getByRole("region", { name: "Outcome" });
    this.status = this.root.locator("#announcement");
    this.figure = this.root.getByRole("figure");
    this.canvas = this.root.locator("#timeline canvas");
    this.lanes = this.root.locator("#lanes");
    this.log = this.root.getByRole("region", { name: "Step by step" });
    this.steps = this.log.getByRole("listitem");
    this.facts = this.root.locator(".facts li");
    this.fullPage = this.root.getByRole("link", { name: "Open this run in the full simulator" });
  }

  /** A row of radio buttons. */
  choices(name: string): Locator {
    return this.root.getByRole("group", { name, exact: true });
  }

  radio(choices: string, name: string): Locator {
    return this.choices(choices).getByRole("radio", { name, exact: true });
  }

  number(name: string): Locator {
    return this.root.getByRole("spinbutton", { name, exact: true });
  }

  slider(name: string): Locator {
    return this.root.getByRole("slider", { name: `${name}, slider` });
  }

  menu(name: string): Locator {
    return this.root.getByRole("combobox", { name, exact: true });
  }

  switch(name: string): Locator {
    return this.root.getByRole("checkbox", { name });
  }

  /** Opens all options, if there are more and they are not open yet. */
  async openOptions() {
    await this.root.locator("details.more").evaluateAll((more: HTMLDetailsElement[]) => more.forEach((details) => (details.open = true)));
  }

  /** Chooses with the mouse. */
  async choose(choices: string, name: string) {
    await this.radio(choices, name).check();
  }

  /** The step that says this, wherever in the log it is. */
  step(text: string): Locator {
    return this.steps.filter({ hasText: text });
  }

  /** Waits until the program has taken the place of the first picture. */
  async started() {
    await expect(this.canvas).toBeVisible();
    // There are steps also where a figure does not show them.
    await expect(this.root.locator(".log li")).not.toHaveCount(0);
    await expect(this.failure).toBeHidden();
  }

  async run(): Promise<Run> {
    return {
      verdict: await this.verdict.innerText(),
      log: await this.steps.allInnerTexts(),
      facts: await this.facts.allTextContents(),
      lanes: (await this.lanes.textContent()) ?? "",
    };
  }

  /** Waits until this very run is shown. */
  async shows(run: Run) {
    await expect.poll(() => this.run()).toEqual(run);
  }
}

/** The table of every service and every scenario, in the article. */
export class Table {
  readonly root: Locator;
  readonly links: Locator;
  readonly settings: Locator;

  constructor(page: Page) {
    this.root = page.getByRole("table");
    this.links = this.root.getByRole("link");
    this.settings = page.locator("#table-settings");
  }

  /** The radio button for what the storage checks in the table. */
  view(name: string): Locator {
    const views = this.root.page().getByRole("group", { name: "In the table, the storage checks", exact: true });
    return views.getByRole("radio", { name, exact: true });
  }

  /** A cell, by the words that links have for its service and its scenario. */
  cell(service: string, scenario: string): Locator {
    return this.root.locator(`#cell-${service}-${scenario}`);
  }

  column(name: RegExp): Locator {
    return this.root.getByRole("columnheader", { name });
  }

  /** Every cell: where it leads, and what it says. */
  cells(): Promise<{ id: string; href: string; words: string; grade: string | undefined }[]> {
    return this.links.evaluateAll((links) =>
      links.map((link) => ({
        id: link.id,
        href: link.getAttribute("href") ?? "",
        words: link.textContent ?? "",
        grade: (link as HTMLElement).dataset.grade,
      })),
    );
  }
}

/** Opens the page with a query and waits until its run is there. */
export async function open(page: Page, query = ""): Promise<Simulator> {
  await page.goto(address(query));
  const simulator = new Simulator(page);
  await simulator.started();
  return simulator;
}

/** The address of a query, below the site's own. */
export function address(query = ""): string {
  return query === "" ? "./" : `./?${query}`;
}

/** All links of the page that stand for a run: they begin with a question mark. */
export function runLinks(page: Page): Locator {
  return page.locator("a[href^='?']");
}

/** Scrolls to the incidents as a reader does, and waits until the page has fetched them. */
export async function readIncidents(page: Page) {
  await page.locator("#incidents-page").scrollIntoViewIfNeeded();
  await expect(page.locator(".incidents li")).not.toHaveCount(0);
}

/** The address of a query as a pattern for the whole of the address bar. */
export function addressBar(query: string): RegExp {
  const ending = query === "" ? "" : `?${query}`;
  return new RegExp(`^http://[^/]+/locks/${ending.replace(/[.?*+^$()|[\]\\]/g, "\\$&")}$`);
}

/** Holds back what fits a pattern until it is let go. */
export async function holdBack(page: Page, pattern: string | RegExp): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/** Moves the focus with Tab or Shift+Tab until it is where it should be, as somebody without a mouse would. */
export async function tabTo(page: Page, target: Locator) {
  const way = () =>
    target.evaluate((element) => {
      const at = document.activeElement ?? document.body;
      if (at === element) return "there";
      return at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
    });
  for (let presses = 0; presses < 200; presses += 1) {
    const key = await way();
    if (key === "there") break;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** Whether the page can be scrolled sideways, measured by trying. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const root = document.documentElement;
    scrollTo({ left: 10_000, behavior: "instant" });
    const scrolled = scrollX;
    scrollTo({ left: 0, behavior: "instant" });
    return scrolled > 0 || root.scrollWidth > root.clientWidth;
  });
}

/** Everything that goes wrong on a page without anybody asking. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on("pageerror", (error) => heard.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") heard.push(`console: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    heard.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return heard;
}

/** Enters a value and is done with it. */
export async function enter(field: Locator, value: string) {
  await field.fill(value);
  await field.press("Enter");
}

/** The rules that axe checks. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * What axe finds, for each rule with the first place and how many more there are: in one part of the page, or in
 * all of it but some parts.
 */
export async function axe(page: Page, where: { within?: string; without?: string[] } = {}): Promise<string[]> {
  const builder = new AxeBuilder({ page }).withTags(TAGS);
  if (where.within !== undefined) builder.include(where.within);
  for (const part of where.without ?? []) builder.exclude(part);
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes: [first, ...more] }) => {
    const what = first.failureSummary?.replace(/\s+/g, " ");
    return `${id}: ${first.target.join(" ")} and ${more.length} more: ${what}`;
  });
}

/** The memory of every program that is loaded after this, in bytes, once somebody asks. */
export async function memories(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const memories: WebAssembly.Memory[] = [];
    const plain = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...given) => {
      const made = await plain.apply(WebAssembly, given);
      memories.push(...Object.values(made.instance.exports).filter((one) => one instanceof WebAssembly.Memory));
      return made;
    };
    Object.assign(window, { memories });
  });
  return () =>
    page.evaluate(() => {
      const { memories } = window as unknown as { memories: WebAssembly.Memory[] };
      return memories.map((memory) => memory.buffer.byteLength);
    });
}
