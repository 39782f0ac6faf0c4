// Starts the program of the page. Before it is painted, takes from the address what must not
// flicker; and says so in words if the program cannot be loaded or breaks down.
const root = document.documentElement;
const here = document.currentScript.src;
const query = new URLSearchParams(location.search);
const given = [...query.keys()].filter((key) => key !== "embed" && key !== "theme");

// As for the program, the last of several values counts.
const theme = query.getAll("theme").at(-1);
if (["light", "dark"].includes(theme)) root.dataset.theme = theme;
if (given.length > 0) root.dataset.example = "";
// The default run may be the very run that is asked about. What tells it is the program's to show.
if ((query.getAll("quiz").at(-1) ?? "none") !== "none") root.dataset.question = "";

function fail() {
  delete root.dataset.example;
  root.dataset.failed = "";
  document.getElementById("failure").hidden = false;
}

addEventListener("DOMContentLoaded", () => {
  // A figure may be on its way to another address.
  if ("leaving" in root.dataset) return;
  const program = document.getElementById("program");
  if (typeof wasm_bindgen === "undefined") fail();
  else wasm_bindgen({ module_or_path: program.dataset.wasm }).catch(fail);
});

// Does something with the query that the page's program shows, once that is there and fits.
function onShown(fits, act) {
  const simulator = document.getElementById("simulator");
  const look = () => {
    const shown = simulator.dataset.shown;
    const query = new URLSearchParams(shown);
    if (shown === undefined || !fits(query)) return;
    watch.disconnect();
    act(query);
  };
  const watch = new MutationObserver(look);
  watch.observe(simulator, { attributeFilter: ["data-shown"] });
  look();
}

// Programs that come when they are first asked for.
function fetchStyle(href) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = href;
  document.head.append(style);
  return new Promise((loaded) => (style.onload = style.onerror = loaded));
}

// Returns a function that does something with the program of that name once it is there, or shows
// the element that says that it could not be loaded.
function later(name, sheets, failure) {
  let opened;
  let styles;
  let tries = 0;

  async function open() {
    // The mark in the names tells releases apart, and the number one try from the next, whatever a
    // cache or the browser has kept.
    const mark = document.getElementById("program").dataset[name];
    const retry = tries ? `?${tries}` : "";
    const file = (name, ending) => new URL(`${name}-${mark}.${ending}${retry}`, here).href;
    const program = await import(file(name, "js"));
    styles ??= sheets.map((sheet) => fetchStyle(file(sheet, "css")));
    await Promise.all(styles);
    // It goes by what is shown, and the page's program has to listen to it.
    await new Promise((known) => onShown(() => true, known));
    await program.default({ module_or_path: file(`${name}_bg`, "wasm") });
  }

  return async (act) => {
    const said = document.getElementById(failure);
    said.hidden = true;
    const mine = (opened ??= open());
    try {
      await mine;
    } catch {
      // Others may have waited for the same, and one of them tries anew.
      if (opened === mine) {
        opened = undefined;
        tries += 1;
      }
      said.hidden = false;
      return;
    }
    act();
  };
}

// What a reader can do to a run is the workshop's.
const loadWorkshop = later("workshop", ["edit", "compare", "take", "embed"], "tools-failure");
let isOpen = false;

function withWorkshop(act) {
  return loadWorkshop(() => {
    isOpen = true;
    act();
  });
}

addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-tool]");
  if (isOpen || !button || button.ariaBusy) return;
  button.ariaBusy = true;
  // Now the workshop listens to it.
  await withWorkshop(() => button.click());
  button.ariaBusy = null;
});

// A link can ask for what only another program can show.
addEventListener("DOMContentLoaded", () => {
  onShown((query) => query.has("compare"), () => withWorkshop(() => {}));
});

// A run that was taken along is opened wherever on the page it is dropped or pasted.
function openRun(event, detail) {
  event.preventDefault();
  withWorkshop(() => document.dispatchEvent(new CustomEvent("lock-simulator:open", { detail })));
}

addEventListener("dragover", (event) => {
  if (event.dataTransfer.types.includes("Files")) event.preventDefault();
});

addEventListener("drop", (event) => {
  const [file] = event.dataTransfer.files;
  if (file) openRun(event, file);
});

addEventListener("paste", (event) => {
  const [file] = event.clipboardData.files;
  const run = file ?? event.clipboardData.getData("text");
  const looksRight = file || run.trim().startsWith("{") || run.trim().startsWith("[");
  const isEntered = event.target instanceof Element && event.target.closest(":read-write");
  if (looksRight && !isEntered) openRun(event, run);
});

// On paper the picture is light, and the link is there to be read.
addEventListener("beforeprint", () => {
  document.getElementById("printed-link").textContent = location.href;
  root.dataset.printing = "";
  dispatchEvent(new Event("resize"));
});
addEventListener("afterprint", () => {
  delete root.dataset.printing;
  dispatchEvent(new Event("resize"));
});

// A panic ends the program with a trap, in whatever it was called for.
function check(error) {
  if (error instanceof WebAssembly.RuntimeError) fail();
}

addEventListener("error", (event) => check(event.error));
addEventListener("unhandledrejection", (event) => check(event.reason));
