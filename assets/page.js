// What only the full page needs, and not a figure in somebody else's page. Comes before the script
// that starts the program.
(() => {
  // A figure alone used to be this page, and has one of its own now.
  const [embed] = new URLSearchParams(location.search).getAll("embed").slice(-1);
  if (["on", "1", "true"].includes(embed)) {
    const others = location.search.slice(1).split("&").filter((part) => !/^embed(=|$)/.test(part));
    document.documentElement.hidden = true;
    location.replace(`v1/${others.length > 0 ? `?${others.join("&")}` : ""}${location.hash}`);
    return;
  }

  // The gallery of incidents comes when a reader gets near it. Where it does not, its link is there.
  async function fetchIncidents(link) {
    const response = await fetch(link.href);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const gallery = page.querySelector(".incidents");
    if (!gallery) return;
    link.closest("section").replaceWith(gallery);
    // The program marks the links in it when it looks at the page again.
    dispatchEvent(new Event("resize"));
  }

  let gallery;
  const loadGallery = () =>
    (gallery ??= fetchIncidents(document.getElementById("incidents-page")).catch(() => {}));

  addEventListener("DOMContentLoaded", () => {
    const near = new IntersectionObserver(
      ([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        near.disconnect();
        loadGallery();
      },
      { rootMargin: "600px" },
    );
    near.observe(document.getElementById("incidents-page"));
  });

  // Questions about many runs are answered by the laboratory.
  addEventListener("DOMContentLoaded", () => {
    const withLab = later("lab", ["lab", "search", "map", "lease"], "lab-failure");
    const questions = document.getElementById("questions");
    // This event does not rise, but it comes down.
    const opened = ({ target }) => target.dataset.ask && target.open && withLab(() => {});
    questions.addEventListener("toggle", opened, true);

    async function lead(word) {
      const place = document.getElementById(`ask-${word}`);
      if (!place) return;
      place.open = true;
      place.querySelector("summary").focus();
      // What is above it must not come later and push it away, and what is below it has to be there,
      // so that the page can be scrolled so far.
      await Promise.all([loadGallery(), withLab(() => {})]);
      requestAnimationFrame(() => place.scrollIntoView({ behavior: "instant" }));
    }

    document.querySelector(".result > [data-ask]").addEventListener("click", ({ target }) => {
      lead(target.dataset.ask);
    });
    onShown((query) => query.has("ask"), (query) => {
      const [word] = query.get("ask").split(":");
      if (!document.getElementById(`ask-${word}`)?.open) lead(word);
    });
  });

  // The site is kept for visits without a network, once nothing else is to be loaded.
  async function keepSite() {
    if (!navigator.connection?.saveData) await navigator.serviceWorker.register("sw.js");
  }

  if (self === top) addEventListener("load", () => keepSite().catch(() => {}));
})();
