import { readFile } from "node:fs/promises";
import { expect, test, type Download, type Locator, type Page } from "@playwright/test";
import { addressBar, axe, complaints, open, scrollsSideways, Simulator, tabTo } from "../simulator";

const RUN = "service=redlock&scenario=clock-jump&t=0.3";

/** The tool for taking a run along. */
class Take {
  readonly button: Locator;
  readonly root: Locator;
  readonly link: Locator;
  readonly copy: Locator;
  readonly colours: Locator;
  readonly file: Locator;
  readonly said: Locator;

  constructor(readonly page: Page) {
    this.button = page.getByRole("button", { name: "Take along", exact: true });
    this.root = page.getByRole("region", { name: "Take along" });
    this.link = this.root.getByRole("textbox", { name: "Link to this run" });
    this.copy = this.root.getByRole("button", { name: "Copy link" });
    this.colours = this.root.getByRole("combobox", { name: "Colours of the picture" });
    this.file = this.root.getByLabel("Open an exported run");
    this.said = this.root.getByRole("status");
  }

  form(name: string): Locator {
    return this.root.getByRole("group", { name: "Download" }).getByRole("button", { name, exact: true });
  }

  /** Downloads a form: the file's name and its content. */
  async download(name: string, press = (form: Locator) => form.click()): Promise<{ name: string; content: Buffer }> {
    const coming = this.page.waitForEvent("download");
    await press(this.form(name));
    const download: Download = await coming;
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  }
}

async function openTake(page: Page, query = ""): Promise<{ simulator: Simulator; take: Take }> {
  const simulator = await open(page, query);
  const take = new Take(page);
  await take.button.click();
  await expect(take.root).toBeVisible();
  await expect(take.copy).toBeVisible();
  return { simulator, take };
}

/** Drops a file onto an element, as a reader who drags it from a folder does. */
async function drop(page: Page, selector: string, name: string, content: string) {
  await page.evaluate(
    ({ selector, name, content }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], name));
      const target = document.querySelector(selector)!;
      for (const kind of ["dragover", "drop"]) {
        const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
        if (target.dispatchEvent(event)) throw new Error(`the browser would take ${kind} for itself`);
      }
    },
    { selector, name, content },
  );
}

/** Pastes a text where the focus is. */
async function paste(page: Page, text: string) {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** A run as it is exported. */
async function exported(page: Page, query: string): Promise<string> {
  const { take } = await openTake(page, query);
  const { content } = await take.download("JSON");
  return content.toString();
}

test.describe("with a clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("the link is that of the present run and moment, and is copied", async ({ page }) => {
    const { simulator, take } = await openTake(page, RUN);
    await expect(take.link).toHaveValue(/\/locks\/\?service=redlock&scenario=clock-jump&t=0\.3$/);
    await simulator.choose("Lock service", "Redis");
    await expect(take.link).toHaveValue(/\/locks\/\?service=redis&scenario=clock-jump/);
    await take.copy.click();
    await expect(take.said).toHaveText("The link is copied.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await take.link.inputValue());
  });
});

for (const { name, block } of [
  { name: "refuses", block: () => (navigator.clipboard.writeText = () => Promise.reject(new Error("no"))) },
  { name: "has no clipboard", block: () => Object.defineProperty(navigator, "clipboard", { value: undefined }) },
]) {
  test(`where the browser ${name}, the link is selected instead`, async ({ page }) => {
    const heard = complaints(page);
    const { take } = await openTake(page, "pause=3");
    await page.evaluate(block);
    await take.copy.click();
    await expect(take.said).toContainText("The link is selected");
    await expect(take.link).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/\/locks\/\?pause=3$/);
    expect(heard).toEqual([]);
  });
}

test("the SVG has the title, the settings, the outcome, every step and the link", async ({ page }) => {
  const { simulator, take } = await openTake(page, RUN);
  const { name, content } = await take.download("SVG");
  expect(name).toBe("lock-redlock-clock-jump.svg");
  await expect(take.said).toHaveText(`The download of ${name} has begun.`);
  const steps = await simulator.steps.locator(".text").allInnerTexts();
  const sheet = await page.evaluate((svg) => {
    const sheet = new DOMParser().parseFromString(svg, "image/svg+xml");
    return {
      broken: sheet.querySelector("parsererror") !== null,
      title: sheet.querySelector("title")?.textContent,
      link: sheet.querySelector("a")?.getAttribute("href"),
      said: [...sheet.querySelectorAll("text")].map((text) => text.textContent).join(" "),
    };
  }, content.toString());
  expect(sheet.broken).toBe(false);
  expect(sheet.title).toBe("Redlock: Clock jump");
  expect(sheet.link).toBe(await take.link.inputValue());
  expect(sheet.said).toContain("Scenario: Clock jump");
  expect(sheet.said).toContain("Corrupted. The storage ends with");
  for (const step of steps) expect(sheet.said).toContain(step);
});

