import { expect, test } from "@playwright/test";
import { Embed, openEmbed, said } from "../embed";
import { axe, complaints, open, scrollsSideways, Simulator, tabTo } from "../simulator";

const RUN = "service=redlock&scenario=clock-jump&t=0.3";

test("the dialog shows the very run, at the same moment, with a snippet for it", async ({ page, baseURL }) => {
  const heard = complaints(page);
  const { simulator, embed } = await openEmbed(page, RUN);
  await embed.shows(RUN);
  const preview = await embed.preview();
  expect(await said(preview)).toEqual(await said(simulator));
  await expect(embed.snippet).toHaveValue(
    `<script src="${baseURL}v1/embed.js" defer></script>\n` +
      `<lock-simulator service="redlock" scenario="clock-jump" t="0.3" title="Redlock: Clock jump">\n` +
      `  <a href="${baseURL}v1/?${RUN.replaceAll("&", "&amp;")}">Redlock: Clock jump</a>\n</lock-simulator>\n`,
  );
  // As high as its content, so that only its place scrolls.
  const lacking = () =>
    embed.inside.locator("html").evaluate((root) => Math.abs(root.getBoundingClientRect().height - innerHeight));
  await expect.poll(lacking).toBeLessThanOrEqual(1);
  expect(heard).toEqual([]);
});

test("each choice changes snippet and preview", async ({ page }) => {
  const { embed } = await openEmbed(page, "t=6.5");
  const both = async (query: string, snippet: string) => {
    await expect(embed.snippet).toHaveValue(new RegExp(snippet));
    await embed.shows(query);
  };
  await both("t=6.5", ' t="6.5"');
  await embed.menu("It starts").selectOption({ label: "at the beginning" });
  await both("", "<lock-simulator title=");
  await expect(embed.field("Step")).toBeHidden();
  await embed.menu("It starts").selectOption({ label: "at a step" });
  await embed.enter("Step", "3");
  await both("t=0.04", ' t="0.04"');
  await embed.menu("It starts").selectOption({ label: "at the cursor (6.5 s)" });
  await both("t=6.5", ' t="6.5"');
  await embed.menu("Theme").selectOption({ label: "dark" });
  await both("t=6.5&theme=dark", ' theme="dark"');
  await expect(embed.inside.locator("html")).toHaveAttribute("data-theme", "dark");
  await embed.menu("Theme").selectOption({ label: "as the reader’s system" });
  await embed.enter("Title", 'What <b>"A"</b> & B do');
  await expect(embed.snippet).toHaveValue(/ title="What &lt;b&gt;&quot;A&quot;&lt;\/b&gt; &amp; B do"/);
  await embed.enter("Width in pixels", "480");
  await expect(embed.snippet).toHaveValue(/ style="max-width: 480px"/);
  await expect.poll(() => embed.frame.evaluate((frame) => frame.getBoundingClientRect().width)).toBe(480);
  await embed.form.selectOption({ label: "Plain iframe" });
  await embed.enter("Height in pixels", "640");
  await expect(embed.snippet).toHaveValue(/ width="480" height="640" /);
  await expect.poll(() => embed.frame.evaluate((frame) => frame.getBoundingClientRect().height)).toBe(640);
});

test("controls are left out and locked one by one", async ({ page }) => {
  const { embed } = await openEmbed(page);
  for (const name of ["Scenario", "Lease", "Faults", "How things stand at the moment", "Edit, Compare and Take along"])
    await embed.control(name).uncheck();
  await embed.control("Lock service, locked").check();
  await expect(embed.control("Scenario, locked")).toBeHidden();
  await embed.root.getByText("More options").click();
  await embed.control("Seed of chance").check();
  const controls = "service:locked,storage,pause,seed,player,steps";
  await expect(embed.snippet).toHaveValue(new RegExp(` controls="${controls}"`));
  await embed.shows(`controls=${controls}`);
  const preview = await embed.preview();
  await expect(preview.scenario).toBeHidden();
  await expect(preview.radio("Lock service", "Redis")).toBeDisabled();
  await expect(preview.radio("The storage checks", "versions")).toBeEnabled();
  await expect(preview.steps.first()).toBeVisible();
});

test("a question is asked in the preview", async ({ page }) => {
  const { embed } = await openEmbed(page);
  await embed.menu("A question").selectOption({ label: "Who holds the lock?" });
  await embed.shows("quiz=holder");
  await expect(embed.snippet).toHaveValue(/ quiz="holder"/);
  await expect(embed.inside.locator("html")).toHaveAttribute("data-question", "");
  await expect(embed.inside.getByRole("region", { name: "Question" })).toContainText("who holds the lock by the account of etcd?");
});

