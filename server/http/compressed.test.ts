/** Compressed pages: encoding by the browser's preference, unchanged content. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressed, encodingFor } from "./compressed.ts";

test("the smaller of the encodings that the browser takes is chosen, and none that it refuses", () => {
  expect(encodingFor("gzip, deflate, br, zstd")).toBe("br");
  expect(encodingFor("gzip;q=1.0, br;q=0")).toBe("gzip");
  expect(encodingFor("identity")).toBeUndefined();
  expect(encodingFor(undefined)).toBeUndefined();
});

test("a page comes out as it went in", async () => {
  const text = "<p>Портфейл – Zażółć</p>".repeat(500);
  const squeezed = async (encoding: "br" | "gzip") => buffer(compressed(Readable.from([Buffer.from(text)]), encoding));
  expect(brotliDecompressSync(await squeezed("br")).toString()).toBe(text);
  expect(gunzipSync(await squeezed("gzip")).toString()).toBe(text);
});
