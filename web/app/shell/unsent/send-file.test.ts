/** How a file is cut into fragments. */
import { fragmentMaxBytes, fragmentMinBytes } from "@portico/api/rules/uploads.ts";
import { expect, test } from "vitest";
import { nextFragmentBytes } from "./send-file.ts";

test("fragments grow on a fast line and shrink on a slow one, within what the server takes", () => {
  const sizesAt = (milliseconds: number): number[] => {
    const sizes = [256 * 1024];
    for (let count = 0; count < 8; count += 1) sizes.push(nextFragmentBytes(sizes.at(-1) ?? 0, milliseconds));
    return sizes;
  };
  expect(sizesAt(100).at(-1)).toBe(fragmentMaxBytes);
  expect(sizesAt(10_000).at(-1)).toBe(fragmentMinBytes);
  expect(new Set(sizesAt(2000)).size, "a fragment of some seconds is right").toBe(1);
});
