// Sites of other people, made by the generators that the guide for embedders has examples for.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test, type Page } from "@playwright/test";
import { Figure, hostAddress } from "../host";
import { complaints, Simulator } from "../simulator";

// What is built once is looked at by all tests.
test.describe.configure({ mode: "default" });

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds a site of which the sources are here, for the server to find. */
function build(variable: string, site: string, ...rest: string[]) {
  const program = process.env[variable];
  if (!program) throw new Error(`${variable} names no program: run the tests with \`cargo xtask browser\``);
  execFileSync(program, [...rest, folder(`../sites/${site}`)], { stdio: ["ignore", "ignore", "pipe"] });
}

/** The picture with a link, the way for pages that take nothing else. */
async function hasLinkedPicture(page: Page, site: string) {
  const link = page.getByRole("link", { name: "etcd: A pauses" });
  const picture = link.getByRole("img");
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  await expect(link).toHaveAttribute("href", `${site}v1/?storage=fencing`);
}

test.describe("a book made with mdBook", () => {
  test.beforeAll(() => build("MDBOOK", "mdbook", "build", "--dest-dir", folder("../../../target/sites/mdbook")));

  test.beforeEach(async ({ page, baseURL }) => {
    await page.goto(hostAddress(baseURL!, "/mdbook/figures.html"));
  });

  test("has figures in all the ways that the guide has", async ({ page, baseURL }) => {
    const heard = complaints(page);
    const figure = new Figure(page);
    await figure.element.scrollIntoViewIfNeeded();
    await figure.started();
    await expect(figure.simulator.verdict).toHaveText(/^Corrupted/);
    await expect(figure.frame).toHaveAttribute("title", "Redlock: Clock jump");
    const plain = page.locator("iframe[title='etcd: A pauses']");
    await plain.scrollIntoViewIfNeeded();
    const simulator = new Simulator(plain.contentFrame());
    await simulator.started();
    await expect(simulator.verdict).toHaveText(/^Protected/);
    await hasLinkedPicture(page, baseURL!);
    expect(heard).toEqual([]);
  });

  test("has figures as wide as its text, at any width of the window", async ({ page }) => {
    const figure = new Figure(page);
    await figure.element.scrollIntoViewIfNeeded();
    await figure.started();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const text = page.getByText("A plain iframe:");
      const wide = () => Promise.all([text, figure.frame].map((it) => it.evaluate((element) => element.clientWidth)));
      await expect.poll(async () => (await wide())[1] - (await wide())[0]).toBe(0);
      await figure.fits();
    }
  });

  test("turns its pages with the arrow keys, but not from inside a figure", async ({ page }) => {
    const figure = new Figure(page);
    await figure.element.scrollIntoViewIfNeeded();
    await figure.started();
    const address = page.url();
    const moment = figure.inside.locator("#time");
    const start = await moment.textContent();
    await figure.inside.locator("#timeline").focus();
    await page.keyboard.press("ArrowRight");
    await expect(moment).not.toHaveText(start!);
    await page.keyboard.press("ArrowLeft");
    await expect(moment).toHaveText(start!);
    await expect(page).toHaveURL(address);
    await page.getByText("The custom element:").click();
    await page.keyboard.press("ArrowRight");
    await expect(page).toHaveURL(/\/mdbook\/tokens\.html$/);
    // The book listens to keys once it has loaded.
    await page.waitForLoadState();
    await page.keyboard.press("ArrowLeft");
    await expect(page).toHaveURL(address);
    await figure.element.scrollIntoViewIfNeeded();
    await figure.started();
  });
});

test.describe("a site made with Hugo", () => {
  test.beforeAll(() => {
    const destination = folder("../../../target/sites/hugo");
    build("HUGO", "hugo", "--noBuildLock", "--cleanDestinationDir", "--destination", destination, "--source");
  });

  test("has figures by the shortcode that the guide has", async ({ page, baseURL }) => {
    const heard = complaints(page);
    await page.goto(hostAddress(baseURL!, "/hugo/posts/figures/"));
    const preset = new Figure(page, "lock-simulator[service]");
    await preset.started();
    await expect(preset.simulator.verdict).toHaveText(/^Corrupted/);
    await expect(preset.frame).toHaveAttribute("title", "Redlock: Clock jump");
    const custom = new Figure(page, "lock-simulator[faults]");
    await custom.element.scrollIntoViewIfNeeded();
    await custom.started();
    await expect(custom.frame).toHaveAttribute("title", "A “custom” run & more");
    await expect(custom.simulator.verdict).toHaveText(/^Corrupted/);
    await hasLinkedPicture(page, baseURL!);
    expect(heard).toEqual([]);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("has links to its figures", async ({ page, baseURL }) => {
      await page.goto(hostAddress(baseURL!, "/hugo/posts/figures/"));
      const link = page.getByRole("link", { name: "A “custom” run & more" });
      const query = new URL((await link.getAttribute("href"))!).searchParams;
      expect(Object.fromEntries(query)).toEqual({ scenario: "custom", faults: "pause:A:work~0.25:8" });
    });
  });
});