test("the PNG is the sheet at double resolution, in the colours that are asked for", async ({ page }) => {
  const { take } = await openTake(page);
  const colour = async (form: Buffer) =>
    page.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (byte) => byte.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d")!;
      context.drawImage(image, 0, 0);
      return [...context.getImageData(2, 2, 1, 1).data];
    }, form.toString("base64"));
  const svg = (await take.download("SVG")).content.toString();
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number);
  const light = await take.download("PNG");
  expect(light.name).toBe("lock-etcd-pause.png");
  expect([...light.content.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect([light.content.readUInt32BE(16), light.content.readUInt32BE(20)]).toEqual([2 * width, 2 * height]);
  expect(await colour(light.content)).toEqual([0xff, 0xff, 0xff, 0xff]);
  await take.colours.selectOption("dark");
  const dark = await take.download("PNG");
  expect(await colour(dark.content)).toEqual([0x15, 0x17, 0x1a, 0xff]);
});

test("the picture has the page's colours unless others are asked for", async ({ page }) => {
  const { take } = await openTake(page, "theme=dark");
  await expect(take.colours).toHaveValue("dark");
  expect((await take.download("SVG")).content.toString()).toContain("#15171A");
});

test("the picture follows the page's colours until others are asked for", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  const { take } = await openTake(page);
  await expect(take.colours).toHaveValue("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(take.colours).toHaveValue("dark");
  await take.colours.selectOption("light");
  await page.emulateMedia({ colorScheme: "light" });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(take.colours).toHaveValue("light");
  expect((await take.download("SVG")).content.toString()).not.toContain("#15171A");
});

test("the JSON opens again as the same run at the same moment", async ({ page }) => {
  const { simulator, take } = await openTake(page, RUN);
  const run = await simulator.run();
  const { name, content } = await take.download("JSON");
  expect(name).toBe("lock-redlock-clock-jump.json");
  const json = JSON.parse(content.toString());
  expect(json.query).toBe(RUN);
  expect(json.outcome.headline).toBe("corrupted");
  await simulator.choose("Lock service", "etcd");
  await simulator.scenario.selectOption({ label: "A crashes" });
  await take.file.setInputFiles({ name, mimeType: "application/json", buffer: content });
  await simulator.shows(run);
  await expect(page).toHaveURL(addressBar(RUN));
  await expect(take.said).toHaveText("The exported run is open.");
});

test("the log is that of the page, below its link and settings", async ({ page }) => {
  const { simulator, take } = await openTake(page, "storage=fencing");
  const { name, content } = await take.download("Log");
  expect(name).toBe("lock-etcd-pause-fencing.txt");
  const log = content.toString();
  expect(log.startsWith(`${await take.link.inputValue()}\n\nLock service: etcd\n`)).toBe(true);
  for (const step of await simulator.steps.locator(".text").allInnerTexts()) expect(log).toContain(step);
});

test("each line of the log for ShiViz is read by its own regular expression", async ({ page }) => {
  const { take } = await openTake(page, RUN);
  const { name, content } = await take.download("ShiViz");
  expect(name).toBe("lock-redlock-clock-jump.shiviz.log");
  const [parser, empty, ...lines] = content.toString().trimEnd().split("\n");
  expect(empty).toBe("");
  const pattern = new RegExp(`^${parser}$`);
  const counts = new Map<string, number>();
  for (const line of lines) {
    const { host, clock } = pattern.exec(line)!.groups!;
    counts.set(host, (counts.get(host) ?? 0) + 1);
    expect(JSON.parse(clock)[host]).toBe(counts.get(host));
  }
  expect([...counts.keys()]).toEqual(expect.arrayContaining(["A", "B", "redis-1", "redis-5", "storage"]));
});

test("a file that is dropped on the article opens, before anything else was asked for", async ({ page, context }) => {
  const json = await exported(await context.newPage(), "storage=fencing&pause=9");
  const simulator = await open(page);
  await page.locator("article").first().scrollIntoViewIfNeeded();
  await drop(page, "article", "run.json", json);
  await expect(simulator.verdict).toHaveText(/^Protected/);
  await expect(page).toHaveURL(addressBar("storage=fencing&pause=9"));
  await expect(simulator.canvas).toBeInViewport();
  await expect(new Take(page).root).toBeHidden();
});

