import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
const server = spawn("node", ["server.mjs", "41777"], { stdio: "ignore" });
await new Promise((r) => setTimeout(r, 800));
const base = "http://127.0.0.1:41777/locks/";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const go = async (page, q) => { await page.goto(base + (q ? "?" + q : "")); await page.locator("canvas").waitFor(); await page.waitForTimeout(250); };
try {
  for (const [width, scheme] of [[320, "light"], [360, "dark"], [768, "light"], [1280, "light"], [1280, "dark"], [1920, "dark"], [320, "dark"], [768, "dark"], [1920, "light"], [360, "light"]]) {
    const page = await browser.newPage({ viewport: { width, height: 720 }, colorScheme: scheme, reducedMotion: "reduce" });
    const at = (n) => `/tmp/shots/${n}-${width}-${scheme}.png`;
    await go(page, "");
    await page.screenshot({ path: at("top") });
    await page.locator(".view").evaluate((e) => e.scrollIntoView());
    const box = await page.evaluate(() => { const a = document.querySelector(".view").getBoundingClientRect(), b = document.querySelector("#table-settings").getBoundingClientRect(); return { x: 0, y: a.top + scrollY - 20, width: innerWidth, height: b.bottom - a.top + 40 }; });
    await page.screenshot({ path: at("table"), fullPage: true, clip: box });
    const inc = await page.evaluate(() => { const a = document.querySelector(".incidents").getBoundingClientRect(); return { x: 0, y: a.top + scrollY - 20, width: innerWidth, height: Math.min(a.height + 40, 1100) }; });
    await page.screenshot({ path: at("incidents"), fullPage: true, clip: inc });
    await go(page, "scenario=custom");
    await page.locator("#faults").fill("pause:A:soon:8"); await page.keyboard.press("Enter"); await page.waitForTimeout(150);
    await page.screenshot({ path: at("custom") });
    for (const q of ["storage=fencing", "service=zookeeper&storage=fencing&lease=1", "service=redis&token=incr&storage=fencing", "service=redlock&scenario=failover", "service=chubby&storage=fencing&lockdelay=10"]) {
      await go(page, q);
      await page.locator("details").evaluate((d) => (d.open = true)); await page.waitForTimeout(100);
      const c = await page.evaluate(() => { const a = document.querySelector("#controls").getBoundingClientRect(); return { x: 0, y: a.top + scrollY - 20, width: innerWidth, height: a.height + 40 }; });
      const name = /service=(\w+)/.exec(q)?.[1] ?? "etcd";
      await page.screenshot({ path: at("more-" + name), fullPage: true, clip: c });
    }
    await page.close();
    console.log(width, scheme);
  }
} finally { await browser.close(); server.kill(); }
