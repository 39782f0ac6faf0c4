import { expect, test, type Page } from "@playwright/test";
import { open, tabTo, type Simulator } from "../simulator";

const NO_TOKEN = "Redlock has no fencing token: its lock value is random.";

/** The ways to set the controls, which have to lead to the same. */
interface Hands {
  service(name: string): Promise<void>;
  storage(name: string): Promise<void>;
  scenario(name: string): Promise<void>;
  pause(seconds: string): Promise<void>;
}

function mouse(simulator: Simulator): Hands {
  return {
    service: (name) => simulator.choose("Lock service", name),
    storage: (name) => simulator.choose("The storage checks", name),
    scenario: async (name) => {
      await simulator.scenario.selectOption({ label: name });
    },
    pause: async (seconds) => {
      await simulator.pause.click({ clickCount: 3 });
      await simulator.pause.pressSequentially(seconds);
      await simulator.pause.press("Enter");
    },
  };
}

function keyboard(page: Page, simulator: Simulator): Hands {
  /** Walks along a row of radio buttons, which takes one stop of the Tab key. */
  const choose = async (choices: string, name: string) => {
    const row = simulator.choices(choices).getByRole("radio");
    await tabTo(page, simulator.choices(choices).getByRole("radio", { checked: true }));
    const wanted = simulator.radio(choices, name);
    for (let presses = await row.count(); presses > 0 && !(await wanted.isChecked()); presses -= 1) {
      await page.keyboard.press("ArrowRight");
    }
    await expect(wanted).toBeChecked();
    await expect(wanted).toBeFocused();
  };
  return {
    service: (name) => choose("Lock service", name),
    storage: (name) => choose("The storage checks", name),
    scenario: async (name) => {
      await tabTo(page, simulator.scenario);
      await page.keyboard.type(name);
    },
    pause: async (seconds) => {
      await tabTo(page, simulator.pause);
      await page.keyboard.press("Control+A");
      await page.keyboard.type(seconds);
      await page.keyboard.press("Enter");
    },
  };
}

async function fourSteps(simulator: Simulator, hands: Hands) {
  const { verdict, canvas } = simulator;

  await test.step("a paused client overwrites the next holder's data", async () => {
    await expect(simulator.radio("Lock service", "etcd")).toBeChecked();
    await expect(simulator.scenario.locator("option:checked")).toHaveText("A pauses");
    await expect(simulator.radio("The storage checks", "nothing")).toBeChecked();
    await expect(simulator.lease).toHaveValue("5");
    await expect(simulator.pause).toHaveValue("8");
    await expect(verdict).toHaveText(/^Corrupted\. The storage ends with “from A”\./);
    await expect(
      simulator.step(
        "The storage accepts A’s write, though A’s lease is over. It replaces “from B”, which A has not read.",
      ),
    ).toHaveCount(1);
    await expect(simulator.steps.last()).toBeVisible();
  });

  await test.step("a fencing token stops it", async () => {
    await hands.storage("fencing tokens");
    await expect(verdict).toHaveText(/^Protected\. The storage ends with “from B”\./);
    await expect(verdict).toContainText("its token 33 is lower than 34");
    await expect(
      simulator.step("The storage refuses A’s write: token 33 is lower than 34, the highest it has seen."),
    ).toHaveCount(1);
    await expect(canvas).toHaveAccessibleDescription(/A’s with token 33 at [\d.]+ s, refused/);
  });

  await test.step("a short pause does no harm, with either storage", async () => {
    await hands.pause("3");
    for (const storage of ["nothing", "fencing tokens"]) {
      await hands.storage(storage);
      await expect(verdict).toHaveText(/^Safe\. The storage ends with “from B”\./);
      await expect(simulator.step("The storage refuses")).toHaveCount(0);
    }
  });

  await test.step("Redlock has no token, and a clock jump gives its lock to two clients", async () => {
    await hands.service("Redlock");
    const fencing = simulator.radio("The storage checks", "fencing tokens");
    await expect(fencing).toBeDisabled();
    await expect(simulator.radio("The storage checks", "nothing")).toBeChecked();
    await expect(simulator.choices("The storage checks")).toContainText(NO_TOKEN);
    await expect(simulator.choices("The storage checks")).toHaveAccessibleDescription(NO_TOKEN);

    await hands.scenario("Clock jump");
    await expect(verdict).toHaveText(/^Corrupted\./);
    await expect(verdict).toContainText("Two clients could rely on the lock at once");
    await expect(simulator.step("A now holds a majority: 3 of 5 servers.")).toHaveCount(1);
    await expect(simulator.step("B now holds a majority: 3 of 5 servers.")).toHaveCount(1);
    for (const server of ["redis 1", "redis 2", "redis 3", "redis 4", "redis 5"]) {
      await expect(simulator.log).toContainText(server);
      await expect(canvas).toHaveAccessibleDescription(new RegExp(`On ${server} the key belongs to [AB] from`));
    }
    const jump = simulator.step("The wall clock of redis");
    await expect(jump).toHaveCount(1);
    const jumped = /wall clock of (redis \d) steps ahead by 6 s/.exec(await jump.innerText())?.[1];
    expect(jumped).toBeDefined();
    await expect(canvas).toHaveAccessibleDescription(new RegExp(`The clock of ${jumped} steps ahead by 6 s at`));
    // The server whose clock jumped is the one that both clients hold, one after the other.
    await expect(canvas).toHaveAccessibleDescription(
      new RegExp(`On ${jumped} the key belongs to A from [\\d.]+ s to [\\d.]+ s; B from`),
    );
  });
}

test("the four steps of the introduction come out as they should by mouse", async ({ page }) => {
  const simulator = await open(page);
  await fourSteps(simulator, mouse(simulator));
});

test("the four steps of the introduction come out as they should by keyboard alone", async ({ page }) => {
  const simulator = await open(page);
  await fourSteps(simulator, keyboard(page, simulator));
});

test("the outcome is announced once the controls have come to rest", async ({ page }) => {
  const simulator = await open(page);
  await expect(simulator.status).toHaveText("");
  await simulator.choose("The storage checks", "fencing tokens");
  await expect(simulator.status).toHaveText(/^Protected\. A’s late write was refused/);
});

test("the log is an ordered list outside of any live region", async ({ page }) => {
  const simulator = await open(page);
  await expect(simulator.log.locator("ol")).toHaveCount(1);
  const live = "[aria-live], [role=status], [role=alert], [role=log]";
  await expect(page.locator(`:is(${live}) ol`)).toHaveCount(0);
  const numbers = await simulator.steps.locator(".number").allInnerTexts();
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)));
});
