// Serves the built site as a static host does: below /locks/, and nothing anywhere else. Under the
// other name of this machine, which is another site to a browser, it serves pages that embed it.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

const base = "/locks";
const folder = (path) => fileURLToPath(new URL(path, import.meta.url));

// In sirv, `dev` means that files are read anew at each request, so that a rebuild is seen. Hosts of
// public pages let any page load their files, which a sandboxed iframe needs for scripts, and let
// browsers keep them for a while.
const serveSite = sirv(folder("../../dist"), {
  dev: true,
  setHeaders: (response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Cache-Control", "max-age=600");
  },
});

const serveOther = sirv(folder("../../target/sites"), { dev: true });

// Pages that embed the site name it as the guide does. A test may have one made up as it needs it.
async function serveHost(request, response, missing) {
  const own = `http://127.0.0.1:${request.socket.localPort}${base}/`;
  const { pathname, searchParams } = new URL(request.url, own);
  const page = /\.html$|\/$/.test(pathname) && `${pathname}${pathname.endsWith("/") ? "index.html" : ""}`;
  if (pathname !== "/page" && !page) return serveOther(request, response, missing);
  const html = page ? await readFile(folder(`../../target/sites${page}`), "utf8").catch(() => null) : searchParams.get("html");
  if (html === null) return missing();
  const policy = searchParams.get("policy");
  if (policy) response.setHeader("Content-Security-Policy", policy.replaceAll("https://your.host/locks/", own));
  response.setHeader("Content-Type", "text/html;charset=utf-8");
  response.end(html.replaceAll("https://your.host/locks/", own));
}

/** A server on a port of this machine, or on any that is free. */
export function serve(port = 0) {
  // Node answers only short addresses of its own accord, and links may have 64 KiB.
  const server = createServer({ maxHeaderSize: 256 * 1024 }, (request, response) => {
    const missing = () => response.writeHead(404).end("Not found");
    if (request.headers.host?.startsWith("localhost:")) return serveHost(request, response, missing);
    if (!request.url.startsWith(`${base}/`)) return missing();
    request.url = request.url.slice(base.length);
    serveSite(request, response, missing);
  });
  return server.listen(port, "127.0.0.1");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) serve(Number(process.argv[2]));
