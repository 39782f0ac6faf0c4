// Serves the built site as a static host does: below /locks/, and nothing anywhere else.

import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

const base = "/locks";
const port = Number(process.argv[2]);
const dist = fileURLToPath(new URL("../../dist", import.meta.url));

// In sirv, `dev` means that files are read anew at each request, so that a rebuild is seen. Hosts of
// public pages let any page load their files, which a sandboxed iframe needs for scripts.
const serve = sirv(dist, {
  dev: true,
  setHeaders: (response) => response.setHeader("Access-Control-Allow-Origin", "*"),
});

// Node answers only short addresses of its own accord, and links may have 64 KiB.
createServer({ maxHeaderSize: 256 * 1024 }, (request, response) => {
  const missing = () => response.writeHead(404).end("Not found");
  if (!request.url.startsWith(`${base}/`)) return missing();
  request.url = request.url.slice(base.length);
  serve(request, response, missing);
}).listen(port, "127.0.0.1");