test("a number that is not possible is named, and changes nothing", async ({ page }) => {
  const { embed } = await openEmbed(page);
  const before = await embed.snippet.inputValue();
  for (const [name, value, said] of [
    ["Width in pixels", "12", "Width 12 is not possible: it takes 320 to 4000 pixels, or nothing."],
    ["Height in pixels", "high", "Height high is not possible: it takes 200 to 10000 pixels, or nothing."],
  ]) {
    await embed.enter(name, value);
    await expect(embed.root.getByText(said)).toBeVisible();
    await expect(embed.field(name)).toHaveAttribute("aria-invalid", "true");
    expect(await embed.snippet.inputValue()).toBe(before);
    await embed.enter(name, "");
    await expect(embed.root.getByText(said)).toHaveCount(0);
  }
  await embed.menu("It starts").selectOption({ label: "at a step" });
  await embed.enter("Step", "99");
  await expect(embed.root.getByText("Step 99 is not possible: it takes 1 to")).toBeVisible();
  await embed.menu("A question").selectOption({ label: "Who holds the lock?" });
  await expect(embed.snippet).toHaveValue(/ quiz="holder"/);
});

test("a picture with a link has no size to choose", async ({ page }) => {
  const { embed } = await openEmbed(page);
  for (const [form, isPicture] of [["Markdown: a picture with a link", true], ["MDX: an iframe", false]] as const) {
    await embed.form.selectOption({ label: form });
    for (const name of ["Width in pixels", "Height in pixels"]) await expect(embed.field(name)).toBeEnabled({ enabled: !isPicture });
  }
});

test("the ring around a field is not cut off", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { embed } = await openEmbed(page);
  const field = embed.field("Width in pixels");
  await field.focus();
  const room = await field.evaluate((input) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(input);
    const edge = input.closest(".asked")!.getBoundingClientRect().left;
    return input.getBoundingClientRect().left - edge - parseFloat(outlineWidth) - parseFloat(outlineOffset);
  });
  expect(room).toBeGreaterThanOrEqual(0);
});

test.describe("with a clipboard", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("snippet and file are copied", async ({ page }) => {
    const { embed } = await openEmbed(page);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await embed.root.getByRole("button", { name: "Copy snippet" }).click();
    await expect(embed.said).toHaveText("The snippet is copied.");
    expect(await clipboard()).toBe(await embed.snippet.inputValue());
    await embed.form.selectOption({ label: "Hugo: a shortcode" });
    await expect(embed.said).toHaveText("");
    await embed.root.getByRole("button", { name: "Copy file" }).click();
    await expect(embed.said).toHaveText("The file is copied.");
    expect(await clipboard()).toBe(await embed.file.inputValue());
  });
});

test("where the browser does not let the page copy, the snippet is selected instead", async ({ page }) => {
  const heard = complaints(page);
  const { embed } = await openEmbed(page);
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("no"))));
  await embed.root.getByRole("button", { name: "Copy snippet" }).click();
  await expect(embed.said).toContainText("The snippet is selected");
  await expect(embed.snippet).toBeFocused();
  const selected = await embed.snippet.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(selected).toBe(await embed.snippet.inputValue());
  expect(heard).toEqual([]);
});

test("Escape, the button and a click beside it close the dialog, and the focus is where it was", async ({ page }) => {
  const { embed } = await openEmbed(page);
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => embed.close.click(),
    () => page.mouse.click(2, 300),
  ]) {
    await expect(embed.root).toBeVisible();
    await close();
    await expect(embed.root).toBeHidden();
    await expect(embed.button).toBeFocused();
    // Nothing goes on behind it.
    await expect(page.locator("iframe")).toHaveCount(0);
    await page.keyboard.press("Enter");
  }
  // A press that begins in the dialog is not one beside it.
  await embed.snippet.hover();
  await page.mouse.down();
  await page.mouse.move(2, 300);
  await page.mouse.up();
  await expect(embed.root).toBeVisible();
});

test("previews are nothing to go back to, and the run on the page stays as it is", async ({ page }) => {
  const { simulator, embed } = await openEmbed(page, RUN);
  const [run, length] = [await simulator.run(), await page.evaluate(() => history.length)];
  for (const theme of ["dark", "light"]) {
    await embed.menu("Theme").selectOption({ label: theme });
    await embed.shows(`${RUN}&theme=${theme}`);
  }
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => history.length)).toBe(length);
  expect(await simulator.run()).toEqual(run);
});

