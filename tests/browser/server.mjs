// Serves the built site as a static host does: below /locks/, and nothing anywhere else.

import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

const base = "/locks";
const port = Number(process.argv[2]);
const dist = fileURLToPath(new URL("../../dist", import.meta.url));

// In sirv, `dev` means that files are read anew at each request, so that a rebuild is seen.
const serve = sirv(dist, { dev: true });

createServer((request, response) => {
  const missing = () => response.writeHead(404).end("Not found");
  if (!request.url.startsWith(`${base}/`)) return missing();
  request.url = request.url.slice(base.length);
  serve(request, response, missing);
}).listen(port, "127.0.0.1");
