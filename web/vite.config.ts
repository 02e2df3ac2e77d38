import { randomUUID } from "node:crypto";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

const packageOf = (id: string): string | undefined => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];

/** Changes with the libraries alone, so that a new version of the portal leaves it in the browser's cache. */
const framework = new Set(["react", "react-dom", "scheduler", "react-router", "cookie", "set-cookie-parser"]);

/** Tells an open page of an hour ago that the portal was built anew. */
const build = randomUUID();
const buildManifest: Plugin = {
  name: "build-manifest",
  applyToEnvironment: (environment) => environment.name === "client",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "build.json", source: JSON.stringify({ build }) });
  },
};

export default defineConfig({
  plugins: [reactRouter(), buildManifest],
  define: { __BUILD__: JSON.stringify(build) },
  build: { target: "es2023", assetsInlineLimit: 0, cssMinify: "lightningcss", reportCompressedSize: false },
  css: { transformer: "lightningcss", modules: { localsConvention: "camelCaseOnly" } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "first", test: /app\/first\//, priority: 30 },
                { name: "framework", test: (id) => framework.has(packageOf(id) ?? ""), priority: 20 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      build: { rolldownOptions: { input: "./server/ssr.ts" } },
    },
  },
});
