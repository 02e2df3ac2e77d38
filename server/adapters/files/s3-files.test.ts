/** Files in a bucket, against a store that checks signatures, conditions and parts. */
import { randomBytes } from "node:crypto";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { readAllBytes } from "../../kernel/bytes.ts";
import { type Files, readWhole } from "./files.ts";
import { createS3Files } from "./s3-files.ts";
import { startS3 } from "./testing/s3-server.ts";
import { hashOf, openTestFiles } from "./testing/test-files.ts";

async function openBucketFiles() {
  const [{ vault, folder, files: inFolder, pathOf }, store] = [await openTestFiles(), await startS3()];
  onTestFinished(() => store.close());
  const files = createS3Files(store.settings, folder, vault);
  const keyOf = (sha256: string) => `firm/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
  return { files, store, folder, vault, keyOf, inFolder, pathOf };
}

/** Contents not stored for a day. */
async function oldIn(files: Files): Promise<string[]> {
  const old: string[] = [];
  for await (const sha256 of files.listOlderThan(24 * 3600 * 1000)) old.push(sha256);
  return old.toSorted();
}

async function* inPieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000);
}

test("a content lies sealed in the bucket, once, and in any range; nothing of it stays here", async () => {
  const { files, store, folder, keyOf } = await openBucketFiles();
  await fc.assert(
    fc.asyncProperty(fc.nat(300_000), fc.nat(), fc.nat(), async (size, a, b) => {
      const content = randomBytes(size);
      const sha256 = hashOf(content);
      expect(await files.put(inPieces(content))).toEqual({ sha256, size });
      await files.put(content);
      expect([...store.objects.keys()]).toEqual([keyOf(sha256)]);
      expect(await files.has(sha256)).toBe(true);
      const opened = await files.open(sha256);
      expect((await readAllBytes(opened.stream())).equals(content)).toBe(true);
      const [start = 0, end = 0] = [a % (size + 1), b % (size + 1)].toSorted((one, other) => one - other);
      expect((await readAllBytes(opened.stream(start, end))).equals(content.subarray(start, end))).toBe(true);
      await files.remove(sha256);
      expect(await files.has(sha256)).toBe(false);
    }),
    { numRuns: 20 },
  );
  expect(await readdir(folder)).toEqual([]);
  await expect(files.open(hashOf(Buffer.from("none")))).rejects.toThrow("NoSuchKey");
});

test("a large content goes up in parts, and its middle comes down alone", async () => {
  const { files, store, keyOf } = await openBucketFiles();
  const content = randomBytes(20_000_000);
  const { sha256 } = await files.put(inPieces(content));
  expect(store.calls.map((call) => call.split(" ")[0])).toEqual(["POST", "PUT", "PUT", "PUT", "POST"]);
  expect(store.uploads.size).toBe(0);
  expect(store.objects.get(keyOf(sha256))?.content.includes(content.subarray(5_000_000, 5_000_100))).toBe(false);
  const opened = await files.open(sha256);
  expect(
    (await readAllBytes(opened.stream(10_000_000, 10_000_005))).equals(content.subarray(10_000_000, 10_000_005)),
  ).toBe(true);
  expect((await readAllBytes(opened.stream())).equals(content)).toBe(true);
});

test("what the folder held can be copied into the bucket as it is, and back", async () => {
  const { files, store, inFolder, pathOf, keyOf } = await openBucketFiles();
  const { sha256 } = await inFolder.put(Buffer.from("stored before"));
  store.objects.set(keyOf(sha256), { content: await readFile(pathOf(sha256)), etag: '"1"', modified: new Date() });
  expect(String(await readWhole(files, sha256))).toBe("stored before");
});

test("an object that was changed, cut, exchanged or replaced while it is read is refused", async () => {
  const { files, store, keyOf } = await openBucketFiles();
  const content = randomBytes(300_000);
  const [{ sha256 }, other] = [await files.put(content), await files.put(randomBytes(300_000))];
  const whole = store.objects.get(keyOf(sha256));
  const foreign = store.objects.get(keyOf(other.sha256));
  if (!whole || !foreign) throw new Error("not stored");
  const flipped = Buffer.from(whole.content);
  flipped[150_000] = flipped.readUInt8(150_000) ^ 1;
  for (const bad of [flipped, whole.content.subarray(0, -1), whole.content.subarray(0, 200_000), foreign.content]) {
    store.objects.set(keyOf(sha256), { ...whole, content: bad });
    await expect(readWhole(files, sha256)).rejects.toThrow("was changed or is damaged");
  }
  store.objects.set(keyOf(sha256), whole);
  const pieces = (await files.open(sha256)).stream()[Symbol.asyncIterator]();
  const first = (await pieces.next()).value as Buffer;
  await files.put(content);
  expect(Buffer.concat([first, await readAllBytes({ [Symbol.asyncIterator]: () => pieces })]).equals(content)).toBe(
    true,
  );
  // Replaced between two requests of one reading.
  let calls = 0;
  store.disturb = () => {
    calls += 1;
    if (calls === 2) store.objects.set(keyOf(sha256), { ...whole, etag: '"another"' });
    return false;
  };
  await expect(files.open(sha256)).rejects.toThrow("412");
});

test("an answer that ends early is no shorter content", async () => {
  const { files, store, keyOf } = await openBucketFiles();
  const { sha256 } = await files.put(randomBytes(200_000));
  const sealed = store.objects.get(keyOf(sha256))?.content ?? Buffer.alloc(0);
  const opened = await files.open(sha256);
  for (const missing of [1, 65_552, 100_000, 190_000]) {
    store.disturb = (request, response) => {
      const [, from = 0, to = 0] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "")?.map(Number) ?? [];
      if (to - from < 100_000) return false;
      response.writeHead(206, { "content-range": `bytes ${from}-${to}/${sealed.length}` });
      response.end(sealed.subarray(from, Math.max(from, to + 1 - missing)));
      return true;
    };
    await expect(readAllBytes(opened.stream()), String(missing)).rejects.toThrow("was changed or is damaged");
    await expect(readAllBytes(opened.stream(10, 190_000)), String(missing)).rejects.toThrow(
      "was changed or is damaged",
    );
  }
});

test("a store that is busy for a moment is asked again; one that is away is unavailable", async () => {
  const { files, store } = await openBucketFiles();
  let busy = 2;
  store.disturb = (_request, response) => {
    busy -= 1;
    if (busy === 1) response.writeHead(503).end();
    else if (busy === 0) response.destroy();
    return busy >= 0;
  };
  const { sha256 } = await files.put(Buffer.from("content"));
  expect(String(await readWhole(files, sha256))).toBe("content");
  store.disturb = (_request, response) => {
    response.writeHead(503).end();
    return true;
  };
  await expect(files.open(sha256)).rejects.toMatchObject({ code: "unavailable" });
  await store.close();
  for (const call of [() => files.open(sha256), () => files.put(Buffer.from("x")), () => files.has(sha256)])
    await expect(call()).rejects.toMatchObject({ code: "unavailable" });
});

test("an answer that is cut in the middle is unavailable, never another error", async () => {
  const { files, store, keyOf } = await openBucketFiles();
  const { sha256 } = await files.put(randomBytes(200_000));
  const sealed = store.objects.get(keyOf(sha256))?.content ?? Buffer.alloc(0);
  const opened = await files.open(sha256);
  store.disturb = (request, response) => {
    const [, from = 0, to = 0] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "")?.map(Number) ?? [];
    response.writeHead(206, {
      "content-range": `bytes ${from}-${to}/${sealed.length}`,
      "content-length": String(to + 1 - from),
    });
    response.write(sealed.subarray(from, from + 20));
    setTimeout(() => response.destroy(), 10);
    return true;
  };
  await expect(readAllBytes(opened.stream())).rejects.toMatchObject({ code: "unavailable" });
  await expect(files.open(sha256)).rejects.toMatchObject({ code: "unavailable" });
  // A proxy's page in place of the store's answer.
  store.disturb = (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<html>");
    return true;
  };
  await expect(files.open(sha256)).rejects.toMatchObject({ code: "unavailable" });
});

test("an upload in parts that fails leaves neither an object nor parts", async () => {
  const { files, store, folder } = await openBucketFiles();
  for (const method of ["PUT", "POST"]) {
    let calls = 0;
    store.disturb = (request, response) => {
      calls += 1;
      if (request.method !== method || calls < 3) return false;
      response.writeHead(400, { "content-type": "application/xml" }).end("<Error><Code>Refused</Code></Error>");
      return true;
    };
    await expect(files.put(inPieces(randomBytes(20_000_000)))).rejects.toThrow("400");
    expect([store.objects.size, store.uploads.size, await readdir(folder)]).toEqual([0, 0, []]);
  }
});

test("contents not stored again for a day are listed, however many there are", async () => {
  const { files, store, folder, keyOf } = await openBucketFiles();
  const dayAgo = new Date(Date.now() - 25 * 3600 * 1000);
  const names = Array.from({ length: 2300 }, () => randomBytes(32).toString("hex"));
  for (const name of names)
    store.objects.set(keyOf(name), { content: Buffer.from("x"), etag: '"x"', modified: dayAgo });
  store.objects.set("firm/readme.txt", { content: Buffer.from("x"), etag: '"x"', modified: dayAgo });
  store.objects.set(`other/${"0".repeat(64)}`, { content: Buffer.from("x"), etag: '"x"', modified: dayAgo });
  await files.put(Buffer.from("new"));
  const half = join(folder, "0000.part");
  await writeFile(half, "who");
  await utimes(half, dayAgo, dayAgo);
  expect(await oldIn(files)).toEqual(names.toSorted());
  expect(await readdir(folder)).toEqual([]);
});
