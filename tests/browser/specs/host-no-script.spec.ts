import { expect, test } from "@playwright/test";
import { hostAddress, SCRIPT } from "../host";

// Scripts are off for the whole browser. Playwright's `javaScriptEnabled` comes too late, now and
// then, for a frame of another site, which is a process of its own.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--blink-settings=scriptEnabled=false"] });
  },
});

test("without JavaScript the element is the link in it, and a plain frame a picture and a sentence", async ({ page, baseURL }) => {
  const html = `${SCRIPT}<lock-simulator service="redlock" scenario="clock-jump"><a href="#run">A link to the run</a></lock-simulator>
    <iframe src="https://your.host/locks/v1/?service=redlock&scenario=clock-jump" width="700" height="900"></iframe>`;
  await page.goto(hostAddress(baseURL!, `/page?${new URLSearchParams({ html })}`));
  await expect(page.getByRole("link", { name: "A link to the run" })).toBeVisible();
  const instead = page.frameLocator("iframe").locator("noscript");
  await expect(instead.locator("p")).toContainText("needs JavaScript");
  await expect(instead.locator("p")).toContainText("The picture is always that of the default run (etcd, A pauses)");
  await expect(instead.locator("p")).toBeVisible();
  await expect.poll(() => instead.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
});
