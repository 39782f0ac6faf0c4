// Starts the program. Before the page is painted, takes from the address what must not flicker;
// and says so in words if the program cannot be loaded or breaks down.
const root = document.documentElement;
const query = new URLSearchParams(location.search);
const given = [...query.keys()].filter((key) => key !== "embed" && key !== "theme");

if (["light", "dark"].includes(query.get("theme"))) root.dataset.theme = query.get("theme");
if (["on", "1", "true"].includes(query.get("embed"))) root.dataset.embed = "";
if (given.length > 0) root.dataset.example = "";

function fail() {
  delete root.dataset.example;
  document.getElementById("failure").hidden = false;
}

addEventListener("DOMContentLoaded", () => {
  const program = document.getElementById("program");
  if (typeof wasm_bindgen === "undefined") fail();
  else wasm_bindgen({ module_or_path: program.dataset.wasm }).catch(fail);
});

// A panic ends the program with a trap, in whatever it was called for.
addEventListener("error", (event) => {
  if (event.error instanceof WebAssembly.RuntimeError) fail();
});
