// The snippets in their languages, in the dialog and in the guide.

import { evaluate } from "@mdx-js/mdx";
import { expect, test } from "@playwright/test";
import { openEmbed, said } from "../embed";
import { openHost } from "../host";
import { scrollsSideways, Simulator } from "../simulator";

const RUN = "service=redlock&scenario=clock-jump&t=0.3";

for (const { form, selector } of [
  { form: "Plain iframe", selector: "iframe" },
  { form: "Custom element", selector: "lock-simulator iframe" },
]) {
  test(`the snippet for “${form}” shows the same run in a page of another site`, async ({ page, baseURL }) => {
    const { simulator, embed } = await openEmbed(page, "service=zookeeper&storage=conditional&pause=9&t=7.25");
    await embed.form.selectOption({ label: form });
    const [snippet, run] = [await embed.snippet.inputValue(), await said(simulator)];
    await openHost(page, baseURL!, snippet);
    const embedded = new Simulator(page.frameLocator(selector));
    await embedded.started();
    expect(await said(embedded)).toEqual(run);
    await expect(page.locator(selector)).toHaveAttribute("title", "ZooKeeper: A pauses");
    await expect(page.frameLocator(selector).locator("#time")).toHaveText("7.25 s");
  });
}

test("the snippet for Markdown has the picture of a preset, and a link", async ({ page, baseURL }) => {
  const { embed } = await openEmbed(page, "storage=fencing");
  await embed.form.selectOption({ label: "Markdown: a picture with a link" });
  const [, picture, link] = /^\[!\[etcd: A pauses\]\((.*)\)\]\((.*)\)\n$/.exec(await embed.snippet.inputValue())!;
  expect(link).toBe(`${baseURL}v1/?storage=fencing`);
  const answer = await page.request.get(picture);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toMatch(/^image\/svg/);
});

test("the snippet for MDX is compiled, with a style that React takes", async ({ page, baseURL }) => {
  const { embed } = await openEmbed(page, RUN);
  await embed.form.selectOption({ label: "MDX: an iframe" });
  const title = 'A "title" {with} <all> & `that`';
  await embed.enter("Title", title);
  await expect(embed.snippet).toHaveValue(/with/);
  const made: { type: unknown; props: Record<string, unknown> }[] = [];
  const jsx = (type: unknown, props: Record<string, unknown>) => made.push({ type, props });
  const { default: Content } = await evaluate(`# A post\n\n${await embed.snippet.inputValue()}\nMore.\n`, {
    Fragment: "fragment",
    jsx,
    jsxs: jsx,
  });
  Content({});
  expect(made.find(({ type }) => type === "iframe")?.props).toEqual({
    src: `${baseURL}v1/?${RUN}`,
    title,
    width: "100%",
    height: "900",
    style: { border: 0 },
    loading: "lazy",
    allow: "clipboard-write",
  });
});

test("a shortcode comes with its file, and other forms do not", async ({ page, baseURL }) => {
  const { embed } = await openEmbed(page, RUN);
  await expect(embed.file).toBeHidden();
  await embed.form.selectOption({ label: "Hugo: a shortcode" });
  await expect(embed.snippet).toHaveValue(/^{{< lock-simulator service="redlock" .* >}}\n$/);
  await expect(embed.file).toHaveValue(new RegExp(`<script src="${baseURL}v1/embed.js" defer></script>`));
  await embed.form.selectOption({ label: "Custom element" });
  await expect(embed.file).toBeHidden();
});

test("the guide has all that the dialog leads to, and its snippets show what they say", async ({ page, baseURL, context }) => {
  const { embed } = await openEmbed(page);
  const opening = context.waitForEvent("page");
  await embed.root.getByRole("link", { name: "All about embedding" }).click();
  const guide = await opening;
  await expect(guide.getByRole("heading", { level: 1 })).toHaveText("In another page");
  await page.keyboard.press("Escape");
  await page.getByRole("contentinfo").getByRole("link").click();
  await expect(page).toHaveURL(`${baseURL}embedding.html`);

  const snippets = await guide.locator("pre").allTextContents();
  for (const [start, selector] of [
    ["<script", "lock-simulator iframe"],
    ["<iframe", "iframe"],
  ]) {
    await openHost(page, baseURL!, snippets.find((snippet) => snippet.startsWith(start))!);
    const simulator = new Simulator(page.frameLocator(selector));
    await simulator.started();
    await expect(simulator.verdict).toHaveText(/^Corrupted\. The storage ends with “from B”\. Two clients could rely on the lock/);
  }
});

for (const width of [320, 1280]) {
  test(`the guide fits at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("./embedding.html");
    expect(await scrollsSideways(page)).toBe(false);
  });
}
