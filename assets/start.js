// Runs before the page is painted: takes from the address what must not flicker, and says so in
// words if the program cannot be loaded or breaks down.
const root = document.documentElement;
const query = new URLSearchParams(location.search);
const given = [...query.keys()].filter((key) => key !== "embed" && key !== "theme");

if (["light", "dark"].includes(query.get("theme"))) root.dataset.theme = query.get("theme");
if (["on", "1", "true"].includes(query.get("embed"))) root.dataset.embed = "";
if (given.length > 0) root.dataset.example = "";

function fail() {
  delete root.dataset.example;
  const message = document.getElementById("failure");
  if (message) message.hidden = false;
}

// A script that does not load reports an error that does not bubble, hence the capture.
addEventListener("error", fail, true);
addEventListener("unhandledrejection", fail);
