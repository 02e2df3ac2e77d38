/** Headers of built files: cached for a year, and a restrictive policy for workers. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { buildPages } from "./pages.ts";

const renderer = { render: async () => new Response("page") };
let app: TestApp;
let pages: Awaited<ReturnType<typeof buildPages>>;
let clientFolder: string;

beforeAll(async () => {
  app = await createTestApp();
  clientFolder = await mkdtemp(join(tmpdir(), "portico-pages-"));
  await mkdir(join(clientFolder, "assets/pdf/1.0/wasm"), { recursive: true });
  await writeFile(join(clientFolder, "assets/pdf.worker-abc.mjs"), "export {};");
  await writeFile(join(clientFolder, "assets/pdf/1.0/wasm/decoder.wasm"), "decoder");
  await writeFile(join(clientFolder, "assets/pdf.worker-abc.mjs.br"), "compressed");
  await writeFile(join(clientFolder, "build.json"), "{}");
  pages = await buildPages(app.services, { api: app.app, renderer, clientFolder });
});
afterAll(async () => {
  await pages.close();
  await app.close();
  await rm(clientFolder, { recursive: true });
});

test("a worker may compile decoders and ask this portal, nothing else", async () => {
  const { headers, statusCode } = await pages.inject({ url: "/assets/pdf.worker-abc.mjs" });
  expect(statusCode).toBe(200);
  expect(headers["content-type"]).toMatch(/javascript/);
  expect(headers["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
  );
});

test("what PDFs need is found under its version, and nothing beside it", async () => {
  const found = await pages.inject({ url: "/assets/pdf/1.0/wasm/decoder.wasm" });
  expect(found.body).toBe("decoder");
  expect(found.headers["content-type"]).toBe("application/wasm");
  expect(found.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  for (const url of ["/assets/pdf/1.0/wasm/none.wasm", "/assets/pdf/..%2f..%2fbuild.json"])
    expect((await pages.inject({ url })).body, url).toBe("page");
  expect((await pages.inject({ url: "/build.json" })).headers["cache-control"]).toBe("no-cache");
});

test("a compressed file is sent in place of its original, and has no address of its own", async () => {
  const url = "/assets/pdf.worker-abc.mjs";
  const sent = await pages.inject({ url, headers: { "accept-encoding": "br" } });
  expect([sent.headers["content-encoding"], sent.body]).toEqual(["br", "compressed"]);
  expect((await pages.inject({ url })).body).toBe("export {};");
  for (const other of [
    `${url}.br`,
    "/assets/none.js",
    "/assets/pdf",
    "/assets/",
    "/assets/..%2fbuild.json",
    "/assets/%2e%2e%2fbuild.json",
  ])
    expect((await pages.inject({ url: other })).body, other).toBe("page");
});
