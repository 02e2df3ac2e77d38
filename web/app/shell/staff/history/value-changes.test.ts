/** What differs between two values of a setting. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valueChanges } from "./value-changes.ts";

const fee = (id: string, value: string, en = id) => ({ id, value, name: { bg: `${en}-bg`, en, pl: `${en}-pl` } });

describe("differences", () => {
  test("a field, and a text in the language in which it changed", () => {
    const changes = valueChanges(
      { fees: [fee("a", "1"), fee("b", "2")], closeAfterDays: 7 },
      {
        fees: [fee("a", "1.5"), { ...fee("b", "2"), name: { bg: "b-bg", en: "Custody", pl: "b-pl" } }],
        closeAfterDays: 7,
      },
    );
    expect(changes.map(({ field, language, before, after }) => [field, language, before, after])).toEqual([
      ["fees.value", undefined, "1", "1.5"],
      ["fees.name", "en", "b", "Custody"],
    ]);
    expect(changes.map(({ items }) => items.map(({ value }) => value["id"]))).toEqual([["a"], ["b"]]);
  });

  test("an entry that came, one that went, and another order", () => {
    const [a, b, c] = [fee("a", "1"), fee("b", "2"), fee("c", "3")];
    expect(valueChanges([a, b], [b, a]).map(({ kind }) => kind)).toEqual(["order"]);
    const changes = valueChanges([a, b], [b, c]);
    expect(changes.filter(({ kind }) => kind !== "field").map(({ kind, items }) => [kind, items[0]?.value])).toEqual([
      ["added", c],
      ["removed", a],
    ]);
    expect(changes.find(({ field }) => field === "value")?.after).toBe("3");
  });

  test("a part that was not there is read field by field; an empty one is the same as none", () => {
    expect(valueChanges({ prices: null }, { prices: { isOn: true, url: "https://a.example" } })).toMatchObject([
      { field: "prices.isOn", before: undefined, after: true },
      { field: "prices.url", after: "https://a.example" },
    ]);
    expect(valueChanges({ note: "" }, { note: null })).toEqual([]);
  });

  test("lists without identity are compared as a whole", () => {
    expect(valueChanges({ limits: [1, 2] }, { limits: [1, 3] })).toMatchObject([
      { field: "limits", kind: "field", before: [1, 2], after: [1, 3] },
    ]);
  });
});

/** Puts the changes of records without lists back into the value. */
function apply(value: unknown, changes: ReturnType<typeof valueChanges>): unknown {
  const result = structuredClone(value) as Record<string, unknown>;
  for (const { field, after } of changes) {
    const names = field.split(".");
    let at = result;
    for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>;
    at[names.at(-1) as string] = after;
  }
  return result;
}

test("the changes of a value make the other of it, and a value differs from itself in nothing", () => {
  const leaf = fc.oneof(fc.integer(), fc.string({ minLength: 1 }), fc.boolean());
  const value = fc.record({ a: leaf, b: fc.record({ c: leaf, d: fc.record({ e: leaf, f: leaf }) }) });
  fc.assert(
    fc.property(value, value, (before, after) => {
      expect(apply(before, valueChanges(before, after))).toEqual(after);
      expect(valueChanges(after, after)).toEqual([]);
    }),
  );
});

test("leaves out the ids that the portal made, and keeps those that somebody typed", () => {
  const endpoint = { id: "3c7d8a90-1f5e-4c52-9a0a-0a5a3b6f1c11", name: "Archive" };
  const added = valueChanges({ endpoints: [] }, { endpoints: [endpoint] });
  expect(added.map(({ field, kind }) => [field, kind])).toEqual([
    ["endpoints", "added"],
    ["endpoints.name", "field"],
  ]);
  const typed = valueChanges({ fees: [] }, { fees: [{ id: "custody", value: "1" }] });
  expect(typed.map(({ field }) => field)).toEqual(["fees", "fees.id", "fees.value"]);
});
