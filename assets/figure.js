// Tells the page around the figure how high the figure is and what happens in it, and shows what
// there is to see of a run while its program is not there.
(() => {
  const root = document.documentElement;
  // An element has put the run into the fragment. Whatever comes after this script looks for it in the
  // query, where the browser may not let it be put without loading the page again.
  const [mark, asked] = location.hash.split("?");
  try {
    // Without the mark, which is not to be printed.
    if (mark) history.replaceState(null, "", asked ? `?${asked}` : location.search || "./");
  } catch {
    if (asked) {
      // The page that comes now has a program too, and this one need not start its own.
      root.dataset.leaving = "";
      location.replace(`?${asked}${mark}`);
      return;
    }
  }
  const query = new URLSearchParams(location.search);
  // This has led here, and would lead back here from the full page.
  query.delete("embed");

  // A page that asks for this gives the figure its height, so that it has nothing to scroll.
  const hasRoom = mark === "#fit" && parent !== window;
  if (hasRoom) root.dataset.fit = "";

  const tell = (word, detail) => {
    if (parent !== window) parent.postMessage({ type: `lock-simulator:${word}`, ...detail }, "*");
  };

  // The height of the content, which is not that of the frame.
  let height;
  const measure = () => {
    const now = Math.ceil(root.getBoundingClientRect().height);
    if (now !== height) tell("height", { height: (height = now) });
  };

  // What was last told of the run. A figure that the browser does not draw, since it is out of sight,
  // is not measured by itself.
  let told = {};
  const look = () => {
    const { shown, answer } = document.getElementById("simulator").dataset;
    const isOpen = root.hasAttribute("data-question");
    const grade = document.querySelector("#outcome [data-grade]")?.dataset.grade;
    const now = { shown, answer, headline: isOpen ? null : grade, hasFailed: root.hasAttribute("data-failed") };
    const before = told;
    told = now;
    if (now.hasFailed && !before.hasFailed) {
      if (shown === undefined) picture("Not shown here");
      measure();
      tell("failure");
    }
    if (shown === undefined) return;
    if (before.shown === undefined) {
      measure();
      tell("ready");
    }
    if (answer && answer !== before.answer) tell("answer", JSON.parse(answer));
    if (shown !== before.shown || now.headline !== before.headline)
      tell("change", { query: shown, headline: now.headline });
  };

  // What a list of controls can name besides them.
  const PARTS = ["none", "player", "moment", "steps", "tools"];

  // There are pictures of runs in which nothing is given but these keys. The last four make no
  // difference to a picture, while to a question it would give the answer away.
  const DRAWN = ["service", "scenario", "storage", "theme", "controls", "t", "ask"];

  // Puts into the place of the timeline its picture, with a sentence about the run while the program
  // is on its way, or the sentence alone where there is no picture.
  const picture = (says) => {
    const place = document.getElementById("timeline");
    const sentence = document.createElement("p");
    sentence.className = "absent";
    const shown = [...query].filter(([key]) => DRAWN.indexOf(key) < 3 && key !== "quiz");
    const names = shown.map((pair) => pair.join(" "));
    const about = "question" in root.dataset ? "a question about " : "";
    sentence.textContent = `${says}: ${about}the ${names.length > 0 ? `run ${names.join(", ")}` : "default run"}.`;
    const { service = "etcd", scenario = "pause", storage = "any" } = Object.fromEntries(query);
    const hasPicture = /^(\w+-any|(etcd|zookeeper|chubby)-fencing)$/.test(`${service}-${storage}`);
    if (!hasPicture || scenario === "custom" || ![...query.keys()].every((key) => DRAWN.includes(key)))
      return place.replaceChildren(sentence);
    const policy = storage === "any" ? "" : "-fencing";
    const width = place.clientWidth < 560 ? "-narrow" : "";
    const image = new Image();
    image.alt = "The timeline of this run";
    image.onerror = () => image.parentNode?.replaceChildren(sentence);
    image.src = `pictures/${service}-${scenario}${policy}${width}.svg`;
    place.replaceChildren(...(told.hasFailed ? [image] : [sentence, image]));
  };

  // A figure has the usual controls at once, and fetches the others if its link names one of them.
  const fetchControls = async (controls) => {
    const names = (query.get("controls") ?? "").split(",").map((name) => name.replace(":locked", ""));
    const isMissing = (name) => !document.getElementById(`${name}-field`);
    if (!names.some((name) => name && !PARTS.includes(name) && isMissing(name))) return;
    const response = await fetch(controls.dataset.more);
    if (!response.ok) return;
    controls.insertAdjacentHTML("beforeend", await response.text());
    // If the program is there already, it looks at them.
    document.dispatchEvent(new Event("lock-simulator:show"));
  };

  addEventListener("DOMContentLoaded", () => {
    document.getElementById("full-page").search = query;
    fetchControls(document.getElementById("controls")).catch(() => {});
    // Where the frame is as high as its content, the list of keys would be far from its button.
    const keys = document.getElementById("keys");
    keys.addEventListener("toggle", () => {
      const { top } = document.getElementById("player").getBoundingClientRect();
      keys.style.inset = `${Math.max(top - keys.offsetHeight, 0)}px 0.5rem auto auto`;
    });
    const observer = new MutationObserver(look);
    observer.observe(document.getElementById("simulator"), { attributeFilter: ["data-shown", "data-answer"] });
    observer.observe(document.getElementById("outcome"), { childList: true, subtree: true });
    observer.observe(root, { attributeFilter: ["data-question", "data-failed"] });
    new ResizeObserver(measure).observe(root);
    measure();
    look();
    // An element around the figure has a picture of its own.
    const isAwaited = () => told.shown === undefined && !told.hasFailed;
    if (!hasRoom) setTimeout(() => isAwaited() && picture("Loading"), 300);
  });
})();
