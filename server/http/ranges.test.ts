/** Which part of a file a Range header asks for. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameContent, rangeOf } from "./ranges.ts";

test("a range is from its first byte to its last, the rest, or the end", () => {
  for (const [header, range] of [
    ["bytes=0-0", [0, 1]],
    ["bytes=2-5", [2, 6]],
    ["bytes=2-", [2, 10]],
    ["bytes=9-9", [9, 10]],
    ["bytes=2-99", [2, 10]],
    ["bytes=-3", [7, 10]],
    ["bytes=-10", [0, 10]],
    ["bytes=-99", [0, 10]],
    ["Bytes= 2-5 ", [2, 6]],
    [`bytes=1-${"9".repeat(500)}`, [1, 10]],
    [`bytes=-${"9".repeat(500)}`, [0, 10]],
    ["bytes=9007199254740993-9007199254740992", "whole"],
  ] as const)
    expect([header, rangeOf(header, 10)]).toEqual([
      header,
      typeof range === "string" ? range : { start: range[0], end: range[1] },
    ]);
});

test("what is no range, or several, is ignored", () => {
  for (const header of [
    undefined,
    "",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=5-2",
    "bytes=a-b",
    "bytes=1-2-3",
    "bytes=--5",
    "bytes=+1-5",
    "bytes=-1-5",
    "bytes=0x1-0x5",
    "bytes=1.5-3",
    "bytes=1e0-3",
    "bytes=0-1,3-4",
    "bytes=0-1,",
    `bytes=${Array.from({ length: 1000 }, (_, at) => `${at}-${at}`).join(",")}`,
    "items=0-5",
    "bytes 0-5",
    "bytes=٣-٥",
  ])
    expect([header, rangeOf(header, 10)]).toEqual([header, "whole"]);
});

test("a range that begins after the end has no bytes", () => {
  for (const header of ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=-00", `bytes=${"9".repeat(500)}-`])
    expect([header, rangeOf(header, 10)]).toEqual([header, "none"]);
  expect(rangeOf("bytes=0-", 0)).toBe("none");
  expect(rangeOf("bytes=-5", 0)).toBe("whole");
});

test("no header leads out of the content", () => {
  const digits = fc.stringMatching(/^\d{0,25}$/);
  fc.assert(
    fc.property(digits, digits, fc.nat(), (first, last, size) => {
      const range = rangeOf(`bytes=${first}-${last}`, size);
      if (typeof range === "string") return;
      expect(0 <= range.start && range.start < range.end && range.end <= size).toBe(true);
      if (first !== "") expect(range.start).toBe(Number(first));
    }),
  );
});

test("a range is of the content that the caller knows, or of none", () => {
  expect(isSameContent(undefined, '"a"')).toBe(true);
  expect(isSameContent('"a"', '"a"')).toBe(true);
  for (const other of ['"b"', 'W/"a"', "a", "", "Sun, 22 Nov 2026 10:00:00 GMT"])
    expect([other, isSameContent(other, '"a"')]).toEqual([other, false]);
});
