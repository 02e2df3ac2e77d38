/** Compressed pages and answers: encoding by the browser's preference, unchanged content. */
import { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { compressAnswers, encodingFor, squeezed } from "./compressed.ts";

test("the smaller of the encodings that the browser takes is chosen, and none that it refuses", () => {
  expect(encodingFor("gzip, deflate, br, zstd")).toBe("br");
  expect(encodingFor("gzip;q=1.0, br;q=0")).toBe("gzip");
  expect(encodingFor("identity")).toBeUndefined();
  expect(encodingFor(undefined)).toBeUndefined();
});

test("a page comes out as it went in", async () => {
  const text = "<p>Портфейл – Zażółć</p>".repeat(500);
  expect(brotliDecompressSync(await squeezed(text, "br")).toString()).toBe(text);
  expect(brotliDecompressSync(await squeezed(text, "br", 9)).toString()).toBe(text);
  expect(gunzipSync(await squeezed(text, "gzip")).toString()).toBe(text);
});

test("long answers of the API are compressed, short ones and files are not", async () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({ day: "2026-11-24", value: index * 1.07 }));
  const app = Fastify();
  compressAnswers(app);
  app.get("/long", (_request, reply) => reply.header("vary", "origin").send(rows));
  app.get("/short", () => ({ done: true }));
  app.get("/file", (_request, reply) => reply.type("application/pdf").send(Readable.from([Buffer.alloc(5000)])));
  const ask = (url: string, encoding?: string) =>
    app.inject({ url, headers: encoding === undefined ? {} : { "accept-encoding": encoding } });

  const [br, gzipped, plain] = await Promise.all([ask("/long", "gzip, br"), ask("/long", "gzip"), ask("/long")]);
  expect(JSON.parse(brotliDecompressSync(br.rawPayload).toString())).toEqual(rows);
  expect(JSON.parse(gunzipSync(gzipped.rawPayload).toString())).toEqual(rows);
  expect(plain.json()).toEqual(rows);
  for (const { headers } of [br, gzipped, plain]) expect(headers["vary"]).toBe("origin, accept-encoding");
  expect([br.headers["content-encoding"], plain.headers["content-encoding"]]).toEqual(["br", undefined]);
  expect(Number(br.headers["content-length"])).toBe(br.rawPayload.length);
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);

  expect((await ask("/short", "br")).headers["content-encoding"]).toBeUndefined();
  const file = await ask("/file", "br");
  expect([file.headers["content-encoding"], file.rawPayload.length]).toEqual([undefined, 5000]);
});
