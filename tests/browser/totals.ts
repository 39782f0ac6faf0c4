import type { FullConfig, Reporter, Suite } from "@playwright/test/reporter";

/** Ends a run with its totals alone on a line, where a script finds them at once. */
export default class Totals implements Reporter {
  private suite?: Suite;

  onBegin(_config: FullConfig, suite: Suite) {
    this.suite = suite;
  }

  onEnd() {
    const outcomes = (this.suite?.allTests() ?? []).map((test) => test.outcome());
    const passed = outcomes.filter((outcome) => outcome === "expected").length;
    const failed = outcomes.filter((outcome) => outcome === "unexpected").length;
    console.log(`\n${passed} passed, ${failed} failed`);
  }
}
