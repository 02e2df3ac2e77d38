import type { Notification } from "@portico/api/notifications.ts";
import { expect, test } from "vitest";
import { groupEqual } from "./equal-notifications.ts";

/** A comment in a ticket, at this minute. */
const comment = (minute: number, ticket = 7, more: Partial<Notification> = {}): Notification => ({
  id: minute,
  type: "client_ticket",
  text: null,
  params: { name: "Ana", profile: "user", ticket, title: "Fees", what: "commented" },
  target_id: 4,
  company_id: null,
  holder_type: "user",
  holder_id: 1,
  seen: false,
  created_at: `2026-11-24T10:${String(minute).padStart(2, "0")}:00.000Z`,
  ...more,
});
const idsOf = (notifications: readonly Notification[]) =>
  groupEqual(notifications, ({ seen }) => !seen).map((group) => group.map(({ id }) => id));

test("comments in one ticket are one line with the newest time; another ticket or event is a line of its own", () => {
  const resolved = comment(8, 7, { params: { ...comment(8).params, what: "resolved" } });
  expect(idsOf([comment(9), resolved, comment(7), comment(6, 8), comment(5)])).toEqual([[9, 7, 5], [8], [6]]);
});

test("what was seen is not counted among the new", () => {
  expect(idsOf([comment(9), comment(8), comment(7, 7, { seen: true }), comment(6, 7, { seen: true })])).toEqual([
    [9, 8],
    [7, 6],
  ]);
});

test("another text, another receiver and another type are never put together", () => {
  const texts = [comment(9, 7, { text: "A" }), comment(8, 7, { text: "B" })];
  const receivers = [comment(9), comment(8, 7, { holder_type: "company", company_id: 1 })];
  const types = [comment(9), comment(8, 7, { type: "client_contract" })];
  for (const pair of [texts, receivers, types]) expect(idsOf(pair)).toEqual([[9], [8]]);
});
