import { expect, test } from "vitest";
import { itemLabel } from "./blocks.ts";

test("items of a numbered list inside another can be cited by both numbers", () => {
  expect(itemLabel({ start: 3 }, 0)).toBe("3.");
  expect(itemLabel({ start: 1 }, 1, "3.")).toBe("3.2.");
  expect(itemLabel({ start: 1 }, 1, "–")).toBe("2.");
  expect(itemLabel({ start: null }, 5, "3.")).toBe("–");
});
