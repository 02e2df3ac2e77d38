/** Reports of changes from another device. */
import { expect, test } from "vitest";
import { alsoMerged, mergedFields } from "./merged-fields.ts";

const before = { identity: { firstName: "Ana", lastName: "Petrova" } };
const nothing = { sent: {}, replaced: {}, pending: {} };

test("a field that only the other device changed is taken over", () => {
  const now = { identity: { firstName: "Anna", lastName: "Petrova" } };
  expect(mergedFields({ ...nothing, before, now })).toEqual({ updated: ["identity.firstName"], overwritten: [] });
});

test("of a field that both changed the later writing stands, and it is told", () => {
  const sent = { "identity.firstName": "Annie" };
  const now = { identity: { firstName: "Annie", lastName: "Petrova" } };
  expect(mergedFields({ ...nothing, before, now, sent, replaced: { identity: { firstName: "Anna" } } })).toEqual({
    updated: [],
    overwritten: ["identity.firstName"],
  });
});

test("what is being written here stays, and is told as soon as the other device's words come", () => {
  const now = { identity: { firstName: "Anna", lastName: "Petrova" } };
  const pending = { "identity.firstName": "Annie" };
  expect(mergedFields({ ...nothing, before, now, pending })).toEqual({
    updated: [],
    overwritten: ["identity.firstName"],
  });
});

test("nothing is told where nobody wrote over anybody", () => {
  const sent = { "identity.lastName": "Petrov" };
  const now = { identity: { firstName: "Ana", lastName: "Petrov" } };
  const none = { updated: [], overwritten: [] };
  expect(mergedFields({ ...nothing, before, now, sent, replaced: { identity: { lastName: "Petrova" } } })).toEqual(
    none,
  );
  // Both devices wrote the same value.
  expect(mergedFields({ ...nothing, before, now, sent, replaced: { identity: { lastName: "Petrov" } } })).toEqual(none);
});

test("a field is told once, as it was last", () => {
  expect(alsoMerged({ updated: ["a.b"], overwritten: ["a.c"] }, { updated: ["a.c"], overwritten: ["a.b"] })).toEqual({
    updated: ["a.c"],
    overwritten: ["a.b"],
  });
});
