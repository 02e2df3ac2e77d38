/** The format of stored contents: any range of any content, and nothing that was changed. */
import { randomBytes } from "node:crypto";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readAllBytes } from "../../kernel/bytes.ts";
import { readWhole } from "./files.ts";
import { hashOf, openTestFiles, type TestFiles } from "./testing/test-files.ts";

const chunk = 64 * 1024;
const header = 45;
const sealedChunk = chunk + 16;
const trailer = 56;

/** Sizes around the borders of chunks. */
const sizes = fc.oneof(
  fc.nat(300),
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: -2, max: 2 })).map(([n, more]) => n * chunk + more),
  fc.nat(5 * chunk),
);

async function* inPieces(content: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes);
}

/** Why the content cannot be read, or null: opened, read as a whole, and read in its last byte and its first. */
async function refusals({ files }: TestFiles, sha256: string, size: number): Promise<(string | null)[]> {
  const why = (reading: () => Promise<unknown>) =>
    reading().then(
      () => null,
      (error: unknown) => String(error),
    );
  return Promise.all([
    why(() => readWhole(files, sha256)),
    why(async () => readAllBytes((await files.open(sha256)).stream(0, 1))),
    why(async () => readAllBytes((await files.open(sha256)).stream(size - 1, size))),
  ]);
}

const changed = expect.stringMatching(/was changed or is damaged|data key/) as string;

test("any range of any content is the same slice of it, however it was handed over", async () => {
  const { files } = await openTestFiles();
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 100_000 }), fc.nat(), fc.nat(), async (size, piece, a, b) => {
      const content = randomBytes(size);
      const stored = await files.put(inPieces(content, piece));
      expect(stored).toEqual({ sha256: hashOf(content), size });
      expect(await files.put(content)).toEqual(stored);
      const opened = await files.open(stored.sha256);
      expect([opened.sha256, opened.size]).toEqual([stored.sha256, size]);
      expect((await readAllBytes(opened.stream())).equals(content)).toBe(true);
      const [start = 0, end = 0] = [a % (size + 1), b % (size + 1)].toSorted((one, other) => one - other);
      expect((await readAllBytes(opened.stream(start, end))).equals(content.subarray(start, end))).toBe(true);
      expect((await readAllBytes(opened.stream(start))).equals(content.subarray(start))).toBe(true);
      await files.remove(stored.sha256);
    }),
    { numRuns: 60 },
  );
});

test("a range outside of the content is refused", async () => {
  const { files } = await openTestFiles();
  const opened = await files.open((await files.put(Buffer.from("ten bytes!"))).sha256);
  for (const [start, end] of [
    [-1, 5],
    [5, 2],
    [0, 11],
    [0.5, 2],
    [Number.NaN, 5],
  ])
    expect(() => opened.stream(start, end)).toThrow(RangeError);
});

test("a single changed byte, wherever it is, is noticed by whoever reads there", async () => {
  const test = await openTestFiles();
  const content = randomBytes(3 * chunk + 1000);
  const { sha256, size } = await test.files.put(content);
  const sealed = await readFile(test.pathOf(sha256));
  expect(sealed.length).toBe(header + size + 4 * 16 + trailer);
  const regions = {
    header: [0, header],
    first: [header, header + sealedChunk],
    middle: [header + sealedChunk, header + 3 * sealedChunk],
    last: [header + 3 * sealedChunk, sealed.length - trailer],
    trailer: [sealed.length - trailer, sealed.length],
  } as const;
  for (const [name, [from, to]] of Object.entries(regions)) {
    const sampled = fc.sample(fc.integer({ min: from, max: to - 1 }), 20);
    const every = Array.from({ length: to - from }, (_, at) => from + at);
    for (const at of to - from < 100 ? every : [from, to - 17, to - 16, to - 1, ...sampled]) {
      const flipped = Buffer.from(sealed);
      flipped[at] = flipped.readUInt8(at) ^ (1 << (at % 8));
      await writeFile(test.pathOf(sha256), flipped);
      // A part is verified alone, so that it can be read alone.
      const [whole, first, last] = await refusals(test, sha256, size);
      expect([name, at, whole]).toEqual([name, at, changed]);
      expect(first).toEqual(name === "middle" || name === "last" ? null : changed);
      expect(last).toEqual(name === "middle" || name === "first" ? null : changed);
    }
  }
});

