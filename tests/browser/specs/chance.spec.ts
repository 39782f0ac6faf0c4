import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

type Run = { link: string; steps: [at: string, actor: string, text: string][] };

// Written by a native test, which also keeps it up to date.
const runs: Run[] = JSON.parse(readFileSync(new URL("../runs-of-chance.json", import.meta.url), "utf8"));

for (const { link, steps } of runs) {
  test(`chance decides here as it does natively, step by step: ${link}`, async ({ page }) => {
    await page.goto(`./?${link}`);
    await expect(page.locator("canvas")).toBeVisible();
    const shown = await page.locator(".log li").evaluateAll((items) =>
      items.map((item) => ["at", "actor", "text"].map((part) => item.querySelector(`.${part}`)?.textContent)),
    );
    expect(shown).toEqual(steps);
  });
}
