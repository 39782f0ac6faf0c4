import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { Figure, FRAME, openHost, SCRIPT, told, words } from "../host";
import { complaints, enter, holdBack } from "../simulator";

test("an element becomes a titled frame that loads late and is as high as its content", async ({ page, baseURL }) => {
  const heard = complaints(page);
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator service="redlock" scenario="clock-jump"></lock-simulator>`);
  const figure = new Figure(page);
  await figure.started();
  await expect(figure.simulator.verdict).toHaveText(/^Corrupted/);
  await expect(figure.frame).toHaveAttribute("title", "Distributed lock simulator: redlock, clock-jump");
  await expect(figure.frame).toHaveAttribute("loading", "lazy");
  await expect(figure.link).toBeHidden();
  await expect(figure.picture).toBeHidden();
  expect(heard).toEqual([]);
});

for (const { way, before = "", after = "" } of [
  { way: "as a script before it", before: SCRIPT },
  { way: "as a script at once", before: SCRIPT.replace(" defer", "") },
  { way: "after it", after: SCRIPT.replace(" defer", "") },
  { way: "as a module", before: SCRIPT.replace("defer", 'type="module"') },
  { way: "by another module", before: '<script type="module">import "https://your.host/locks/v1/embed.js";</script>' },
  { way: "twice", before: SCRIPT, after: SCRIPT },
  { way: "in two releases", before: SCRIPT, after: SCRIPT.replace("embed.js", "embed.js?another").replace("defer", 'type="module"') },
]) {
  test(`the script works when loaded ${way}`, async ({ page, baseURL }) => {
    const heard = complaints(page);
    await openHost(page, baseURL!, `${before}<lock-simulator pause="3"></lock-simulator>${after}`);
    const figure = new Figure(page);
    await figure.started();
    await expect(figure.simulator.verdict).toHaveText(/^Safe/);
    expect(heard).toEqual([]);
  });
}

test("every key of a link is an attribute, and what any element may have is none", async ({ page, baseURL }) => {
  const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
  const table = readme.slice(readme.indexOf("<!-- keys -->"), readme.indexOf("<!-- end of keys -->"));
  const keys = [...table.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);
  expect(keys).toContain("service");
  // The element says this already.
  keys.splice(keys.indexOf("embed"), 1);
  await openHost(page, baseURL!, SCRIPT);
  // Nothing of it need be a value, since the frame is never come near to.
  const source = await page.evaluate(async (keys) => {
    await customElements.whenDefined("lock-simulator");
    const element = document.createElement("lock-simulator");
    for (const key of keys) element.setAttribute(key, `some ${key}`);
    for (const name of ["id", "class", "style", "title", "lang", "dir", "slot", "part", "role", "tabindex"]) element.setAttribute(name, "other");
    for (const name of ["data-x", "aria-label", "onclick", "itemprop", "width", "height", "x-on:click", "hidden"]) element.setAttribute(name, "other");
    document.body.append(element);
    return element.shadowRoot!.querySelector("iframe")!.src;
  }, keys);
  const query = Object.fromEntries(new URLSearchParams(source.slice(source.indexOf("#fit?") + "#fit?".length)));
  expect(query).toEqual(Object.fromEntries(keys.map((key) => [key, `some ${key}`])));
});

test("an attribute counts for more than the whole query, and a switch needs no value", async ({ page, baseURL }) => {
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator query="?service=redis&amp;pause=3" service="zookeeper" renew></lock-simulator>`);
  const figure = new Figure(page);
  await figure.started();
  expect(await figure.query()).toBe("service=zookeeper&pause=3&renew=on");
});

