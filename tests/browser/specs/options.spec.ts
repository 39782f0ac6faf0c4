import { expect, test } from "@playwright/test";
import { addressBar, complaints, enter, open, type Simulator } from "../simulator";

/** The options that are there in every run. */
const ALWAYS = ["renew", "check", "obey", "work", "latency", "jitter", "clients"];

/** The keys that have a control at the moment. */
function offered(simulator: Simulator): Promise<string[]> {
  return simulator.root.locator("details [id$=-field]:visible").evaluateAll((fields) =>
    fields.map((field) => field.id.replace(/-field$/, "")).sort(),
  );
}

for (const { query, options } of [
  { query: "", options: ["recheck"] },
  { query: "storage=fencing", options: ["recheck", "mark"] },
  { query: "jitter=5", options: ["recheck", "seed"] },
  { query: "service=zookeeper", options: ["tick"] },
  { query: "service=zookeeper&storage=fencing&scenario=failover", options: ["tick", "mark"] },
  { query: "service=chubby", options: ["lockdelay"] },
  { query: "service=chubby&storage=conditional", options: ["lockdelay"] },
  { query: "service=chubby&storage=fencing", options: ["lockdelay", "sequencer", "mark"] },
  { query: "service=redis", options: ["retry", "token", "release", "extend", "clock", "seed"] },
  { query: "service=redis&token=incr&storage=fencing", options: ["retry", "token", "release", "extend", "clock", "seed", "mark"] },
  { query: "service=redlock", options: ["retry", "nodes", "clock", "seed"] },
  { query: "service=redlock&scenario=failover", options: ["retry", "nodes", "clock", "seed", "restart"] },
  { query: "service=redis&scenario=failover", options: ["retry", "token", "release", "extend", "clock", "seed"] },
]) {
  test(`with ?${query} there are the options that matter and no others`, async ({ page }) => {
    const simulator = await open(page, query);
    await simulator.openOptions();
    expect(await offered(simulator)).toEqual([...ALWAYS, ...options].sort());
  });
}

test("options come and go with the choice of service, storage and scenario", async ({ page }) => {
  const simulator = await open(page);
  await simulator.openOptions();
  const mark = simulator.switch("Tokens go along with reads too");
  await expect(mark).toBeHidden();
  await simulator.choose("The storage checks", "fencing tokens");
  await expect(mark).toBeVisible();
  await simulator.choose("Lock service", "Chubby");
  await expect(simulator.number("Lock-delay")).toBeVisible();
  await expect(simulator.menu("The storage compares a sequencer with")).toBeVisible();
  await expect(simulator.switch("A waiter looks for its own key")).toBeHidden();
  await simulator.choose("Lock service", "Redlock");
  await expect(mark).toBeHidden();
  await expect(simulator.menu("A server without memory comes back")).toBeHidden();
  await simulator.scenario.selectOption({ label: "Failover of the lock service" });
  await expect(simulator.menu("A server without memory comes back")).toBeVisible();
  await simulator.choose("Lock service", "Redis");
  await expect(simulator.menu("Fencing token")).toBeVisible();
  await expect(simulator.menu("Servers")).toBeHidden();
});

for (const { query, by, key, verdict } of [
  {
    query: "storage=fencing&pause=5.2",
    by: (simulator: Simulator) => simulator.switch("Tokens go along with reads too").check(),
    key: "storage=fencing&mark=on&pause=5.2",
    verdict: /^Protected/,
  },
  {
    query: "service=chubby",
    by: (simulator: Simulator) => enter(simulator.number("Lock-delay"), "10"),
    key: "service=chubby&lockdelay=10",
    verdict: /^(Safe|At risk)/,
  },
  {
    query: "service=chubby&storage=fencing&lockdelay=10",
    by: (simulator: Simulator) =>
      simulator.menu("The storage compares a sequencer with").selectOption({ label: "What Chubby says" }),
    key: "service=chubby&storage=fencing&lockdelay=10&sequencer=checked",
    verdict: /^Protected/,
  },
  {
    query: "service=redlock&scenario=clock-jump",
    by: (simulator: Simulator) =>
      simulator.menu("Clocks are set").selectOption({ label: "Little by little (500 ppm)" }),
    key: "service=redlock&scenario=clock-jump&clock=slew",
    verdict: /^Safe/,
  },
  {
    query: "service=redlock&scenario=failover",
    by: (simulator: Simulator) =>
      simulator.menu("A server without memory comes back").selectOption({ label: "After a lease and 1 s" }),
    key: "service=redlock&scenario=failover&restart=delayed",
    verdict: /^Safe/,
  },
  {
    query: "service=redis",
    by: async (simulator: Simulator) => {
      await simulator.menu("Fencing token").selectOption({ label: "From a counter (INCR)" });
      await simulator.choose("The storage checks", "fencing tokens");
    },
    key: "service=redis&storage=fencing&token=incr",
    verdict: /^Protected/,
  },
  {
    query: "service=redis",
    by: (simulator: Simulator) => simulator.choose("The storage checks", "lock values"),
    key: "service=redis&storage=value",
    verdict: /^Protected/,
  },
  {
    query: "",
    by: (simulator: Simulator) => simulator.choose("The storage checks", "versions"),
    key: "storage=conditional",
    verdict: /^Protected/,
  },
]) {
  test(`the controls lead from ?${query} to ?${key}, and the outcome follows`, async ({ page }) => {
    const simulator = await open(page, query);
    await simulator.openOptions();
    await by(simulator);
    await expect(page).toHaveURL(addressBar(key));
    await expect(simulator.verdict).toHaveText(verdict);
    const run = await simulator.run();
    await page.reload();
    await simulator.started();
    await simulator.shows(run);
  });
}

