import type { Page } from "@playwright/test";

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: string };
}

/**
 * The time that the longest task of a page's main thread takes of a processor while something is done, in
 * milliseconds. It does not count how long the task had to wait for one, since a test must not depend on
 * what else the machine does.
 */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("there is no browser");
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const place = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const named = trace.traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const mains = new Set(named.map(place));
  const tasks = trace.traceEvents.filter((event) => event.ph === "X" && /RunTask$/.test(event.name) && mains.has(place(event)));
  const measured = tasks.flatMap(({ tdur }) => tdur ?? []);
  if (measured.length === 0) throw new Error("no task was measured");
  return measured.reduce((one, other) => Math.max(one, other)) / 1_000;
}
