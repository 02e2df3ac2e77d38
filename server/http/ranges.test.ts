/** Which parts of a file a Range header asks for. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameContent, maxRanges, rangesOf } from "./ranges.ts";

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
    expect([header, rangesOf(header, 10)]).toEqual([
      header,
      typeof range === "string" ? range : [{ start: range[0], end: range[1] }],
    ]);
});

test("several ranges are answered if they ascend without overlapping; those without bytes are left out", () => {
  const many = (count: number) => `bytes=${Array.from({ length: count }, (_, at) => `${at}-${at}`).join(",")}`;
  const rangesIn = (header: string, size = 10) => {
    const ranges = rangesOf(header, size);
    return typeof ranges === "string" ? ranges : ranges.map(({ start, end }) => [start, end]);
  };
  expect(rangesIn("bytes=0-1,3-4")).toEqual([
    [0, 2],
    [3, 5],
  ]);
  expect(rangesIn("bytes=0-1, 2-2 ,-1")).toEqual([
    [0, 2],
    [2, 3],
    [9, 10],
  ]);
  expect(rangesIn("bytes=0-1,20-21")).toEqual([[0, 2]]);
  expect(rangesIn("bytes=10-,20-21")).toBe("none");
  for (const header of ["bytes=3-4,0-1", "bytes=0-5,5-6", "bytes=0-,0-", "bytes=0-1,-10", "bytes=0-1,", "bytes=,0-1"])
    expect([header, rangesIn(header)]).toEqual([header, "whole"]);
  expect(rangesIn(many(maxRanges), 1000)).toHaveLength(maxRanges);
  expect(rangesIn(many(maxRanges + 1), 1000)).toBe("whole");
});

test("what is no range is ignored", () => {
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
    "items=0-5",
    "bytes 0-5",
    "bytes=٣-٥",
  ])
    expect([header, rangesOf(header, 10)]).toEqual([header, "whole"]);
});

test("a range that begins after the end has no bytes", () => {
  for (const header of ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=-00", `bytes=${"9".repeat(500)}-`])
    expect([header, rangesOf(header, 10)]).toEqual([header, "none"]);
  expect(rangesOf("bytes=0-", 0)).toBe("none");
  expect(rangesOf("bytes=-5", 0)).toBe("whole");
});

test("no header leads out of the content, or sends a byte twice", () => {
  const digits = fc.stringMatching(/^\d{0,25}$/);
  const small = fc.nat({ max: 40 }).map(String);
  const written = fc.array(fc.oneof(fc.tuple(digits, digits), fc.tuple(small, small)), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(written, fc.nat({ max: 100 }), (list, size) => {
      const ranges = rangesOf(`bytes=${list.map((range) => range.join("-")).join(",")}`, size);
      if (typeof ranges === "string") return;
      let sent = 0;
      for (const { start, end } of ranges) {
        expect(sent <= start && start < end && end <= size).toBe(true);
        sent = end;
      }
      const [first] = list[0] ?? [];
      if (list.length === 1 && first !== "") expect(ranges[0]?.start).toBe(Number(first));
    }),
  );
});

test("a range is of the content that the caller knows, or of none", () => {
  expect(isSameContent(undefined, '"a"')).toBe(true);
  expect(isSameContent('"a"', '"a"')).toBe(true);
  for (const other of ['"b"', 'W/"a"', "a", "", "Sun, 22 Nov 2026 10:00:00 GMT"])
    expect([other, isSameContent(other, '"a"')]).toEqual([other, false]);
});
