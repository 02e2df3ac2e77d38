/** Who may do what with a file, in each of its states. */
import { importStates } from "@portico/api/imports.ts";
import { expect, test } from "vitest";
import { refusalTo, refusalToPreview } from "./imports.policy.ts";

const actions = ["confirm", "discard", "acceptQuotes"] as const;

test("office reads files; internal staff only see them", () => {
  expect(refusalToPreview({ role: "office" })).toBeNull();
  expect(refusalToPreview({ role: "admin" })).toBeNull();
  expect(refusalToPreview({ role: "internal" })).toBe("forbidden");
});

test.each(importStates)("a file that is %s", (state) => {
  for (const action of actions) {
    expect(refusalTo({ role: "office" }, action, { state })).toBe(state === "previewed" ? null : "stateConflict");
    expect(refusalTo({ role: "internal" }, action, { state })).toBe("forbidden");
  }
});
