/** The pages during development: Vite serves modules with hot reload and renders each request from the sources. */
import { join } from "node:path";
import { createServer } from "vite";

type Ssr = typeof import("./server/ssr.ts");

/** Implements the server's `PageSource`. `hotReloadPort` is the port of Vite's own socket. */
export async function openDevelopmentPages({ hotReloadPort }: { hotReloadPort: number }) {
  const vite = await createServer({
    root: import.meta.dirname,
    configFile: join(import.meta.dirname, "vite.config.ts"),
    appType: "custom",
    server: { middlewareMode: true, hmr: { port: hotReloadPort } },
  });
  const render: Ssr["render"] = async (request, options) => {
    try {
      const ssr = (await vite.ssrLoadModule("./server/ssr.ts")) as Ssr;
      return await ssr.render(request, options);
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      throw error;
    }
  };
  return {
    renderer: { render },
    clientFolder: join(import.meta.dirname, "public"),
    middleware: vite.middlewares,
    connect: [`ws://localhost:${hotReloadPort}`],
  };
}
