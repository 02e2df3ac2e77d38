import { expect, it } from "vitest";
import { sortFiles } from "./file-limits.ts";

it("a fifth file and one that is too large are not sent; the others are", () => {
  const megabyte = 1024 * 1024;
  const files = [1, 11, 2, 3, 4, 10, 5].map((size) => ({ size: size * megabyte }));
  const sizes = (some: { size: number }[]) => some.map(({ size }) => size / megabyte);
  const { fitting, tooLarge, tooMany } = sortFiles(files, { left: 4, megabytes: 10 });
  expect([sizes(fitting), sizes(tooLarge), sizes(tooMany)]).toEqual([[1, 2, 3, 4], [11], [10, 5]]);
  expect(sortFiles(files, { left: 0, megabytes: 10 }).fitting).toEqual([]);
});