test("a title is that of the frame, and what stands in for it is gone", async ({ page, baseURL }) => {
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator title="A lock fails"><a href="#x">A link for those without scripts</a></lock-simulator>`);
  const figure = new Figure(page);
  await figure.started();
  await expect(figure.frame).toHaveAttribute("title", "A lock fails");
  await expect(page.getByText("A link for those without scripts")).toBeHidden();
});

test("when attributes change, the frame shows another run and the page's history stays as it is", async ({ page, baseURL }) => {
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator scenario="normal"></lock-simulator>`);
  const figure = new Figure(page);
  await figure.started();
  await expect(figure.simulator.verdict).toHaveText(/^Safe/);
  const before = await page.evaluate(() => history.length);
  const asked: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && asked.push(new URL(request.url()).search));
  await figure.element.evaluate((element) => {
    element.removeAttribute("scenario");
    element.setAttribute("service", "redis");
    element.setAttribute("service", "zookeeper");
    element.setAttribute("storage", "fencing");
    element.setAttribute("class", "wide");
  });
  await expect(figure.simulator.verdict).toHaveText(/^Protected/);
  await figure.fits();
  expect(asked).toEqual(["?service=zookeeper&storage=fencing"]);
  await expect(figure.frame).toHaveAttribute("title", "Distributed lock simulator: zookeeper, pause");
  await figure.element.evaluate((element) => element.setAttribute("title", "Another name"));
  await expect(figure.frame).toHaveAttribute("title", "Another name");
  expect(asked).toHaveLength(1);
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test("a run that the reader came to first can be asked for by an attribute", async ({ page, baseURL }) => {
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator></lock-simulator>`);
  const figure = new Figure(page);
  await figure.started();
  await enter(figure.simulator.pause, "3");
  await expect.poll(async () => (await told(page)).at(-1)).toEqual(["", "change", { query: "pause=3", headline: "safe" }]);
  await figure.element.evaluate((element) => element.setAttribute("pause", "3"));
  await expect(figure.simulator.verdict).toHaveText(/^Safe/);
  await figure.element.evaluate((element) => element.setAttribute("pause", "9"));
  await expect(figure.simulator.verdict).toHaveText(/^Corrupted/);
  await figure.started();
});

test("an element can be taken out of the page and put in again", async ({ page, baseURL }) => {
  const heard = complaints(page);
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator id="one" pause="3"></lock-simulator><main></main>`);
  const figure = new Figure(page);
  await figure.started();
  const element = await figure.element.elementHandle();
  await element!.evaluate((element) => {
    element.remove();
    element.setAttribute("storage", "fencing");
    element.removeAttribute("pause");
  });
  await expect(figure.element).toHaveCount(0);
  await element!.evaluate((element) => document.querySelector("main")!.append(element));
  await figure.started();
  await expect(figure.simulator.verdict).toHaveText(/^Protected/);
  await expect(figure.frame).toHaveCount(1);
  expect(await words(page, "one")).toEqual(["ready", "change", "ready", "change"]);
  expect(heard).toEqual([]);
});

test("the page hears what is shown, which also reaches those around the element", async ({ page, baseURL }) => {
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator id="one" lease="7"></lock-simulator>`);
  const figure = new Figure(page);
  await figure.started();
  expect(await told(page)).toEqual([
    ["one", "ready", {}],
    ["one", "change", { query: "lease=7", headline: "corrupted" }],
  ]);
  await figure.simulator.choose("The storage checks", "fencing tokens");
  await expect
    .poll(async () => (await told(page)).at(-1))
    .toEqual(["one", "change", { query: "storage=fencing&lease=7", headline: "protected" }]);
});

test("the page hears how a question was answered, and how the run ends only then", async ({ page, baseURL }) => {
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator id="one" quiz="stored"></lock-simulator>`);
  const figure = new Figure(page);
  await figure.started();
  await figure.inside.getByRole("region", { name: "Question" }).getByRole("button", { name: "from B" }).click();
  await expect(figure.simulator.verdict).toHaveText(/^Corrupted/);
  await figure.fits();
  const [ready, open, answer, change] = await told(page);
  expect(ready).toEqual(["one", "ready", {}]);
  expect(open).toEqual(["one", "change", { query: "quiz=stored", headline: null }]);
  expect(answer).toEqual(["one", "answer", { question: "stored", answer: "B", right: "A", correct: false }]);
  expect(change).toEqual(["one", "change", { query: "t=8.6", headline: "corrupted" }]);
});

