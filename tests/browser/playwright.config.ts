import { defineConfig } from "@playwright/test";

const port = Number(process.env.LOCK_SIMULATOR_PORT ?? 41897);

/** The site is tested below a sub-path, because that is where a project's pages are published. */
const site = `http://127.0.0.1:${port}/locks/`;

export default defineConfig({
  testDir: "specs",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  reporter: [["list"], ["./totals.ts"]],
  use: {
    baseURL: site,
    // A copy of the site that a worker keeps would hide what a test does to the network.
    serviceWorkers: "block",
    // A control that cannot be used should fail a test at once, not after all of its time.
    actionTimeout: 5_000,
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // No sandbox, because root has none; and nothing that Chromium would fetch for itself.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: `node server.mjs ${port}`,
    url: site,
    reuseExistingServer: false,
  },
});