test("a run that is opened while the tool is closed is announced, and not told by the tool later", async ({
  page,
  context,
}) => {
  const json = await exported(await context.newPage(), "pause=3");
  await open(page);
  await page.evaluate(() => {
    const place = document.getElementById("announcement")!;
    const heard: string[] = [];
    new MutationObserver(() => heard.push(place.textContent)).observe(place, { childList: true });
    Object.assign(window, { heard });
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.filter(Boolean));
  await drop(page, "article", "run.json", json);
  await expect.poll(heard).toEqual(["The exported run is open.", expect.stringMatching(/^Safe\. /)]);
  // The same again changes nothing, and is heard again.
  await drop(page, "article", "run.json", json);
  await expect.poll(async () => (await heard()).at(-1)).toBe("The exported run is open.");
  const take = new Take(page);
  await take.button.click();
  await expect(take.copy).toBeVisible();
  await expect(take.said).toHaveText("");
  // While it is open it says so itself.
  await drop(page, "article", "run.json", json);
  await expect(take.said).toHaveText("The exported run is open.");
  await take.button.click();
  await take.button.click();
  await expect(take.said).toHaveText("");
});

test("the text of an exported run opens when it is pasted, but not into a field", async ({ page, context }) => {
  const json = await exported(await context.newPage(), "pause=3");
  const simulator = await open(page, "scenario=custom");
  await simulator.faults.focus();
  await paste(page, json);
  await simulator.radio("Lock service", "etcd").focus();
  await expect(simulator.scenario).toHaveValue("custom");
  await paste(page, json);
  await expect(page).toHaveURL(addressBar("pause=3"));
  await expect(simulator.verdict).toHaveText(/^Safe/);
});

test("what is no exported run is named, and changes nothing", async ({ page }) => {
  const heard = complaints(page);
  const { simulator, take } = await openTake(page, RUN);
  const run = await simulator.run();
  const choose = (content: string) =>
    take.file.setInputFiles({ name: "some.json", mimeType: "application/json", buffer: Buffer.from(content) });
  const query = (query: string) => JSON.stringify({ query, outcome: {}, events: [] });
  for (const [content, what] of [
    ["", "There is nothing in this."],
    ["<svg/>", "This is not JSON, or not all of it"],
    ['{"name": "lock", "version": 1}', "This is JSON, but no run."],
    [query("colour=red"), "There is no key colour."],
    [query("lease=1e9"), "lease=1e9 is not possible: it takes 0.5 to 120 seconds."],
    [query("") + " ".repeat(5_000_000), "This has more than 5 MB"],
    ["\u0000\ufffd", "This is not JSON"],
  ]) {
    await choose(content);
    await expect(take.said).toContainText(what);
    await expect(take.said).toContainText("A file that was taken along as JSON is expected.");
  }
  expect(await simulator.run()).toEqual(run);
  await expect(page).toHaveURL(addressBar(RUN));
  await expect(simulator.notices).toHaveCount(0);
  expect(heard).toEqual([]);
});

test("a foreign file that is dropped opens the tool, which says what is wrong", async ({ page }) => {
  const simulator = await open(page, "pause=3");
  const take = new Take(page);
  await drop(page, "footer", "holiday.txt", "Dear all");
  await expect(take.said).toContainText("This is not JSON");
  await expect(take.said).toBeInViewport();
  await expect(take.button).toHaveAttribute("aria-expanded", "true");
  await expect(simulator.verdict).toHaveText(/^Safe/);
  await expect(page).toHaveURL(addressBar("pause=3"));
});

test("text that nobody would take for a run is not looked at", async ({ page }) => {
  await open(page);
  await paste(page, "Dear all");
  await page.waitForTimeout(300);
  await expect(new Take(page).root).toBeHidden();
});

test("all of it can be done by keyboard", async ({ page }) => {
  await open(page, "pause=3");
  const take = new Take(page);
  await tabTo(page, take.button);
  await page.keyboard.press("Enter");
  await expect(take.copy).toBeVisible();
  await tabTo(page, take.link);
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/pause=3$/);
  for (const name of ["PNG", "SVG", "JSON", "Log", "ShiViz"]) {
    const { content } = await take.download(name, async (form) => {
      await tabTo(page, form);
      await page.keyboard.press("Enter");
    });
    expect(content.length).toBeGreaterThan(500);
  }
  await tabTo(page, take.colours);
  await page.keyboard.press("ArrowDown");
  await expect(take.colours).toHaveValue("dark");
  await tabTo(page, take.file);
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Space");
  await (await chooser).setFiles([]);
  await tabTo(page, take.button);
  await page.keyboard.press("Space");
  await expect(take.root).toBeHidden();
});

test.describe("on a narrow screen that is touched", () => {
  test.use({ hasTouch: true, viewport: { width: 320, height: 640 } });

  test("everything fits, is large enough, and works", async ({ page }) => {
    await open(page);
    const take = new Take(page);
    await take.button.tap();
    await expect(take.copy).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);
    const targets = await take.root.locator("button, input, select").all();
    expect(targets.length).toBe(10);
    for (const target of targets) {
      const { width, height } = (await target.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    }
    const { name } = await take.download("SVG", (form) => form.tap());
    expect(name).toBe("lock-etcd-pause.svg");
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in the open tool with a complaint, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const { take } = await openTake(page);
    await take.file.setInputFiles({ name: "a.json", mimeType: "application/json", buffer: Buffer.from("[]") });
    await expect(take.said).toContainText("no run");
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axe(page, { within: "#simulator" })).toEqual([]);
    }
  });
}
