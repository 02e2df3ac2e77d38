/** To whom a message counts as addressed, and how long it may be changed. */
import { expect, test } from "vitest";
import { isAddressedTo, mayChangeMessage } from "./chats.ts";

test.each([
  // Writer, whose conversation, the profile's user and active company, and whether it is addressed to them.
  [9, "user", 1, 1, null, true],
  [1, "user", 1, 1, null, false],
  [9, "user", 1, 1, 5, false],
  [9, "user", 2, 1, null, false],
  [9, "company", 5, 1, 5, true],
  [1, "company", 5, 1, 5, false],
  [9, "company", 5, 1, null, false],
  [9, "company", 5, 1, 6, false],
  // A company and a user may have the same id.
  [9, "company", 1, 1, null, false],
  [9, "user", 5, 1, 5, false],
] as const)(
  "by %i in the conversation of %s %i, to user %i with company %s: %s",
  (operator, type, id, userId, companyId, is) =>
    expect(isAddressedTo({ operator, client: { type, id } }, { userId, companyId })).toBe(is),
);

test("authors change their messages for fifteen minutes", () => {
  const sent = { operator: 1, created_at: "2026-11-23T10:00:00.000Z", deleted_at: null, ticket_id: null };
  const at = (time: string) => new Date(`2026-11-23T${time}Z`);
  expect(mayChangeMessage(sent, 1, at("10:15:00.000"))).toBe(true);
  expect(mayChangeMessage(sent, 1, at("10:15:00.001"))).toBe(false);
  expect(mayChangeMessage(sent, 2, at("10:01:00"))).toBe(false);
  expect(mayChangeMessage({ ...sent, ticket_id: 7 }, 1, at("10:01:00")), "names a ticket").toBe(false);
  expect(mayChangeMessage({ ...sent, deleted_at: sent.created_at }, 1, at("10:01:00"))).toBe(false);
});
