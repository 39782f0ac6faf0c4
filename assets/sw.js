// Keeps a copy of the whole site, so that it opens without a network after the first visit.
//
// A copy is of one release. It is made as a whole or not at all, each file is checked to be the one
// that belongs to it, and a page gets all of its files from the same copy. The next release waits
// until no tab has this one any more, and a page that begins and is alone can ask it to come.
const RELEASE = "{release}";
// The name of each file, and the sum that it has to have.
const FILES = {files};

// Sites that share a host share its caches, too.
const OURS = `lock-simulator ${registration.scope} `;
const COPY = OURS + RELEASE;

const address = (name) => new URL(name, registration.scope).href;
const PLACES = new Set(Object.keys(FILES).map(address));

async function copy() {
  const cache = await caches.open(COPY);
  const files = Object.entries(FILES);
  const fresh = { cache: "no-cache", redirect: "error" };
  await cache.addAll(files.map(([name, integrity]) => new Request(address(name), { ...fresh, integrity })));
}

async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(OURS) && name !== COPY);
  await Promise.all(others.map((name) => caches.delete(name)));
}

// The address by which the copy has what is asked for, if it has. Queries are for the program.
function placeOf({ method, url }) {
  const { origin, pathname } = new URL(url);
  const place = (origin + pathname).replace(/\/index\.html$/, "/");
  return method === "GET" && PLACES.has(place) ? place : undefined;
}

async function answer(request, place) {
  const kept = await caches.match(place, { cacheName: COPY, ignoreVary: true });
  return kept ?? fetch(request);
}

async function takeOver(asking) {
  const open = await clients.matchAll({ includeUncontrolled: true });
  const others = open.filter(({ id, url }) => id !== asking.id && url.startsWith(registration.scope));
  if (others.length === 0) await skipWaiting();
}

addEventListener("install", (event) => event.waitUntil(copy()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("message", (event) => event.waitUntil(takeOver(event.source)));
addEventListener("fetch", (event) => {
  const place = placeOf(event.request);
  if (place) event.respondWith(answer(event.request, place));
});
