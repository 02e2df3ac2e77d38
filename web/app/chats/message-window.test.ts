/** The window over many messages: what is drawn, and the space for what is not. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { blockSize, drawnAt, newestOf, selectWindow, splitIntoBlocks } from "./message-window.ts";

const messagesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({ number: first + place }));

test("blocks keep their limits when older messages are loaded", () => {
  const ids = (first: number, count: number) =>
    new Map(
      splitIntoBlocks(messagesFrom(first, count)).flatMap(({ id, messages }) =>
        messages.map((one) => [one.number, id]),
      ),
    );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 0, max: 90 }),
      fc.nat({ max: 90 }),
      (first, count, older) => {
        const from = Math.max(1, first - older);
        const later = ids(from, count + first - from);
        const now = ids(first, count);
        expect(now.size).toBe(count);
        for (const [number, id] of now) expect(later.get(number)).toBe(id);
      },
    ),
  );
  expect(splitIntoBlocks([])).toEqual([]);
});

test("what is seen is drawn wherever the reader is, little else is, and the space is as high as all messages", () => {
  const blocks = splitIntoBlocks(messagesFrom(7, 10_000));
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 300, max: 1500 }),
      fc.array(fc.tuple(fc.nat({ max: 500 }), fc.integer({ min: 400, max: 4000 }))),
      (where, height, measured) => {
        const heights = new Map(measured);
        const heightOf = (id: number, count: number) => heights.get(id) ?? count * 88;
        const total = blocks.reduce((sum, { id, messages }) => sum + heightOf(id, messages.length), 0);
        const top = where * (total - height);
        const { shown, before, after } = selectWindow(
          blocks,
          drawnAt(blocks, { top, height, isAtEnd: false }, heights),
          heights,
        );
        const drawn = shown.reduce((sum, { id, messages }) => sum + heightOf(id, messages.length), 0);
        expect(before + drawn + after).toBeCloseTo(total);
        expect(before).toBeLessThanOrEqual(top);
        expect(before + drawn).toBeGreaterThanOrEqual(Math.min(total, top + height));
        expect(shown.length).toBeLessThanOrEqual((height + 2 * 900) / 400 + 3);
      },
    ),
  );
  const { shown, after } = selectWindow(blocks, newestOf(blocks), new Map());
  expect(shown.at(-1)?.messages.at(-1)?.number).toBe(10_006);
  expect(shown.length).toBe(2);
  expect(after).toBe(0);
  expect(shown.flatMap(({ messages }) => messages).length).toBeLessThanOrEqual(2 * blockSize);
});

test("a reader at the end gets what is added in a new block", () => {
  const heights = new Map<number, number>();
  const before = splitIntoBlocks(messagesFrom(1, 2 * blockSize));
  const drawn = drawnAt(before, { top: 3000, height: 500, isAtEnd: true }, heights);
  const { shown } = selectWindow(splitIntoBlocks(messagesFrom(1, 2 * blockSize + 1)), drawn, heights);
  expect(shown.at(-1)?.messages).toEqual([{ number: 2 * blockSize + 1 }]);
});