test("a file that was cut, extended, put in another order or given another name does not open", async () => {
  const test = await openTestFiles();
  const content = randomBytes(4 * chunk);
  const [{ sha256, size }, other] = [await test.files.put(content), await test.files.put(randomBytes(4 * chunk))];
  const sealed = await readFile(test.pathOf(sha256));
  const foreign = await readFile(test.pathOf(other.sha256));
  const partsOf = (bytes: Buffer) =>
    [0, 1, 2, 3].map((n) => bytes.subarray(header + n * sealedChunk).subarray(0, sealedChunk));
  const [head, tail] = [sealed.subarray(0, header), sealed.subarray(-trailer)];
  const [a, b, c, d] = partsOf(sealed) as [Buffer, Buffer, Buffer, Buffer];
  const [, strange] = partsOf(foreign) as [Buffer, Buffer];
  /** Which chunks are not the ones that belong there. */
  const refusedThere: Record<string, [Buffer[], number[]]> = {
    "chunks in another order": [
      [head, b, a, c, d, tail],
      [0, 1],
    ],
    "a chunk twice": [[head, a, a, c, d, tail], [1]],
    "another file's chunk": [[head, a, strange, c, d, tail], [1]],
    "the last chunk earlier": [[head, a, b, d, d, tail], [2]],
    "an earlier chunk as the last": [[head, a, b, c, c, tail], [3]],
  };
  const refusedAtOnce = {
    "another file's header": [foreign.subarray(0, header), a, b, c, d, tail],
    empty: [],
    "header alone": [head],
    "without trailer": [head, a, b, c, d],
    "cut to its last byte but one": [sealed.subarray(0, -1)],
    ...Object.fromEntries(
      [0, 1, 2, 3].map((n) => [`cut to ${n} chunks`, [sealed.subarray(0, header + n * sealedChunk)]]),
    ),
    ...Object.fromEntries(
      [0, 1, 2, 3].map((n) => [`${n} chunks and the trailer`, [head, ...[a, b, c].slice(0, n), tail]]),
    ),
    "a chunk more": [head, a, b, c, d, d, tail],
    "bytes at the end": [sealed, Buffer.from([0])],
    twice: [sealed, sealed],
    "another file": [foreign],
    "another file's trailer": [head, a, b, c, d, foreign.subarray(-trailer)],
    "another version": [head.subarray(0, 8), Buffer.from([2]), sealed.subarray(9)],
  };
  for (const [name, [pieces, wrong]] of Object.entries(refusedThere)) {
    await writeFile(test.pathOf(sha256), Buffer.concat(pieces));
    expect([name, (await refusals(test, sha256, size))[0]]).toEqual([name, changed]);
    const opened = await test.files.open(sha256);
    for (const n of [0, 1, 2, 3]) {
      const reading = readAllBytes(opened.stream(n * chunk, n * chunk + 1));
      if (wrong.includes(n))
        await expect(reading, `${name}: ${n}`).rejects.toThrow(/was changed or is damaged|data key/);
      else expect((await reading).equals(content.subarray(n * chunk, n * chunk + 1))).toBe(true);
    }
  }
  for (const [name, pieces] of Object.entries(refusedAtOnce)) {
    await writeFile(test.pathOf(sha256), Buffer.concat(pieces));
    expect([name, await refusals(test, sha256, size)]).toEqual([name, [changed, changed, changed]]);
    await expect(test.files.open(sha256), name).rejects.toThrow(/was changed or is damaged|data key/);
  }
  await copyFile(test.pathOf(other.sha256), test.pathOf(sha256));
  await expect(test.files.open(sha256)).rejects.toThrow(/was changed or is damaged|data key/);
});

test("a file needs its own data key, and stays readable after the next one is made", async () => {
  const [one, other] = [await openTestFiles(), await openTestFiles()];
  const { sha256 } = await one.files.put(Buffer.from("content"));
  await other.files.put(Buffer.from("content"));
  await copyFile(one.pathOf(sha256), other.pathOf(sha256));
  await expect(other.files.open(sha256)).rejects.toThrow(/was changed or is damaged|data key/);
  const before = (await one.vault.recordKeys("content")).id;
  const rotated = await one.rotateKey();
  expect((await rotated.vault.recordKeys("content")).id).toBeGreaterThan(before);
  expect(String(await readWhole(rotated.files, sha256))).toBe("content");
});
