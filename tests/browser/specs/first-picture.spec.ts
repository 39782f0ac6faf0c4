import { expect, test, type Page } from "@playwright/test";
import { address, addressBar, holdBack, Simulator } from "../simulator";

const WIDTHS = [360, 768, 1280];
const PICTURE = "#simulator :is(svg[role=img], img):visible";

/** The static picture of the default run, with its outcome and steps. */
async function showsFirstPicture(page: Page, simulator: Simulator) {
  await expect(page.locator(PICTURE)).toHaveCount(1);
  // Before there are styles nobody sees anything, but all has a size.
  await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
  await expect.poll(() => page.locator(PICTURE).boundingBox().then((box) => box?.height ?? 0)).toBeGreaterThan(100);
  await expect(simulator.verdict).toHaveText(/^Corrupted\. The storage ends with “from A”\./);
  await expect(simulator.steps.first()).toBeVisible();
  await expect(simulator.steps.first()).toContainText("A asks etcd for the lock.");
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const width of WIDTHS) {
    test(`the page shows the default run and says what it needs, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 720 });
      await page.goto("./");
      await showsFirstPicture(page, new Simulator(page));
      await expect(page.locator(PICTURE)).toHaveAccessibleName(/^Timeline of /);
      await expect(page.locator("noscript p")).toBeVisible();
      await expect(page.locator("noscript p")).toContainText("The simulator needs JavaScript and WebAssembly.");
      await expect(page.locator("#failure")).toBeHidden();
      await expect(page.locator("#example")).toBeHidden();
    });
  }
});

for (const { what, path, answer } of [
  { what: "cannot be reached", path: "**/*.wasm", answer: "abort" },
  { what: "is an error page", path: "**/*.wasm", answer: "error" },
  { what: "is cut short", path: "**/*.wasm", answer: "cut" },
  { what: "has a loader that cannot be reached", path: "**/lock-simulator-*.js", answer: "abort" },
]) {
  for (const query of ["", "service=redlock&scenario=clock-jump"]) {
    const link = query === "" ? "without a query" : "with a query";
    test(`if the program ${what}, the page ${link} says so and keeps the picture`, async ({ page }) => {
      await page.route(path, async (route) => {
        if (answer === "abort") return route.abort();
        if (answer === "error") return route.fulfill({ status: 500, body: "Out of order" });
        const response = await route.fetch();
        const body = await response.body();
        return route.fulfill({ response, body: body.subarray(0, body.length / 2) });
      });
      await page.goto(address(query));
      const simulator = new Simulator(page);
      await expect(simulator.failure).toBeVisible();
      await expect(simulator.failure).toContainText("The simulator could not be loaded");
      await expect(page.getByRole("alert")).toHaveCount(1);
      await expect(simulator.example).toBeHidden();
      await expect(page.locator("html")).not.toHaveAttribute("data-example");
      await showsFirstPicture(page, simulator);
    });
  }
}

test("while the run of a link loads, the picture is dimmed and labelled as an example", async ({ page }) => {
  const letGo = await holdBack(page, "**/*.wasm");
  await page.goto(address("service=redlock&scenario=clock-jump"), { waitUntil: "commit" });
  const simulator = new Simulator(page);
  await expect(simulator.example).toBeVisible();
  await expect(simulator.example).toContainText("an example");
  await expect(page.locator("html")).toHaveAttribute("data-example");
  await expect(page.locator(PICTURE)).toHaveCount(1);
  const opacity = () =>
    page.locator(PICTURE).evaluate((element) => {
      let opacity = 1;
      for (let at: Element | null = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
      return opacity;
    });
  expect(await opacity()).toBeLessThan(0.6);

  letGo();
  await simulator.started();
  await expect(simulator.example).toBeHidden();
  await expect(page.locator("html")).not.toHaveAttribute("data-example");
  await expect(simulator.root).toHaveCSS("opacity", "1");
  await expect(simulator.canvas).toHaveCSS("opacity", "1");
  await expect(page.locator(PICTURE)).toHaveCount(0);
  await expect(page).toHaveURL(addressBar("service=redlock&scenario=clock-jump"));
});

for (const query of ["", "theme=dark"]) {
  test(`the default run with the address "?${query}" is no example while it loads`, async ({ page }) => {
    const letGo = await holdBack(page, "**/*.wasm");
    await page.goto(address(query), { waitUntil: "commit" });
    const simulator = new Simulator(page);
    await showsFirstPicture(page, simulator);
    await expect(simulator.example).toBeHidden();
    await expect(simulator.root).toHaveCSS("opacity", "1");
    letGo();
    await simulator.started();
  });
}

for (const width of WIDTHS) {
  test(`nothing moves when the program takes the place of the first picture, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    const letGo = await holdBack(page, "**/*.wasm");
    await page.goto("./", { waitUntil: "commit" });
    const simulator = new Simulator(page);
    await showsFirstPicture(page, simulator);
    const places = async () => ({
      controls: await simulator.controls.boundingBox(),
      verdict: await simulator.verdict.boundingBox(),
      figure: await simulator.figure.boundingBox(),
      log: await simulator.log.boundingBox(),
      last: await simulator.steps.last().boundingBox(),
    });
    const before = await places();
    letGo();
    await simulator.started();
    await expect.poll(places).toEqual(before);
  });
}

