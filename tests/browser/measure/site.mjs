// What the measurements share: the built site in a browser, and the middle of some figures.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const PORT = Number(process.env.LOCK_SIMULATOR_PORT ?? 41_899);

/** Serves the built site until it is told to stop. */
async function serve() {
  const server = spawn(process.execPath, [fileURLToPath(new URL("../server.mjs", import.meta.url)), PORT], {
    stdio: "inherit",
  });
  const site = `http://127.0.0.1:${PORT}/locks/`;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`nothing can be served at port ${PORT}`);
    const answer = await fetch(site).catch(() => null);
    if (answer?.ok) return { server, site };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Does something with a page, and with the address of the site. */
export async function onPage(act) {
  const { server, site } = await serve();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    await act(await browser.newPage({ viewport: { width: 1280, height: 720 } }), site);
  } finally {
    await browser.close();
    server.kill();
    await once(server, "exit");
  }
}

/** The median of some numbers. */
export function median(numbers) {
  return numbers.sort((one, other) => one - other)[(numbers.length - 1) >> 1];
}