test("messages from elsewhere are not listened to", async ({ page, baseURL }) => {
  await openHost(
    page,
    baseURL!,
    `${SCRIPT}<lock-simulator id="one" pause="3"></lock-simulator><iframe id="other" src="https://your.host/locks/v1/?pause=9"></iframe>`,
  );
  const figure = new Figure(page, "#one");
  await figure.started();
  const height = await figure.frame.evaluate((frame) => frame.clientHeight);
  const before = await told(page);
  // From the page itself, from another window of the same site, and from the frame once it is elsewhere.
  const say = () => {
    for (const target of [window, parent]) {
      target.postMessage({ type: "lock-simulator:height", height: 1234 }, "*");
      target.postMessage({ type: "lock-simulator:change", query: "forged", headline: "safe" }, "*");
    }
  };
  await page.evaluate(say);
  await page.frameLocator("#other").locator("html").evaluate(say);
  const elsewhere = new URL(page.url()).origin;
  await figure.frame.evaluate(
    (frame: HTMLIFrameElement, address) =>
      new Promise((loaded) => {
        frame.addEventListener("load", loaded, { once: true });
        frame.src = address;
      }),
    `${elsewhere}/page?html=elsewhere`,
  );
  await figure.inside.locator("html").evaluate(say);
  // What the page says to itself now comes after all of that.
  await page.evaluate(() => new Promise((come) => {
    addEventListener("message", come, { once: true });
    postMessage("", "*");
  }));
  expect(await figure.frame.evaluate((frame) => frame.clientHeight)).toBe(height);
  expect(await told(page)).toEqual(before);
});

test("a height that is none changes nothing, and a great one is kept within limits", async ({ page, baseURL }) => {
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator></lock-simulator>`);
  const figure = new Figure(page);
  await figure.started();
  const height = () => figure.frame.evaluate((frame) => frame.clientHeight);
  const fitting = await height();
  const say = (height: unknown) =>
    figure.inside.locator("html").evaluate((_, height) => parent.postMessage({ type: "lock-simulator:height", height }, "*"), height);
  for (const wrong of [Number.NaN, Infinity, "500", null, { valueOf: 3 }]) await say(wrong);
  await figure.inside.locator("html").evaluate(() => {
    for (const data of [null, "text", 7, { type: "lock-simulator:other" }, { type: 3 }]) parent.postMessage(data, "*");
  });
  expect(await height()).toBe(fitting);
  await say(1e9);
  await expect.poll(height).toBe(20_000);
  await say(-5);
  await expect.poll(height).toBe(100);
});

test("room is kept for a figure that is not there yet, as much as is asked for", async ({ page, baseURL }) => {
  await page.route(FRAME, () => {});
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator height="1100"></lock-simulator>`);
  const figure = new Figure(page);
  await expect(figure.link).toBeVisible();
  expect(await figure.element.evaluate((element) => element.clientHeight)).toBe(1100);
});

for (const width of [720, 340]) {
  test(`nothing moves in a place of ${width} px when the picture comes`, async ({ page, baseURL }) => {
    await page.route(FRAME, () => {});
    const come = await holdBack(page, "**/pictures/*");
    await openHost(page, baseURL!, `${SCRIPT}<lock-simulator style="width: ${width + 26}px"></lock-simulator>`);
    const { element, link, picture } = new Figure(page);
    await expect(link).toBeVisible();
    const before = await element.evaluate((element) => element.clientHeight);
    come();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.clientHeight)).toBeGreaterThan(300);
    expect(await element.evaluate((element) => element.clientHeight)).toBe(before);
  });
}

test("a page that allows only this site's scripts, frames and pictures has figures", async ({ page, baseURL }) => {
  const heard = complaints(page);
  const site = "https://your.host/locks/";
  const policy = `default-src 'none'; script-src ${site}v1/embed.js; frame-src ${site}; img-src ${site} data:; require-trusted-types-for 'script'`;
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator service="zookeeper"></lock-simulator>`, policy);
  await new Figure(page).started();
  expect(heard).toEqual([]);
});

test("a page in a sandbox without an origin has figures", async ({ page, baseURL }) => {
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator pause="3"></lock-simulator>`, "sandbox allow-scripts");
  const figure = new Figure(page);
  await figure.started();
  await expect(figure.simulator.verdict).toHaveText(/^Safe/);
  await figure.element.evaluate((element) => element.setAttribute("pause", "9"));
  await expect(figure.simulator.verdict).toHaveText(/^Corrupted/);
});

test("a page without an origin of its own, such as a file, has figures", async ({ page, baseURL }, testInfo) => {
  const file = testInfo.outputPath("post.html");
  await writeFile(file, `<!doctype html>${SCRIPT}<lock-simulator pause="3"></lock-simulator>`.replace("https://your.host/locks/", baseURL!));
  await page.goto(pathToFileURL(file).href);
  await new Figure(page).started();
});

