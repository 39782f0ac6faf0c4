// Takes the place of the worker that keeps a copy of the site, where there is to be none any more:
// while the site is being made, and when it has moved or ended. It forgets what was kept, and itself.
const OURS = `lock-simulator ${registration.scope} `;

async function end() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS)).map((name) => caches.delete(name)));
  await registration.unregister();
}

// Tabs that are open have no use for the worker that they got their pages from either.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(end()));
