// Serves the built site as a static host does: below /locks/, and nothing anywhere else. Under the
// other name of this machine, which is another origin to a browser, it serves pages that embed it.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

const base = "/locks";
const port = Number(process.argv[2]);
const site = `http://127.0.0.1:${port}${base}/`;
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
const serveSites = sirv(folder("../../target/sites"), { dev: true });

// A page that embeds the site is written as the guide says it, and a test has it made up as it needs it.
function serveHtml(response, html, headers) {
  response.writeHead(200, { "Content-Type": "text/html;charset=utf-8", ...headers });
  response.end(html.replaceAll("https://your.host/locks/", site));
}

async function serveHost(request, response, missing) {
  const { pathname, searchParams } = new URL(request.url, site);
  if (pathname === "/page") {
    const policy = searchParams.get("policy");
    return serveHtml(response, searchParams.get("html"), policy && { "Content-Security-Policy": policy });
  }
  const file = `${pathname}${pathname.endsWith("/") ? "index.html" : ""}`;
  if (!file.endsWith(".html") || file.includes("..")) return serveSites(request, response, missing);
  const html = await readFile(folder(`../../target/sites${file}`), "utf8").catch(() => undefined);
  return html === undefined ? missing() : serveHtml(response, html);
}

// Node answers only short addresses of its own accord, and links may have 64 KiB.
createServer({ maxHeaderSize: 256 * 1024 }, (request, response) => {
  const missing = () => response.writeHead(404).end("Not found");
  if (request.headers.host?.startsWith("localhost")) return serveHost(request, response, missing);
  if (!request.url.startsWith(`${base}/`)) return missing();
  request.url = request.url.slice(base.length);
  serveSite(request, response, missing);
}).listen(port, "127.0.0.1");