test("what the storage cannot check is not to be chosen, and it says why", async ({ page }) => {
  const simulator = await open(page);
  for (const { service, off, why } of [
    { service: "etcd", off: ["lock values"], why: "Every write is accepted." },
    { service: "Redlock", off: ["fencing tokens"], why: "Redlock has no fencing token: its lock value is random." },
    { service: "Chubby", off: ["lock values"], why: "Every write is accepted." },
    {
      service: "Redis",
      off: ["fencing tokens"],
      why: "Redis has no fencing token, its lock value is random; a counter can stand in for one, see the options.",
    },
  ]) {
    await simulator.choose("Lock service", service);
    for (const name of ["nothing", "fencing tokens", "versions", "lock values"]) {
      const radio = simulator.radio("The storage checks", name);
      await (off.includes(name) ? expect(radio).toBeDisabled() : expect(radio).toBeEnabled());
    }
    await expect(simulator.choices("The storage checks")).toHaveAccessibleDescription(why);
  }
  await simulator.openOptions();
  await simulator.menu("Fencing token").selectOption({ label: "From a counter (INCR)" });
  await expect(simulator.radio("The storage checks", "fencing tokens")).toBeEnabled();
  await expect(simulator.choices("The storage checks")).toHaveAccessibleDescription("Every write is accepted.");
});

const PAUSE = "pause:A:work~0.25:8";

test("faults of one's own are run and go into the address, just as they were entered", async ({ page }) => {
  const simulator = await open(page);
  await expect(simulator.faults).toBeHidden();
  await simulator.scenario.selectOption({ label: "Faults of your own" });
  await expect(simulator.faults).toBeVisible();
  await expect(simulator.pause).toBeHidden();
  await expect(simulator.verdict).toHaveText(/^Safe/);
  await enter(simulator.faults, PAUSE);
  await expect(simulator.verdict).toHaveText(/^Corrupted\. The storage ends with “from A”/);
  await expect(page).toHaveURL(addressBar(`scenario=custom&faults=${PAUSE}`));
  await expect(simulator.step("A stops for 8 s.")).toHaveCount(1);
  const two = "crash:A:work,cut:B-service:1:2.5";
  await enter(simulator.faults, two);
  await expect(page).toHaveURL(addressBar(`scenario=custom&faults=${two}`));
  await expect(simulator.verdict).toHaveText(/^Safe/);
  const run = await simulator.run();
  await page.reload();
  await simulator.started();
  await simulator.shows(run);
  await expect(simulator.faults).toHaveValue(two);
  await simulator.scenario.selectOption({ label: "A pauses" });
  await expect(simulator.faults).toBeHidden();
});

test("what is half typed into the faults changes nothing, and Tab enters it as Enter does", async ({ page }) => {
  const simulator = await open(page, "scenario=custom");
  const run = await simulator.run();
  await simulator.faults.pressSequentially("crash:A:0.5");
  await simulator.shows(run);
  await simulator.faults.press("Tab");
  await expect(page).toHaveURL(addressBar("scenario=custom&faults=crash:A:0.5"));
  await expect(simulator.step("A crashes")).toHaveCount(1);
});

test("faults that make no sense are explained, and the former run stays", async ({ page }) => {
  const simulator = await open(page, `scenario=custom&faults=${PAUSE}`);
  const run = await simulator.run();
  const said = simulator.controls.getByText("is not possible");
  for (const { wrong, entry } of [
    { wrong: "pause:A:soon:8", entry: "Entry 1, pause:A:soon:8," },
    { wrong: "pause:Z:1:8", entry: "Entry 1, pause:Z:1:8," },
    { wrong: `${PAUSE},flood:A:1`, entry: "Entry 2, flood:A:1," },
    { wrong: "<b>", entry: "Entry 1, <b>," },
    { wrong: "pause:A:1:9999", entry: "Entry 1, pause:A:1:9999," },
  ]) {
    await enter(simulator.faults, wrong);
    await expect(said).toHaveText(`${entry} is not possible. The faults stay as they were.`);
    await expect(simulator.faults).toHaveAttribute("aria-invalid", "true");
    await expect(simulator.faults).toHaveAccessibleDescription(/is not possible/);
    await expect(simulator.faults).toHaveValue(wrong);
    await simulator.shows(run);
    await expect(page).toHaveURL(addressBar(`scenario=custom&faults=${PAUSE}`));
  }
  await enter(simulator.faults, "crash:A:1");
  await expect(said).toHaveCount(0);
  await expect(simulator.faults).not.toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL(addressBar("scenario=custom&faults=crash:A:1"));
});

