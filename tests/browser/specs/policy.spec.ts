import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, type Page } from "@playwright/test";
import { complaints, open, readIncidents, Simulator, Table } from "../simulator";

const DIST = fileURLToPath(new URL("../../../dist/", import.meta.url));
const README = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");

const PAGES = readdirSync(DIST, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; " +
  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'self'; form-action 'none'";
const POLICY_OF_404 =
  /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'$/;

// A page that a test makes up comes from no network, and Chromium keeps such pages from the machine's own.
test.use({ permissions: ["local-network-access"] });

/** What stands in a page that a policy would have to allow, and the policy itself. */
async function inspect(page: Page, name: string) {
  return page.evaluate(
    (html) => {
      const document = new DOMParser().parseFromString(html, "text/html");
      const all = [...document.querySelectorAll("*")];
      const first = document.head.firstElementChild!;
      const loads = all.filter((element) => !element.matches("a, link[rel=canonical], link[rel=alternate]"));
      const addresses = loads.flatMap((element) => ["src", "href", "data"].map((name) => element.getAttribute(name)));
      return {
        policy: first.matches("meta[http-equiv=Content-Security-Policy]") ? first.getAttribute("content") : null,
        scripts: all.filter((element) => element.matches("script") && element.textContent !== "").length,
        styles: all.filter((element) => element.matches("style, [style]")).length,
        handlers: all.flatMap((element) => element.getAttributeNames()).filter((name) => name.startsWith("on")),
        foreign: addresses.filter((address) => address && /^([a-z]+:)?\/\/|^(?!data:)[a-z]+:/i.test(address)),
      };
    },
    readFileSync(DIST + name, "utf8"),
  );
}

for (const name of PAGES) {
  test(`${name} has a policy, nothing that it forbids, and loads nothing from elsewhere`, async ({ page }) => {
    const { policy, scripts, styles, handlers, foreign } = await inspect(page, name);
    if (name === "404.html") expect(policy).toMatch(POLICY_OF_404);
    else expect(policy).toBe(POLICY);
    expect({ scripts, handlers, foreign }).toEqual({ scripts: 0, handlers: [], foreign: [] });
    expect(styles).toBe(name === "404.html" ? 1 : 0);
  });
}

/** Everything that goes wrong on a page, and everything that its policy forbids. */
async function watch(page: Page): Promise<string[]> {
  const heard = complaints(page);
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
      console.error(`forbidden: ${violatedDirective} ${blockedURI} in ${sourceFile}:${lineNumber}`);
    });
  });
  return heard;
}

/** Uses every tool. */
async function useTools(page: Page) {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Edit").click();
  await page.locator("#edit").getByRole("button", { name: "Undo" }).waitFor();
  await button("Compare").click();
  await page.getByRole("combobox", { name: "Compare with" }).selectOption({ index: 1 });
  await expect(page.locator("#other canvas")).toBeVisible();
  await button("Take along").click();
  const take = page.locator("#take");
  for (const form of ["PNG", "SVG", "JSON"]) {
    const download = page.waitForEvent("download");
    await take.getByRole("button", { name: form, exact: true }).click();
    await (await download).path();
  }
}

test("nothing that a reader does on the page is against its policy", async ({ page }) => {
  test.slow();
  const heard = await watch(page);
  const simulator = await open(page);
  await page.getByRole("button", { name: "Keys" }).click();
  await page.keyboard.press("Escape");
  await useTools(page);
  await new Table(page).cell("redlock", "clock-jump").click();
  await expect(simulator.verdict).toHaveText(/^Corrupted/);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await readIncidents(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await simulator.choose("Lock service", "etcd");
  expect(heard).toEqual([]);
});

test("nothing that a reader does in the figure alone is against its policy", async ({ page }) => {
  test.slow();
  const heard = await watch(page);
  await page.goto("v1/?service=chubby");
  await new Simulator(page).started();
  await useTools(page);
  expect(heard).toEqual([]);
});

test("the pages without a program break no policy", async ({ page }) => {
  const heard = await watch(page);
  for (const name of PAGES.filter((name) => !name.endsWith("index.html"))) {
    await page.goto(name, { waitUntil: "networkidle" });
    await expect(page.getByRole("heading").first()).toBeVisible();
  }
  expect(heard).toEqual([]);
});

test("a script that comes into the page is not run", async ({ page }) => {
  await open(page);
  const forbidden = await page.evaluateHandle(() => {
    const forbidden: string[] = [];
    addEventListener("securitypolicyviolation", (event) => forbidden.push(`${event.effectiveDirective} ${event.blockedURI}`));
    return forbidden;
  });
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.hacked = 'a script'";
    document.head.append(script);
    document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=\"window.hacked = 'a handler'\">");
    document.body.insertAdjacentHTML("beforeend", "<a id=trap href=\"javascript:window.hacked='a link'\">x</a>");
    document.getElementById("trap")!.click();
    setTimeout("window.hacked = 'a timer'");
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    document.head.append(style);
  });
  // Each of them would have been. A link counts as a script of the page.
  await expect.poll(async () => (await forbidden.jsonValue()).toSorted()).toEqual([
    "script-src eval",
    "script-src-attr inline",
    "script-src-elem inline",
    "script-src-elem inline",
    "style-src-elem inline",
  ]);
  expect(await page.evaluate(() => (window as { hacked?: string }).hacked)).toBeUndefined();
  await expect(page.locator("body")).toBeVisible();
});

const KEYS = [...README.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, key]) => key);
const TRAP = `javascript:hacked=1//"'><script>hacked=1</script><img src=x onerror=hacked=1><svg onload=hacked=1>`;

for (const place of ["./", "v1/"]) {
  test(`a script in any key of a link to ${place} does nothing`, async ({ page }) => {
    test.slow();
    const counted = () =>
      page.evaluate(() => ({
        hacked: (window as { hacked?: number }).hacked,
        scripts: document.scripts.length,
        traps: document.querySelectorAll("img[src=x], svg[onload], [href^='javascript:'], [onerror]").length,
      }));
    await page.goto(place);
    await new Simulator(page).started();
    const clean = await counted();
    expect(clean).toMatchObject({ hacked: undefined, traps: 0 });
    const trap = encodeURIComponent(TRAP);
    const links = [...KEYS, "fencing", trap].map((key) => `${key}=${trap}`);
    expect(links.length).toBeGreaterThan(30);
    for (const link of [...links, `compare=service:${trap}`, `scenario=custom&faults=pause:${trap}`, links.join("&")]) {
      await page.goto(`${place}?${link}`);
      await expect(page.locator("#notices li, #notices p").first(), link).toBeAttached();
      expect(await counted(), link).toEqual(clean);
    }
  });
}

test("a figure runs under its policy in a sandbox without an origin", async ({ page, baseURL }) => {
  const heard = await watch(page);
  const origin = new URL(baseURL!).origin.replace("127.0.0.1", "localhost");
  await page.route(`${origin}/post`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><title>A post</title><iframe title="Redlock" width="640" height="900" sandbox="allow-scripts" src="${baseURL}v1/?service=redlock"></iframe>`,
    }),
  );
  await page.goto(`${origin}/post`);
  const simulator = new Simulator(page.frameLocator("iframe"));
  await simulator.started();
  await simulator.choose("Lock service", "etcd");
  await expect(simulator.verdict).toHaveText(/^Corrupted/);
  expect(heard).toEqual([]);
});
