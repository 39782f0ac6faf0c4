// Keeps a copy of the whole site, so that it opens without a network after the first visit.
//
// A copy is of one release. It is made as a whole or not at all, and each file is checked to be the
// one that belongs to it. Pages come from the newest copy that there is. What a page needs has names
// that no other release has, or has for the same, so it comes from the copy that the page is from;
// and that is kept for as long as a tab may have the page, which is until the next worker's turn.
const RELEASE = "{release}";
// The name of each file, and the sum that it has to have.
const FILES = {files};

// Sites that share a host share its caches, too.
const OURS = `lock-simulator ${registration.scope} `;
const COPY = OURS + RELEASE;

async function copy() {
  const cache = await caches.open(COPY);
  const fresh = { cache: "no-cache", redirect: "error" };
  const request = ([name, integrity]) => new Request(new URL(name, registration.scope), { ...fresh, integrity });
  await cache.addAll(Object.entries(FILES).map(request));
}

async function copies() {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(OURS));
}

async function forgetOthers() {
  const others = (await copies()).filter((name) => name !== COPY);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function answer(request, place) {
  for (const cacheName of (await copies()).reverse()) {
    const kept = await caches.match(place, { cacheName, ignoreVary: true });
    if (kept) return kept;
  }
  return fetch(request);
}

addEventListener("install", (event) => event.waitUntil(copy()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  // Queries are for the program, and a folder stands for the page in it.
  const place = (origin + pathname).replace(/\/index\.html$/, "/");
  if (method === "GET" && place.startsWith(registration.scope)) event.respondWith(answer(event.request, place));
});
