/** Who may do what with a file, in each of its states. */
import { importStates } from "@portico/api/imports.ts";
import { expect, test } from "vitest";
import { refusalTo, refusalToAcceptQuotes, refusalToPreview } from "./imports.policy.ts";

const actions = ["confirm", "discard"] as const;
const office = { role: "office", userId: 1, represents: [2], begun: [] } as const;
const fileOf = (...holders: readonly (readonly ["user" | "company", number])[]) => ({
  state: "previewed" as const,
  preview: { accounts: holders.map(([holder_type, holder_id]) => ({ holder: { holder_type, holder_id, name: "" } })) },
});

test("office reads files; internal staff only see them", () => {
  expect(refusalToPreview({ role: "office" })).toBeNull();
  expect(refusalToPreview({ role: "admin" })).toBeNull();
  expect(refusalToPreview({ role: "internal" })).toBe("forbidden");
});

test.each(importStates)("a file that is %s", (state) => {
  const file = { ...fileOf(["user", 3]), state };
  for (const action of actions) {
    expect(refusalTo(office, action, file)).toBe(state === "previewed" ? null : "stateConflict");
    expect(refusalTo({ ...office, role: "internal" }, action, file)).toBe("forbidden");
  }
});

test("a statement of one's own, or of a company that one acts for, is somebody else's to write, but not to drop", () => {
  for (const own of [
    ["user", 1],
    ["company", 2],
  ] as const) {
    expect(refusalTo(office, "confirm", fileOf(["user", 3], own))).toBe("fourEyes");
    expect(refusalTo(office, "discard", fileOf(own))).toBeNull();
  }
  expect(refusalTo(office, "confirm", fileOf(["user", 2], ["company", 1]))).toBeNull();
});

test("marked quotes are accepted by any colleague, with four eyes on by another than who uploaded them", () => {
  for (const state of importStates)
    for (const byTwo of [true, false]) {
      const open = state === "previewed";
      const accept = (createdBy: number, role: "office" | "internal" = "office") =>
        refusalToAcceptQuotes({ ...office, role }, { state, createdBy }, { byTwo });
      expect(accept(2)).toBe(open ? null : "stateConflict");
      expect(accept(1)).toBe(open ? (byTwo ? "fourEyes" : null) : "stateConflict");
      expect(accept(2, "internal")).toBe("forbidden");
    }
});
