/** Files made to exhaust their reader: the process that opens them is ended, and the portal's own thread does little work. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ownWork } from "../../testing/own-work.ts";
import { unpackFiles } from "./archive.ts";
import { checkContent } from "./check.ts";
import { examineApart } from "./decoding/decoding.ts";
import { jpegOfComments, packedPages, pdfOf, pdfPacked, pngOf, pngOfChunks, pngOfPixels } from "./testing/samples.ts";

const refusal = async (name: string, content: Buffer): Promise<string | null> => {
  const checked = await checkContent(name, content, 1);
  return "refused" in checked ? checked.refused : null;
};

const slow = { timeout: 120_000 };

/**
 * Spaces behind the page tree, twice as many as the decoder may hold, packed twice: what unpacks to too much in one step is
 * refused by its size.
 */
const bomb = pdfPacked("", packedPages(), { padding: 400 * 1024 ** 2, times: 2 });

test("a page tree that unpacks to more than memory ends its decoder alone", slow, async () => {
  expect(bomb.length).toBeLessThan(100_000);
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  expect(await refusal("bomb.pdf", bomb)).toBe("unreadableFile");
  clearInterval(watch);
  expect((most - before) / 1024 ** 2).toBeLessThan(100);
  expect(await refusal("passport.pdf", await pdfOf())).toBeNull();
});

test("hundreds of thousands of parts of a picture keep nobody waiting", slow, async () => {
  for (const [name, content] of [
    ["chunks.png", pngOfChunks(830_000)],
    ["comments.jpg", jpegOfComments(2_500_000)],
  ] as const) {
    let refused: string | null = null;
    const spent = await ownWork(async () => {
      refused = await refusal(name, content);
    });
    expect([name, refused]).toEqual([name, "unreadableFile"]);
    expect(spent).toBeLessThan(500);
  }
});

test("a picture of the most pixels is opened; one that must be held whole may have fewer", slow, async () => {
  expect(await refusal("most.png", pngOfPixels(5000, 10_000))).toBeNull();
  expect(await refusal("more.png", pngOfPixels(5001, 10_000, { cut: true }))).toBe("tooManyPixels");
  expect(await refusal("interlaced.png", pngOfPixels(5000, 10_000, { interlaced: true }))).toBe("tooManyPixels");
});

test("uploads of several people at once are opened one after another", slow, async () => {
  const answers = await Promise.all([
    ...[1, 2].map((who) => checkContent("bomb.pdf", bomb, who)),
    checkContent("passport.png", pngOf(), 5),
  ]);
  expect(answers.map((answer) => ("refused" in answer ? answer.refused : answer.mediaType))).toEqual([
    ...Array.from({ length: 2 }, () => "unreadableFile"),
    "image/png",
  ]);
});

test("nobody's small file waits for a large one, however long that takes", slow, async () => {
  const small = Promise.withResolvers<void>();
  async function* slowly(): AsyncGenerator<Buffer> {
    yield Buffer.from("%PDF-1.7\n");
    await small.promise;
  }
  const large = examineApart("application/pdf", { size: 50 * 1024 ** 2, content: slowly() }, 1);
  expect(await refusal("passport.png", pngOf())).toBeNull();
  small.resolve();
  expect(await large).toEqual({ refused: "unreadableFile" });
});

test("a decoder that is stopped with the portal has found nothing wrong with the file", slow, async () => {
  async function* unfinished(): AsyncGenerator<Buffer> {
    yield Buffer.from("%PDF-1.7\n");
    await new Promise(() => undefined);
  }
  // The second is what a system sends that is out of memory.
  for (const open of [
    (content: AsyncIterable<Buffer>) => examineApart("application/pdf", { size: 1000, content }, 1),
    (content: AsyncIterable<Buffer>) =>
      unpackFiles({ put: () => Promise.reject(new Error("nothing to store")) }, { size: 1000, content }, 1),
  ])
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const opened = open(unfinished());
      await expect.poll(() => decoders()).toHaveLength(1);
      for (const pid of decoders()) process.kill(pid, signal);
      await expect(opened).rejects.toMatchObject({ code: "unavailable", retryAfter: 10 });
    }
});

/** Running decoders that this process has started. */
const decoders = (): number[] =>
  readdirSync("/proc/self/task")
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, "utf8").trim().split(" "))
    .filter((pid) => pid !== "" && readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(process.execPath))
    .map(Number);

test("a file that cannot be read to its end is an error of the portal, not a fault of the file", async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from("%PDF-1.7\n");
    throw new Error("The disk is damaged");
  }
  await expect(examineApart("application/pdf", { size: 100, content: broken() }, 1)).rejects.toThrow("damaged");
});
