/** The desk: each thing once, the most urgent first. */
import { workKinds } from "@portico/api/rules/work-kinds.ts";
import { expect, test } from "vitest";
import { kindsOfReader, type NamedWork, pageOfWork, partsOfDesk } from "./desk.ts";

const row = (kind: (typeof workKinds)[number], person: number | null, count: number, oldest: string) => ({
  kind,
  person,
  name: person === null ? null : `Colleague ${person}`,
  count,
  oldest,
});
const one = (kind: NamedWork["kind"], person: number | null, id: number): NamedWork => ({
  kind,
  person,
  id,
  revision: kind === "people" ? 2 : null,
  holder: { holder_type: "user", holder_id: 7, name: "Anna" },
  since: "2026-01-01T00:00:00.000Z",
  title: null,
  sum: null,
  currency: null,
});
const rows = [
  row("people", 1, 2, "2026-01-03T00:00:00.000Z"),
  row("contracts", 1, 1, "2026-01-02T00:00:00.000Z"),
  row("ticketsSoon", 1, 1, "2026-02-02T00:00:00.000Z"),
  row("ticketsLate", 1, 1, "2026-02-01T00:00:00.000Z"),
  row("people", 2, 5, "2026-01-01T00:00:00.000Z"),
  row("requests", null, 4, "2026-01-01T00:00:00.000Z"),
];

test("what is the reader's, nobody's and each colleague's adds up to all, and empty kinds are in none of them", () => {
  const desk = partsOfDesk({ rows, first: [one("people", 1, 3), one("requests", null, 4)] }, 1, workKinds);
  expect(desk.mine.map(({ kind }) => kind)).toEqual(["ticketsLate", "ticketsSoon", "contracts", "people"]);
  expect(desk.mine.at(-1)?.first.map(({ id }) => id)).toEqual([3]);
  expect(desk.ofNobody.map(({ kind, count }) => [kind, count])).toEqual([["requests", 4]]);
  expect(desk.colleagues).toMatchObject([{ person: 2, name: "Colleague 2", entries: [{ kind: "people", count: 5 }] }]);
  const all = [...desk.mine, ...desk.ofNobody, ...desk.colleagues.flatMap(({ entries }) => entries)];
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(rows.reduce((sum, { count }) => sum + count, 0));
  expect([...new Set(all.map(({ kind }) => kind)), ...desk.empty].toSorted((a, b) => a.localeCompare(b))).toEqual(
    [...workKinds].toSorted((a, b) => a.localeCompare(b)),
  );
});

test("the colleagues of a kind see it, and each thing has its page", () => {
  expect(kindsOfReader(false)).not.toContain("proposals");
  expect(kindsOfReader(true)).toEqual(workKinds);
  expect(pageOfWork(one("ticketsLate", 1, 5))).toBe("/admin/user/7/tickets/5");
  expect(pageOfWork(one("people", 1, 5))).toBe("/admin/user/7/review?revision=2");
  expect(pageOfWork(one("conversations", 1, 5))).toBe("/admin/chats?holder=user/7");
});