for (const width of [320, 360, 400, 480, 540, 600, 640, 700, 768, 900, 1024, 1280, 1600]) {
  test(`the first picture is as high as the program's at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    const letGo = await holdBack(page, "**/*.wasm");
    await page.goto("./", { waitUntil: "commit" });
    const simulator = new Simulator(page);
    await showsFirstPicture(page, simulator);
    const height = async () => (await simulator.figure.boundingBox())?.height;
    const before = await height();
    letGo();
    await simulator.started();
    await expect.poll(height).toBe(before);
  });
}

const TELLING = "#simulator :is(.verdict, .picture svg, .picture img, .log, .facts, .moment), .table";

for (const query of ["quiz=stored", "quiz=holder~6", "theme=dark&quiz=none&quiz=stored"]) {
  test(`the page with "?${query}" tells nothing before its question is there`, async ({ page }) => {
    const letGo = await holdBack(page, "**/*.wasm");
    await page.goto(address(query), { waitUntil: "commit" });
    const simulator = new Simulator(page);
    await expect(simulator.example).toBeVisible();
    await expect(simulator.example).toHaveText("Loading the run of this link.", { useInnerText: true });
    await expect(page.locator("footer")).toBeVisible();
    await expect(page.locator(`:is(${TELLING}):visible`)).toHaveCount(0);
    letGo();
    await simulator.started();
    await expect(page.getByRole("region", { name: "Question" })).toBeVisible();
  });

  test(`the page with "?${query}" tells nothing if the program cannot be loaded`, async ({ page }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(address(query));
    await expect(new Simulator(page).failure).toBeVisible();
    await expect(page.locator("footer")).toBeVisible();
    await expect(page.locator(`:is(${TELLING}):visible`)).toHaveCount(0);
  });
}

for (const query of ["quiz=none", "quiz=stored&quiz=none"]) {
  test(`"?${query}" is no question`, async ({ page }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(address(query));
    await expect(new Simulator(page).failure).toBeVisible();
    await showsFirstPicture(page, new Simulator(page));
  });
}

test("a figure with a question tells nothing before it is there, nor if the program cannot be loaded", async ({ page }) => {
  const letGo = await holdBack(page, "**/*.wasm");
  await page.goto("v1/?quiz=stored", { waitUntil: "commit" });
  const simulator = new Simulator(page);
  const says = page.locator("#timeline");
  await expect(says).toHaveText("Loading: a question about the default run.", { useInnerText: true });
  await expect(page.locator(`:is(${TELLING}):visible`)).toHaveCount(0);
  letGo();
  await simulator.started();
  await expect(page.getByRole("region", { name: "Question" })).toBeVisible();

  await page.route("**/*.wasm", (route) => route.abort());
  await page.reload();
  await expect(simulator.failure).toBeVisible();
  await expect(says).toHaveText("Not shown here: a question about the default run.", { useInnerText: true });
  await expect(page.locator(`:is(${TELLING}):visible`)).toHaveCount(0);
});