test("where its run cannot be put into its address, a figure loads its page again and starts one program", async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    history.replaceState = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    const { fetch } = window;
    window.fetch = (...given) => {
      console.log("a program is fetched");
      return fetch(...given);
    };
  });
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator pause="3"></lock-simulator>`);
  const figure = new Figure(page);
  await figure.started();
  await expect(figure.simulator.verdict).toHaveText(/^Safe/);
  expect(said.filter((text) => text === "a program is fetched")).toHaveLength(1);
});

test("a script that does not know where it is says so", async ({ page, baseURL }) => {
  const script = await (await page.request.get("v1/embed.js")).text();
  const failing = page.waitForEvent("pageerror");
  await openHost(page, baseURL!, `<script>${script}</script>`);
  expect((await failing).message).toContain("no script or resource of this page has an address that ends with /v1/embed.js");
});

for (const { asked, file } of [
  { asked: "", file: "etcd-pause.svg" },
  { asked: 'service="chubby" scenario="failover" storage="fencing" theme="dark" t="3"', file: "chubby-failover-fencing.svg" },
  { asked: 'query="scenario=check-pause&amp;controls=none" style="width: 400px"', file: "etcd-check-pause-narrow.svg" },
  { asked: 'service="redlock" storage="fencing"', file: undefined },
  { asked: 'storage="conditional"', file: undefined },
  { asked: 'scenario="custom"', file: undefined },
  { asked: 'quiz="holder"', file: undefined },
  { asked: 'lease="7"', file: undefined },
]) {
  test(`before <lock-simulator ${asked}> has loaded there is ${file ?? "its name"}`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 800, height: 900 });
    await page.route(FRAME, () => {});
    await openHost(page, baseURL!, `${SCRIPT}<lock-simulator ${asked}></lock-simulator>`);
    const figure = new Figure(page);
    await expect(figure.status).toHaveText("Loading the simulator …");
    await expect(figure.link).toBeVisible();
    await expect(figure.element.locator("figcaption")).toContainText("Distributed lock simulator: ");
    if (!file) return expect(figure.picture).toHaveCount(0);
    await expect(figure.picture).toBeVisible();
    await expect(figure.picture).toHaveAttribute("alt", "The timeline of this run");
    await expect(figure.picture).toHaveAttribute("src", new URL(`v1/pictures/${file}`, baseURL).href);
    await expect.poll(() => figure.picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  });
}

const [LIGHT, DARK] = ["rgb(255, 255, 255)", "rgb(18, 18, 18)"];

for (const { theme, colorScheme, ground } of [
  { theme: "auto", colorScheme: "light", ground: LIGHT },
  { theme: "auto", colorScheme: "dark", ground: DARK },
  { theme: "dark", colorScheme: "light", ground: DARK },
  { theme: "light", colorScheme: "dark", ground: LIGHT },
] as const) {
  test(`in place of a figure with theme="${theme}" all has the same colours where the system is ${colorScheme}`, async ({ page, baseURL }) => {
    await page.emulateMedia({ colorScheme });
    await page.route(FRAME, () => {});
    await openHost(page, baseURL!, `${SCRIPT}<lock-simulator theme="${theme}"></lock-simulator>`);
    const figure = new Figure(page);
    await expect(figure.picture).toBeVisible();
    const colours = await figure.element.locator("figure").evaluate((place) => getComputedStyle(place).backgroundColor);
    expect(colours).toBe(ground);
  });
}

test("a switch that is just there is on, and another key without a value has none", async ({ page, baseURL }) => {
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator renew fencing pause=""></lock-simulator>`);
  const figure = new Figure(page);
  await expect(figure.link).toHaveAttribute("href", `${baseURL}?renew=on&fencing=on&pause=`);
});

test("on paper a figure that has not loaded takes no more room than what is there of it", async ({ page, baseURL }) => {
  await page.route(FRAME, () => {});
  await openHost(page, baseURL!, `${SCRIPT}<lock-simulator pause="3" height="900"></lock-simulator>`);
  const figure = new Figure(page);
  await expect(figure.status).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(figure.status).toBeHidden();
  await expect(figure.link).toBeVisible();
  expect(await figure.element.evaluate((element) => element.clientHeight)).toBeLessThan(120);
});
