/** Changes of a resource in the ways of the standard and of the large clients, and laws of lists. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { patched } from "./patch.ts";

test("the ways of Entra ID and Okta mean the same", () => {
  const user = { userName: "a", active: true, name: { givenName: "A" } };
  const off = { ...user, active: false };
  expect(patched(user, [{ op: "replace", path: "active", value: false }])).toEqual(off);
  expect(patched(user, [{ op: "replace", value: { active: false } }])).toEqual(off);
  expect(patched(user, [{ op: "add", path: "ACTIVE", value: false }])).toEqual(off);
  expect(patched(user, [{ op: "replace", value: { "name.familyName": "B", "urn:other:2.0:User:x": 1 } }])).toEqual({
    ...user,
    name: { givenName: "A", familyName: "B" },
  });
  expect(patched({}, [{ op: "add", path: 'emails[type eq "work"].value', value: "a@b.example" }])).toEqual({
    emails: [{ type: "work", value: "a@b.example" }],
  });
});

const members = fc.uniqueArray(
  fc.uuid().map((value) => ({ value })),
  { selector: ({ value }) => value },
);
test("members are a set: adding twice is adding once, and removing what was added leaves the others", () => {
  fc.assert(
    fc.property(members, members, (before, added) => {
      const group = { displayName: "g", members: before };
      const add = { op: "add" as const, path: "members", value: added };
      const once = patched(group, [add]);
      expect(patched(once, [add])).toEqual(once);
      const removed = patched(once, [{ op: "remove", path: "members", value: added }]);
      const gone = new Set(added.map(({ value }) => value));
      expect(removed["members"]).toEqual(before.filter(({ value }) => !gone.has(value)));
      expect(group.members).toBe(before);
    }),
  );
});