test("all of it can be done by keyboard", async ({ page }) => {
  await open(page, "t=6.5");
  const embed = new Embed(page);
  await tabTo(page, page.getByRole("button", { name: "Take along", exact: true }));
  await page.keyboard.press("Enter");
  await expect(embed.button).toBeVisible();
  await tabTo(page, embed.button);
  await page.keyboard.press("Enter");
  await expect(embed.close).toBeFocused();
  await tabTo(page, embed.menu("It starts"));
  await page.keyboard.press("Home");
  await expect(embed.snippet).not.toHaveValue(/ t="/);
  await tabTo(page, embed.control("Lease"));
  await page.keyboard.press("Space");
  await expect(embed.snippet).toHaveValue(/ controls="service,scenario,storage,pause,/);
  await tabTo(page, embed.form);
  await page.keyboard.press("End");
  await expect(embed.snippet).toHaveValue(/^<iframe /);
  await tabTo(page, embed.root.getByRole("button", { name: "Copy snippet" }));
  await tabTo(page, embed.root.getByRole("region", { name: "Preview" }));
  await page.keyboard.press("Escape");
  await expect(embed.button).toBeFocused();
});

test("an embedded figure is not put into yet another page", async ({ page }) => {
  await page.goto("v1/");
  await new Simulator(page).started();
  await page.getByRole("button", { name: "Take along", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
  await expect(new Embed(page).button).toHaveCount(0);
});

for (const width of [320, 768, 1280]) {
  test(`at ${width} px nothing is cut off or too small to click at`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    const { embed } = await openEmbed(page, RUN);
    await embed.preview();
    await embed.root.getByText("More options").first().click();
    await embed.form.selectOption({ label: "Hugo: a shortcode" });
    expect(await scrollsSideways(page)).toBe(false);
    const { wide, small } = await embed.root.evaluate((root) => {
      const boxes = [...root.querySelectorAll("input, select, button, textarea, summary, a, p, label, legend")]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ element, box: element.getBoundingClientRect() }));
      const name = ({ element }: { element: Element }) => element.outerHTML.slice(0, 80);
      const { left, right } = root.getBoundingClientRect();
      const isTarget = (element: Element) => element.matches("input, select, button, summary, a");
      return {
        wide: root.scrollWidth > root.clientWidth ? ["the dialog"] : boxes.filter(({ box }) => box.left < left || box.right > right).map(name),
        small: boxes
          .filter(({ element }) => isTarget(element))
          .map(({ element }) => ({ element, box: (element.closest("label") ?? element).getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(name),
      };
    });
    expect(wide).toEqual([]);
    expect(small).toEqual([]);
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in the dialog with a complaint, ${colorScheme}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    const { embed } = await openEmbed(page);
    await embed.preview();
    await embed.root.getByText("More options").first().click();
    await embed.enter("Width in pixels", "1");
    await embed.form.selectOption({ label: "Hugo: a shortcode" });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axe(page, { within: "dialog" })).toEqual([]);
    }
  });
}

test("what is typed counts at once, and what is wrong is said when it is done, and with the copy", async ({ page }) => {
  const { embed } = await openEmbed(page);
  const wrong = embed.root.getByText("Height 100 is not possible");
  await expect(embed.field("Height in pixels")).toHaveAccessibleDescription("200 to 10000, or empty");
  await embed.field("Title").pressSequentially("Mine");
  await expect(embed.snippet).toHaveValue(/ title="Mine"/);
  await embed.field("Height in pixels").pressSequentially("100");
  await expect(wrong).toHaveCount(0);
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.resolve()));
  await embed.root.getByRole("button", { name: "Copy snippet" }).click();
  await expect(wrong).toBeVisible();
  await expect(embed.said).toHaveText("The snippet without the height, which is not possible, is copied.");
  await embed.field("Height in pixels").press("End");
  await embed.field("Height in pixels").pressSequentially("0");
  await expect(wrong).toHaveCount(0);
  await expect(embed.snippet).toHaveValue(/ height="1000"/);
});

test("the dialog says what is asked at a step, and that a wide figure scrolls", async ({ page }) => {
  const { embed } = await openEmbed(page);
  await embed.menu("It starts").selectOption({ label: "at a step" });
  await embed.menu("A question").selectOption({ label: "What is stored?" });
  await embed.field("Step").fill("3");
  await expect(embed.root.locator("#embed-question")).toContainText(", at 0.04 s. When all that happens then has happened, what is stored?");
  const wider = embed.root.getByText("The figure is wider than there is room for it here");
  await embed.field("Width in pixels").fill("4000");
  await expect(wider).toBeVisible();
  await embed.field("Width in pixels").fill("320");
  await expect(wider).toBeHidden();
});

test("where something is locked the tools are no choice", async ({ page }) => {
  const { embed } = await openEmbed(page);
  const tools = embed.control("Edit, Compare and Take along");
  await embed.control("Lease, locked").check();
  await expect(tools).toBeDisabled();
  await expect(embed.snippet).toHaveValue(/ controls="[^"]*lease:locked[^"]*,steps"/);
  await embed.control("Lease, locked").uncheck();
  await expect(tools).toBeEnabled();
  await expect(embed.snippet).not.toHaveValue(/ controls=/);
});

for (const [width, height] of [
  [1280, 800],
  [768, 900],
  [360, 740],
]) {
  test(`at ${width} px the snippet can be copied without scrolling`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const { embed } = await openEmbed(page);
    await expect(embed.form).toBeInViewport({ ratio: 1 });
    await expect(embed.root.getByRole("button", { name: "Copy snippet" })).toBeInViewport({ ratio: 1 });
  });
}
