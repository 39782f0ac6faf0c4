import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { open, Simulator } from "./simulator";

/** The dialog in which a run is made ready for another page. */
export class Embed {
  readonly button: Locator;
  readonly root: Locator;
  readonly close: Locator;
  readonly form: Locator;
  readonly snippet: Locator;
  readonly file: Locator;
  readonly said: Locator;
  readonly frame: Locator;
  readonly inside: FrameLocator;

  constructor(readonly page: Page) {
    this.button = page.getByRole("button", { name: "Embed…", exact: true });
    this.root = page.getByRole("dialog", { name: "Embed this run" });
    this.close = this.root.getByRole("button", { name: "Close" });
    this.form = this.menu("For");
    this.snippet = this.root.getByRole("textbox", { name: "Snippet" });
    this.file = this.root.getByRole("textbox", { name: /^The file/ });
    this.said = this.root.locator("#embed-said");
    this.frame = this.root.locator("iframe");
    this.inside = this.root.frameLocator("iframe");
  }

  menu(name: string): Locator {
    return this.root.getByRole("combobox", { name, exact: true });
  }

  field(name: string): Locator {
    return this.root.getByRole("textbox", { name, exact: true });
  }

  control(name: string): Locator {
    return this.root.getByRole("checkbox", { name, exact: true });
  }

  /** Enters a value and is done with it. */
  async enter(name: string, value: string) {
    await this.field(name).fill(value);
    await this.field(name).blur();
  }

  /** The run in the preview, once it is there. */
  async preview(): Promise<Simulator> {
    const simulator = new Simulator(this.inside);
    await simulator.started();
    return simulator;
  }

  /** Waits until the preview shows a query. */
  async shows(query: string) {
    const source = () => this.frame.getAttribute("src");
    await expect.poll(source).toMatch(new RegExp(`^v1/${query ? `\\?${query.replace(/[.?*+^$()|[\]\\]/g, "\\$&")}` : ""}(#fit)?$`));
  }
}

/** Opens the dialog for a run. */
export async function openEmbed(page: Page, query = ""): Promise<{ simulator: Simulator; embed: Embed }> {
  const simulator = await open(page, query);
  await page.getByRole("button", { name: "Take along", exact: true }).click();
  const embed = new Embed(page);
  await embed.button.click();
  await expect(embed.root).toBeVisible();
  await expect(embed.frame).toBeVisible();
  return { simulator, embed };
}

/** What a figure says about a run: all that the page says but the facts. */
export async function said(simulator: Simulator) {
  const { verdict, log, lanes } = await simulator.run();
  return { verdict, log, lanes };
}
