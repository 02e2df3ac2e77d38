/**
 * Command: the portal's pages with Vite's hot reload, on port 5173. Calls go to a running portal's API (API_PORT, 8081), so
 * `npm start` runs beside it. Without the Content-Security-Policy, which Vite's own scripts would break.
 */
import { createServer } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ApiRequest } from "@portico/api/client.ts";
import { createServer as createVite } from "vite";

const port = Number(process.env["DEV_PORT"] ?? 5173);
const apiAddress = `http://localhost:${process.env["API_PORT"] ?? 8081}`;

const vite = await createVite({
  root: import.meta.dirname,
  configFile: join(import.meta.dirname, "vite.config.ts"),
  appType: "custom",
  server: {
    middlewareMode: true,
    proxy: { "/api": { target: apiAddress, rewrite: (path) => path.replace(/^\/api/, "") } },
  },
});

async function apiFetch({ method, path, body }: ApiRequest): Promise<unknown> {
  const answer = await fetch(apiAddress + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

const server = createServer((incoming, outgoing) => {
  vite.middlewares(incoming, outgoing, () => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers))
      if (typeof value === "string") headers.set(name, value);
    const request = new Request(`http://localhost:${port}${incoming.url}`, { headers });
    vite
      .ssrLoadModule("./server/ssr.ts")
      .then((ssr) =>
        (ssr as typeof import("./server/ssr.ts")).render(request, {
          nonce: "dev",
          apiFetch,
          apiBase: "/api",
          apiPort: Number(new URL(apiAddress).port),
        }),
      )
      .then((page) => {
        outgoing.writeHead(page.status, Object.fromEntries(page.headers));
        if (page.body) Readable.fromWeb(page.body as import("node:stream/web").ReadableStream).pipe(outgoing);
        else outgoing.end();
      })
      .catch((error: unknown) => {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        outgoing
          .writeHead(500, { "content-type": "text/plain" })
          .end(error instanceof Error ? error.stack : String(error));
      });
  });
});
server.listen(port, () => console.log(`Pages with hot reload on http://localhost:${port}, API at ${apiAddress}`));
