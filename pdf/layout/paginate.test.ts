import fc from "fast-check";
import { expect, test } from "vitest";
import { paginate } from "./paginate.ts";
import { emptyStrip, keepLines, type Strip } from "./strips.ts";

const strip = (height: number, more: Partial<Strip> = {}): Strip => ({ ...emptyStrip(height), ...more });
const lines = (count: number): Strip[] => keepLines(Array.from({ length: count }, () => strip(10)));
/** How many strips each page has. */
const counts = (strips: Strip[], height = 100): number[] => paginate(strips, height).map((page) => page.length);

test("a paragraph leaves at least two lines on each page", () => {
  // One line would fit: it goes along with the second.
  expect(counts([strip(90), ...lines(4)])).toEqual([1, 4]);
  // Three would fit, which leaves two.
  expect(counts([strip(70), ...lines(5)])).toEqual([4, 2]);
  // Four would fit, which would leave one: the fourth goes along.
  expect(counts([strip(60), ...lines(5)])).toEqual([4, 2]);
  expect(counts([strip(80), ...lines(3)])).toEqual([1, 3]);
});

test("a heading goes to the next page with the first two lines below it", () => {
  const heading = strip(20, { keep: true });
  expect(counts([strip(70), heading, ...lines(5)])).toEqual([1, 6]);
  expect(counts([strip(60), heading, ...lines(5)])).toEqual([4, 3]);
  expect(counts([strip(60), heading, strip(10, { keep: true }), ...lines(5)])).toEqual([1, 7]);
});

test("the larger of two spaces that meet counts, and none at the top of a page", () => {
  const [page, next] = paginate(
    [
      strip(10, { above: 30, below: 5 }),
      strip(10, { above: 20, below: 40 }),
      strip(10, { above: 8 }),
      strip(60, { above: 9 }),
    ],
    120,
  );
  expect(page?.map(({ y }) => y)).toEqual([0, 30, 80]);
  expect(next?.map(({ y }) => y)).toEqual([0]);
});

test("header rows are repeated on each page that a table goes on to, not on its first", () => {
  const head = strip(20, { keep: true });
  const rows = Array.from({ length: 10 }, () => strip(30, { repeat: [head] }));
  const pages = paginate([strip(10), head, ...rows], 110);
  expect(
    pages.map((page) =>
      page.map(({ strip, repeated }) => `${strip === head ? "head" : strip.height}${repeated ? "*" : ""}`),
    ),
  ).toEqual([
    ["10", "head", "30", "30"],
    ["head*", "30", "30", "30"],
    ["head*", "30", "30", "30"],
    ["head*", "30", "30"],
  ]);
});

test("a page break starts a page once, and none at the start or end", () => {
  const pageBreak = strip(0, { startsPage: true });
  expect(counts([pageBreak, strip(10), pageBreak, pageBreak, strip(10), pageBreak])).toEqual([1, 1]);
  expect(counts([strip(10, { keep: true }), pageBreak, strip(10)])).toEqual([1, 1]);
  expect(counts([])).toEqual([0]);
});

const anyStrip = fc.record({
  height: fc.integer({ min: 0, max: 140 }),
  above: fc.integer({ min: 0, max: 30 }),
  below: fc.integer({ min: 0, max: 30 }),
  keep: fc.boolean(),
  startsPage: fc.constantFrom(undefined, undefined, undefined, true as const),
});

test("any strips are placed once, in order, without overlap, on pages that are never too full or empty", () => {
  fc.assert(
    fc.property(fc.array(anyStrip, { maxLength: 40 }), (parts) => {
      const head = strip(15);
      const strips = parts.map((one, index) =>
        strip(one.height, { ...one, ...(index % 3 === 0 && { repeat: [head] }) }),
      );
      const pages = paginate(strips, 100);
      const own = pages.flatMap((page) => page.filter(({ repeated }) => !repeated).map(({ strip }) => strip));
      expect(own).toEqual(strips.filter(({ startsPage }) => !startsPage));
      for (const page of pages) {
        if (own.length > 0) expect(page.some(({ repeated }) => !repeated)).toBe(true);
        for (const [index, { strip: each, y }] of page.entries()) {
          const before = page[index - 1];
          if (before) expect(y).toBeGreaterThanOrEqual(before.y + before.strip.height);
          // Only a strip that does not fit on any page goes over the end of one.
          const alone = page.slice(0, index).every(({ repeated }) => repeated);
          if (!alone) expect(y + each.height).toBeLessThanOrEqual(100);
        }
      }
    }),
  );
});

test("what must stay together is on one page, if a page is long enough", () => {
  const small = fc.record({ height: fc.integer({ min: 1, max: 20 }), keep: fc.boolean() });
  fc.assert(
    fc.property(fc.array(small, { maxLength: 60 }), (parts) => {
      const strips = parts.map(({ height, keep }, index) => strip(height, { keep: keep && index % 5 < 4 }));
      const pages = paginate(strips, 100);
      for (const page of pages.slice(0, -1)) expect(page.at(-1)?.strip.keep).toBe(false);
    }),
  );
});
