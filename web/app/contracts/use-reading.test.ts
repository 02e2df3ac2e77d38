import { expect, test } from "vitest";
import { missingPages, nothingSeen, type Seen, shownOf, withPage } from "./use-reading.ts";

const draw = (seen: Seen, page: number, at: number, more: { pages?: number; isBlank?: boolean } = {}) =>
  withPage(seen, { page, pages: 3, isBlank: false, ...more }, at);
const unread = nothingSeen("aa");

test("a file is read when each of its pages was drawn, and not before", () => {
  const first = draw(unread, 1, 1000);
  expect(shownOf(first, 2000)).toBeUndefined();
  // The last page alone does not do.
  const last = draw(first, 3, 3000);
  expect(shownOf(last, 4000)).toBeUndefined();
  expect(missingPages(last)).toEqual([2]);
  const whole = draw(last, 2, 5000);
  expect(shownOf(whole, 65_500)).toEqual({ how: "displayed", secondsAgo: 60 });
  // Drawn again at another size: the time stays that of the first reading.
  expect(shownOf(draw(whole, 1, 60_000), 65_500)).toEqual({ how: "displayed", secondsAgo: 60 });
});

test("a single page is enough for a file of one page", () => {
  expect(shownOf(draw(unread, 1, 1000, { pages: 1 }), 1000)).toEqual({ how: "displayed", secondsAgo: 0 });
});

test("a page on which nothing was drawn was not shown", () => {
  const blank = draw(unread, 1, 1000, { pages: 1, isBlank: true });
  expect(shownOf(blank, 2000)).toBeUndefined();
  expect(missingPages(blank)).toEqual([1]);
});

test("a file that was downloaded is read once the reader says so; the clock may go back meanwhile", () => {
  expect(shownOf({ ...unread, isDownloaded: true }, 1000)).toBeUndefined();
  expect(shownOf({ ...unread, isDownloaded: true, statedAt: 9000 }, 1000)).toEqual({
    how: "downloaded",
    secondsAgo: 0,
  });
});
