import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { Simulator } from "./simulator";

/** What a page needs for its elements. The server puts the address of the site in place of this one. */
export const SCRIPT = '<script src="https://your.host/locks/v1/embed.js" defer></script>';

/** The figure's page, whatever its run. */
export const FRAME = /\/v1\/($|[?#])/;

/** Something that an element has told the page: the element's id, the end of the event's name, and its detail. */
type Told = [id: string, word: string, detail: Record<string, unknown>];

/** An address on another origin. To a browser, the other name of this machine is another site. */
export function hostAddress(site: string, path: string): string {
  return new URL(site).origin.replace("127.0.0.1", "localhost") + path;
}

/** Opens a page of another origin, which may have a policy of its own. */
export async function openHost(page: Page, site: string, body: string, policy = ""): Promise<void> {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>A post about locks</title><link rel="icon" href="data:,"><body>${body}</body></html>`;
  // What elements tell is kept from the beginning on, since a test may come late to it.
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    for (const word of ["ready", "change", "answer", "failure"])
      document.addEventListener(`lock-simulator:${word}`, (event) =>
        told.push([(event.target as Element).id, word, (event as CustomEvent).detail]),
      );
  });
  await page.goto(hostAddress(site, `/page?${new URLSearchParams({ html, policy })}`), { waitUntil: "commit" });
}

/** What elements have told the page. */
export function told(page: Page): Promise<Told[]> {
  return page.evaluate(() => (window as unknown as { told: Told[] }).told);
}

/** The words of what one element has told the page. */
export async function words(page: Page, id = ""): Promise<string[]> {
  return (await told(page)).filter((it) => it[0] === id).map((it) => it[1]);
}

/** An element of a page as its reader finds it. */
export class Figure {
  readonly element: Locator;
  readonly frame: Locator;
  readonly picture: Locator;
  readonly status: Locator;
  readonly link: Locator;
  readonly inside: FrameLocator;
  readonly simulator: Simulator;

  constructor(page: Page, selector = "lock-simulator") {
    this.element = page.locator(selector);
    this.frame = this.element.locator("iframe");
    this.picture = this.element.locator("img");
    this.status = this.element.getByRole("status");
    this.link = this.element.locator("figure a");
    this.inside = this.element.frameLocator("iframe");
    this.simulator = new Simulator(this.inside);
  }

  /** Waits until the run is shown, as high as it is. */
  async started() {
    await expect(this.frame).toBeVisible();
    await this.simulator.started();
    await this.fits();
  }

  /** Waits until the frame is as high as what is in it. */
  async fits() {
    const lacking = async () => {
      const content = await this.inside.locator("html").evaluate((root) => root.getBoundingClientRect().height);
      return Math.ceil(content) - (await this.frame.evaluate((frame) => frame.clientHeight));
    };
    await expect.poll(lacking, "the frame is as high as its content").toBe(0);
  }

  /** The query that the element has given to its frame at first. */
  async query(): Promise<string> {
    const address = await this.frame.evaluate((frame: HTMLIFrameElement) => frame.src);
    return decodeURIComponent(address.slice(address.indexOf("#fit?") + "#fit?".length));
  }
}
