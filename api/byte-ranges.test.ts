/** The parts of a file in an answer; the server's own answers are read in server/http/downloads.test.ts. */
import { expect, test } from "vitest";
import { parseParts } from "./byte-ranges.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const ranges = [
  { start: 2, end: 5 },
  { start: 7, end: 9 },
];
const multipart = (...parts: [range: string, content: string][]) => ({
  media_type: "multipart/byteranges; boundary=b",
  content: bytes(
    `${parts.map(([range, content]) => `\r\n--b\r\ncontent-range: bytes ${range}/10\r\n\r\n${content}`).join("")}\r\n--b--\r\n`,
  ),
});
const textsOf = (parts: Uint8Array[]) => parts.map((part) => new TextDecoder().decode(part));

test("several parts, one, or the whole file", () => {
  // What looks like the next part's head is content.
  expect(textsOf(parseParts(ranges, multipart(["2-4", "\r\n\r"], ["7-8", "hi"])))).toEqual(["\r\n\r", "hi"]);
  const one = { media_type: "application/pdf", content: bytes("cde"), total: 10 };
  expect(textsOf(parseParts(ranges.slice(0, 1), one))).toEqual(["cde"]);
  const whole = { media_type: "application/pdf", content: bytes("abcdefghij") };
  expect(textsOf(parseParts(ranges, whole))).toEqual(["cde", "hi"]);
});

test("a missing or another part is an error", () => {
  expect(() => parseParts(ranges, multipart(["2-4", "cde"]))).toThrow("no further part");
  expect(() => parseParts(ranges, multipart(["2-4", "cde"], ["6-8", "ghi"]))).toThrow("other parts");
  expect(() => parseParts(ranges, { media_type: "application/pdf", content: bytes("cde"), total: 10 })).toThrow(
    "one part",
  );
});