test("a complaint about the first faults there are is the same", async ({ page }) => {
  const simulator = await open(page, "scenario=custom");
  await enter(simulator.faults, "pause:A:soon:8");
  await expect(simulator.controls.getByText("is not possible")).toHaveText(
    "Entry 1, pause:A:soon:8, is not possible. The faults stay as they were.",
  );
});

test("faults that are taken away again leave a run without any", async ({ page }) => {
  const simulator = await open(page, `scenario=custom&faults=${PAUSE}`);
  await enter(simulator.faults, "");
  await expect(page).toHaveURL(addressBar("scenario=custom"));
  await expect(simulator.verdict).toHaveText(/^Safe/);
});

test("a link with bad faults is explained entry by entry, and the others stand", async ({ page }) => {
  const simulator = await open(page, `scenario=custom&faults=pause:A:soon:8,${PAUSE},crash:C:2`);
  await expect(simulator.notices.locator("p")).toHaveText([
    /^Entry 1 of faults, pause:A:soon:8, is not possible: entries are like .*It is left out\.$/,
    "crash:C:2 in faults needs a client or a server that does not take part in this run. It is left out.",
  ]);
  await expect(simulator.verdict).toHaveText(/^Corrupted\. The storage ends with “from A”/);
  await expect(simulator.step("A stops for 8 s.")).toHaveCount(1);
});

test("faults for somebody who does not take part are explained where they are entered", async ({ page }) => {
  const simulator = await open(page, "scenario=custom");
  await enter(simulator.faults, "crash:C:2");
  const said = simulator.controls.getByText("does not take part");
  await expect(said).toHaveText(
    "crash:C:2 needs a client or a server that does not take part. The faults stay as they were.",
  );
  await expect(said).toBeVisible();
  await expect(simulator.faults).toHaveAttribute("aria-invalid", "true");
});

test("a text in the faults of a link never becomes HTML", async ({ page }) => {
  const heard = complaints(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const evil = "<img src=x onerror=alert(document.title='!')>";
  for (const query of [`faults=${evil}`, `scenario=custom&faults=${encodeURIComponent(evil)}`]) {
    const simulator = await open(page, query);
    await expect(simulator.notices.first()).toContainText("<img src=x onerror=");
    await expect(page.locator("#simulator :is(img, script, iframe, [onerror])")).toHaveCount(0);
  }
  const simulator = await open(page, "scenario=custom");
  await enter(simulator.faults, evil);
  await expect(simulator.controls.getByText("is not possible")).toContainText("<img src=x onerror=");
  await expect(page.locator("#simulator :is(img, script, iframe, [onerror])")).toHaveCount(0);
  await expect(page).toHaveTitle("Distributed lock simulator");
  expect(requests.filter((url) => url.endsWith("/x"))).toEqual([]);
  expect(heard).toEqual([]);
});

for (const query of [
  "",
  "storage=fencing",
  "storage=fencing&pause=5.2",
  "pause=3",
  "service=redlock&scenario=clock-jump",
  "service=redis&scenario=failover",
  "service=redlock&scenario=failover",
  "service=chubby&lockdelay=10",
  "service=redis&release=naive&clients=3&scenario=overrun",
  "scenario=crash",
  "storage=conditional&scenario=clock-jump&service=redis",
  "service=redlock&lease=2&work=1&clients=5&jitter=30&seed=7",
  "service=redis&scenario=custom&lease=30&renew=on&work=300&faults=cut:A-service:work~120:35",
]) {
  test(`the facts of ?${query} name steps that are in the log`, async ({ page }) => {
    const simulator = await open(page, query);
    const numbers = await simulator.steps.locator(".number").allTextContents();
    const facts = await simulator.facts.allTextContents();
    expect(facts.length).toBeGreaterThan(0);
    for (const fact of facts) {
      if (fact.startsWith("Waited for the lock: ")) continue;
      const [, named] = /\(steps? ([\d, and]+)\)\.$/.exec(fact) ?? [];
      expect(named, fact).toBeDefined();
      for (const step of named.match(/\d+/g)!) expect(numbers, fact).toContain(step);
    }
  });
}

test("the facts follow the run, and name the step that they are about", async ({ page }) => {
  const simulator = await open(page);
  const late = simulator.facts.filter({ hasText: "Late writes accepted: 1" });
  await expect(late).toHaveCount(1);
  const step = /step (\d+)/.exec((await late.textContent())!)![1];
  await expect(simulator.steps.nth(Number(step) - 1)).toContainText("The storage accepts A’s write, though A’s lease is over.");
  await simulator.choose("The storage checks", "fencing tokens");
  await expect(late).toHaveCount(0);
  const refused = simulator.facts.filter({ hasText: "Late writes refused: 1" });
  await expect(refused).toHaveCount(1);
  const other = /step (\d+)/.exec((await refused.textContent())!)![1];
  await expect(simulator.steps.nth(Number(other) - 1)).toContainText("The storage refuses A’s write");
});
