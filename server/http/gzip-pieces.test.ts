/** Compressed once, filled for each reader: what comes out is the text with the filling. */
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compressPieces, joinPieces } from "./gzip-pieces.ts";

test("any text with holes is the same text filled", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }),
      fc.string(),
      async (parts, filling) => {
        const hole = "hole-that-no-part-has";
        const pieces = await compressPieces(parts.join(hole), hole);
        expect(gunzipSync(joinPieces(pieces, filling)).toString()).toBe(parts.join(filling));
      },
    ),
  );
});

test("a long text stays small, also with some holes in it", async () => {
  const text = Array.from({ length: 6 }, () => "<p>Портфейл – Zażółć</p>".repeat(2000)).join("hole");
  const file = joinPieces(await compressPieces(text, "hole"), "nonce");
  expect(gunzipSync(file).toString()).toBe(text.replaceAll("hole", "nonce"));
  expect(file.length).toBeLessThan(text.length / 100);
});
