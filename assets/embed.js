// Defines <lock-simulator>, which shows a run of the simulator in anybody's page:
//
//   <script src="https://your.host/locks/v1/embed.js" defer></script>
//   <lock-simulator service="redlock" scenario="clock-jump"></lock-simulator>
//
// It may be loaded as a module too, more than once, and before or after the elements. What it says
// to the page and hears from it is described on the page for embedders.
(() => {
  if (customElements.get("lock-simulator")) return;

  // The figure is beside this script. A module is not told where it comes from, unless in a way that
  // other scripts cannot read; so it looks for itself among what the page has asked for.
  const scripts = [...document.scripts].map(({ src }) => src);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const isThis = (address) => /\/v1\/embed\.js([?#]|$)/.test(address);
  const own = document.currentScript?.src || [...scripts, ...loaded].find(isThis);
  if (!own) throw new Error("<lock-simulator>: no script or resource of this page has an address that ends with /v1/embed.js");
  const source = new URL(own);

  // A sandbox that takes the page its origin takes that of the figure too. A page that never had one,
  // such as a file, leaves the figure its own.
  const ORIGINS = self.origin === "null" ? [source.origin, "null"] : [source.origin];

  // Each attribute is a key of the link, but for those that any element may have and our own.
  const isKey = (name) =>
    /^[a-z]+$/.test(name) &&
    !/^(on|item|auto|access|content|enter|export|input|spell|writing|(align|class|dir|draggable|hidden|id|inert|is|lang|loading|name|nonce|part|popover|role|slot|style|tabindex|title|translate|query|width|height)$)/.test(name);

  // There are pictures of runs in which nothing is given but these keys. The last four make no
  // difference to a picture, while to a question it would give the answer away.
  const DRAWN = ["service", "scenario", "storage", "theme", "controls", "t", "ask"];

  // Where a page allows no styles of others, it still allows these.
  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host { display: block }
    :host([hidden]) { display: none }
    div { display: grid }
    div > * { grid-area: 1 / 1; min-width: 0 }
    [data-state=loading] { min-height: 33rem }
    figure { margin: 0; border: 1px solid #8888; border-radius: 4px; padding: .75rem; background: Canvas; color: CanvasText }
    figcaption { font-weight: 600 }
    img { display: block; max-width: 100%; height: auto; margin-block: .75rem }
    p { margin: .5rem 0 0 }
    iframe { width: 100%; height: 100%; border: 0; visibility: hidden }
    [data-state=shown] > figure { display: none }
    [data-state=shown] > iframe { visibility: visible }
    [data-state=lost] > iframe { max-height: 0 }
    @media print {
      [data-state=loading] { min-height: 0 !important; > iframe { max-height: 0 } span { display: none } }
    }
  `);

  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  class LockSimulator extends HTMLElement {
    #caption = make("figcaption");
    #says = make("span", { role: "status" });
    #link = make("a", { textContent: "Open this run in the full simulator" });
    #figure = make("figure", {}, this.#caption, make("p", {}, this.#says, " ", this.#link));
    #place = make("div", {}, this.#figure);
    #frame;
    #asked;
    #hasLoaded;
    #hasSpoken;
    #patience;

    // One that is in sight and is not there yet should not be long in coming.
    static #sight = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        LockSimulator.#sight.unobserve(target);
        if (target.#place.dataset.state === "loading" && !target.#hasSpoken) target.#wait(20);
      }
    });

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [style];
      root.append(this.#place);
      new MutationObserver(() => this.isConnected && this.#follow()).observe(this, { attributes: true });
    }

    connectedCallback() {
      this.#asked = undefined;
      this.#hasLoaded = false;
      this.#frame = make("iframe", {
        loading: "lazy",
        allow: "clipboard-write",
        referrerPolicy: "no-referrer",
        onload: () => {
          this.#hasLoaded = true;
          // A figure has something to say by now. This may be a page that says that there is none.
          if (!this.#hasSpoken) this.#wait(3);
        },
      });
      this.#place.dataset.state = "loading";
      this.#says.textContent = "Loading the simulator …";
      this.#follow();
      this.#place.append(this.#frame);
      addEventListener("message", this.#hear);
      LockSimulator.#sight.observe(this);
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
      clearTimeout(this.#patience);
      this.#frame.remove();
    }

    // Does what the attributes say now.
    #follow() {
      const query = new URLSearchParams(this.getAttribute("query") ?? "");
      // A switch is on if it is just there.
      const read = (name, value) => value || (/^(mark|renew|check|obey|recheck|fencing)$/.test(name) ? "on" : "");
      for (const { name, value } of this.attributes) if (isKey(name)) query.set(name, read(name, value));
      // This has led here, and would lead back here from the full page.
      query.delete("embed");
      const { service = "etcd", scenario = "pause", storage = "any", theme = "auto" } = Object.fromEntries(query);
      const title = this.title || `Distributed lock simulator: ${service}, ${scenario}`;
      this.#frame.title = this.#caption.textContent = title;
      // A page that does not say so is light, whatever the system is, and pictures would be dark in it.
      this.#place.style.colorScheme = theme.replace("auto", "light dark");
      const height = parseFloat(this.getAttribute("height"));
      this.#place.style.minHeight = height ? `${height}px` : "";

      const isFirst = this.#asked === undefined;
      if (this.#asked === `${query}`) return;
      this.#asked = `${query}`;
      this.#link.href = new URL(`../?${query}`, source);
      this.#figure.querySelector("img")?.remove();
      const hasPicture = /^(\w+-any|(etcd|zookeeper|chubby)-fencing)$/.test(`${service}-${storage}`);
      if (hasPicture && scenario !== "custom" && [...query.keys()].every((key) => DRAWN.includes(key))) {
        const policy = storage === "any" ? "" : "-fencing";
        const width = this.clientWidth > 0 && this.clientWidth < 560 ? "-narrow" : "";
        const src = new URL(`pictures/${service}-${scenario}${policy}${width}.svg`, source);
        const onerror = ({ target }) => target.remove();
        this.#caption.after(make("img", { loading: "lazy", alt: "The timeline of this run", onerror, src }));
      }
      this.#hasSpoken = false;
      // At first the run is in the fragment, so that all figures are one page to the browser, which is
      // downloaded once. Later on there is nothing to go back to in the history of the page.
      const address = new URL(isFirst ? `./#fit?${query}` : `./?${query}#fit`, source).href;
      if (this.#hasLoaded) this.#frame.contentWindow.location.replace(address);
      else this.#frame.src = address;
    }

    // What another window says is of no concern, and neither is what this one says once it has gone elsewhere.
    #hear = ({ source: speaker, origin, data }) => {
      if (speaker !== this.#frame.contentWindow || !ORIGINS.includes(origin)) return;
      const { type, ...detail } = Object(data);
      const [, word] = /^lock-simulator:(height|ready|change|answer|failure)$/.exec(type) ?? [];
      if (!word) return;
      // One that speaks says itself how it fares. Its program may take long on a slow network.
      this.#hasSpoken = true;
      clearTimeout(this.#patience);
      if (this.#place.dataset.state === "loading") this.#wait(120);
      if (word === "height") {
        if (Number.isFinite(detail.height))
          this.#frame.style.height = `${Math.min(Math.max(detail.height, 100), 20_000)}px`;
        return;
      }
      // One that has failed says so itself, and has a picture too.
      if (word === "ready" || word === "failure") this.#show("shown");
      this.#tell(type, detail);
    };

    #wait(seconds) {
      clearTimeout(this.#patience);
      this.#patience = setTimeout(() => {
        this.#says.textContent = "The simulator could not be loaded here.";
        this.#show("lost");
        this.#tell("lock-simulator:failure", {});
      }, seconds * 1000);
    }

    #show(state) {
      clearTimeout(this.#patience);
      this.#place.dataset.state = state;
    }

    #tell(type, detail) {
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
    }
  }

  customElements.define("lock-simulator", LockSimulator);
})();
