import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

/** The site as it was built. */
export const DIST = fileURLToPath(new URL("../../dist/", import.meta.url));

/** A host that can be switched off, and that can be given another release. */
export class Host {
  isOff = false;
  private server?: Server;
  private serve = sirv(DIST, { dev: true });

  /** Begins to serve the site, and returns its address. */
  async start(): Promise<string> {
    this.server = createServer((request, response) => {
      const missing = () => response.writeHead(404).end("Not found");
      if (this.isOff) return void request.socket.destroy();
      if (!request.url?.startsWith("/locks/")) return void missing();
      request.url = request.url.slice("/locks".length);
      this.serve(request, response, missing);
    });
    await new Promise<void>((started) => this.server?.listen(0, "127.0.0.1", started));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/locks/`;
  }

  /** Serves another release from now on, and nothing of the one before. */
  publish(folder: string) {
    this.serve = sirv(folder, { dev: true });
  }

  async stop() {
    const { server } = this;
    const stopped = new Promise((stopped) => (server ? server.close(stopped) : stopped(undefined)));
    server?.closeAllConnections();
    await stopped;
  }
}

/** The names of files that have a mark. */
export function marked(text: string): string[] {
  return text.match(/[\w-]+-[0-9a-f]{16}\.[a-z]+/g) ?? [];
}

const sum = (content: Buffer | string) => `sha256-${createHash("sha256").update(content).digest("base64")}`;

/** Makes another release in a folder of its own: it has another title, and every mark is another one. */
export async function another(title: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lock-simulator-release-"));
  await cp(DIST, folder, { recursive: true });
  const remarked = (text: string) =>
    text
      .replace(/(?<=-)[0-9a-f]{16}(?=\.)|(?<=(data-workshop=|data-lab=|RELEASE = )"?)[0-9a-f]{16}/g, (mark) => [...mark].reverse().join(""))
      .replace(/<title>[^<]*/, `<title>${title}`);
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name);
    if (/\.(html|webmanifest|js)$/.test(name)) await writeFile(file, remarked(await readFile(file, "utf8")));
    await rename(file, join(folder, remarked(name)));
  }
  const worker = join(folder, "sw.js");
  let text = await readFile(worker, "utf8");
  for (const [entry, name] of text.matchAll(/^"(.*)": "sha256-.*"/gm)) {
    const path = name === "./" || name.endsWith("/") ? `${name}index.html` : name;
    text = text.replace(entry, `"${name}": "${sum(await readFile(join(folder, path)))}"`);
  }
  await writeFile(worker, text);
  return folder;
}
