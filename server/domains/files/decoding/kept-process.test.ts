/** Which files share a process: consecutive ones of one sender, as long as nothing speaks against it. */
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { pdfOfSize } from "../../uploads/testing/large-pdf.ts";
import { jpegOf, packedPages, pdfOf, pdfPacked, pdfWith, pngOf } from "../testing/samples.ts";
import { examineApart } from "./decoding.ts";
import { startDecoder } from "./process.ts";

/** Started since the test began. */
const processes: ChildProcess[] = [];
const note = (message: unknown): void => void processes.push((message as { process: ChildProcess }).process);
beforeAll(() => subscribe("child_process", note));
afterAll(() => unsubscribe("child_process", note));
const ended = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const small = await pdfOf();
const scripted = pdfWith("/OpenAction << /S /JavaScript /JS (app.alert(1)) >>");
const bomb = pdfPacked("", packedPages(), { padding: 400 * 1024 ** 2, times: 2 });

const open = async (content: Buffer, sentBy = 1, mediaType: Parameters<typeof examineApart>[0] = "application/pdf") => {
  const answer = await examineApart(mediaType, { size: content.length, content }, sentBy);
  return "refused" in answer ? answer.refused : answer.end;
};

beforeEach(async () => {
  await expect.poll(() => processes.every(ended)).toBe(true);
  processes.length = 0;
});

test("one process opens twenty files of one sender, of any type, and ends soon after the last", async () => {
  const pdfs = await Promise.all(Array.from({ length: 18 }, () => open(small)));
  expect(pdfs).toEqual(pdfs.map(() => small.length));
  expect(await open(pngOf(), 1, "image/png")).toBe(pngOf().length);
  expect(await open(jpegOf(), 1, "image/jpeg")).toBe(jpegOf().length);
  expect(processes).toHaveLength(1);
  expect(processes.filter(ended)).toHaveLength(0);
  await expect.poll(() => processes.filter(ended)).toHaveLength(1);
});

test.each([
  ["one process opens ten files of almost 10 MB", 9.9, 10, 1],
  // A busy machine takes longer for each, and a process that has used five seconds of processor time is replaced.
  ["one process, or two, open four files of 45 MB", 45, 4, 2],
])("%s of one sender", async (_, megabytes, count, most) => {
  const files = Array.from({ length: count }, (_file, at) => pdfOfSize(megabytes * 1024 ** 2, at));
  expect(await Promise.all(files.map((file) => open(file)))).toEqual(files.map(({ length }) => length));
  expect(processes.length).toBeLessThanOrEqual(most);
});

test("a large file keeps no small one waiting, and each has its process", async () => {
  const files = [pdfOfSize(12 * 1024 ** 2, 1), small, pdfOfSize(11 * 1024 ** 2, 2), small];
  expect(await Promise.all(files.map((file, at) => open(file, at < 2 ? 1 : 2)))).toEqual(
    files.map(({ length }) => length),
  );
  expect(processes).toHaveLength(4);
});

test("a file that is refused, or ends its process, harms none of its sender's others", async () => {
  const answers = await Promise.all(
    [small, small, scripted, small, bomb, small, small].map((content) => open(content)),
  );
  const { length } = small;
  expect(answers).toEqual([length, length, "activePdf", length, "unreadableFile", length, length]);
  // A new one after each of the two.
  expect(processes).toHaveLength(3);
});

test("files of two senders never share a process, nor do their processes run at once", async () => {
  const senders = [1, 1, 2, 1, 2, 2, 2, 1, 3, 3];
  let started = 0;
  for (const [place, sentBy] of senders.entries()) {
    if (sentBy !== senders[place - 1]) started += 1;
    expect(await open(small, sentBy)).toBe(small.length);
    expect(processes).toHaveLength(started);
    await expect.poll(() => processes.filter((process) => !ended(process))).toHaveLength(1);
  }
});

test("a process that holds more than a new one opens no other file", async () => {
  const objects = pdfWith("", ...Array.from({ length: 20_000 }, (_, at) => `<< /A${at} /B${at} /C [1 2 3 (abc)] >>`));
  expect(await open(objects)).toBe(objects.length);
  await expect.poll(() => processes.filter(ended)).toHaveLength(1);
  expect(await open(small)).toBe(small.length);
  expect(processes).toHaveLength(2);
});

test("a process that is stopped while it waits is replaced", async () => {
  expect(await open(small)).toBe(small.length);
  const [waiting] = processes as [ChildProcess];
  const exit = once(waiting, "exit");
  waiting.kill("SIGTERM");
  await exit;
  expect(await open(small)).toBe(small.length);
  expect(processes).toHaveLength(2);
});

test("after a content that broke off, or was not as long as promised, the next is opened by itself", async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield small.subarray(0, 100);
    await pause(10);
    throw new Error("The disk is damaged");
  }
  expect(await open(small)).toBe(small.length);
  const { length } = small;
  await expect(examineApart("application/pdf", { size: length, content: broken() }, 1)).rejects.toThrow("damaged");
  expect(await open(small)).toBe(length);
  expect(await examineApart("application/pdf", { size: length + 5, content: small }, 1)).toEqual({ end: length });
  expect(await open(small)).toBe(length);
  expect(await examineApart("application/pdf", { size: length - 7, content: small }, 1)).toEqual({
    refused: "unreadableFile",
  });
  expect(await open(small)).toBe(length);
  expect(processes).toHaveLength(4);
});

test("a process that gets no processor time says nothing about the file", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const answer = open(small).catch((error: unknown) => error);
    await expect.poll(() => processes).toHaveLength(1);
    processes[0]?.kill("SIGSTOP");
    await vi.advanceTimersByTimeAsync(121_000);
    expect(await answer).toMatchObject({ code: "unavailable", retryAfter: 10 });
  } finally {
    vi.useRealTimers();
  }
  expect(await open(small)).toBe(small.length);
});

test("a process that waits long for its turn on a busy machine answers as it would at once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const answer = open(small);
    await expect.poll(() => processes).toHaveLength(1);
    processes[0]?.kill("SIGSTOP");
    await vi.advanceTimersByTimeAsync(60_000);
    processes[0]?.kill("SIGCONT");
    expect(await answer).toBe(small.length);
  } finally {
    vi.useRealTimers();
  }
  // Ends the first, whose timer is none.
  expect(await open(small, 2)).toBe(small.length);
});

test("a file that needs more processor time than it may is refused, however little time has passed", async () => {
  const decoder = startDecoder({ task: "validate", mediaType: "application/pdf", size: 0 });
  const answer = decoder.ask({ task: "validate", mediaType: "application/pdf", size: 10 }, Buffer.from("%PDF"));
  await expect.poll(() => processes).toHaveLength(1);
  // The kernel sends it at the limit.
  processes[0]?.kill("SIGXCPU");
  expect(await answer).toBeUndefined();
});
