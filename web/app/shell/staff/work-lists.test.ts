/** What waits by colleague: one row each, and all together. */
import { expect, test } from "vitest";
import { listOfLate, listOfWork, loadsOf, type WorkRow } from "./work-lists.ts";

const row = (kind: WorkRow["kind"], person: number | null, count: number, oldest: string): WorkRow => ({
  kind,
  person,
  name: person === null ? null : `Colleague ${person}`,
  count,
  oldest,
});
const rows = [
  row("people", null, 3, "2026-01-01T00:00:00.000Z"),
  row("people", 2, 4, "2026-03-01T00:00:00.000Z"),
  row("tickets", 2, 5, "2026-02-01T00:00:00.000Z"),
];

test("a colleague's kinds stand in one row with the oldest of them, what is nobody's last, and all are summed", () => {
  const { loads, all } = loadsOf(rows);
  expect(loads).toEqual([
    { person: 2, name: "Colleague 2", counts: { people: 4, tickets: 5 }, oldest: "2026-02-01T00:00:00.000Z" },
    { person: 0, name: null, counts: { people: 3 }, oldest: "2026-01-01T00:00:00.000Z" },
  ]);
  expect(all).toMatchObject({ counts: { people: 7, tickets: 5 }, oldest: "2026-01-01T00:00:00.000Z" });
  expect(loadsOf([])).toEqual({ loads: [], all: undefined });
});

test("each figure names its list: of a colleague, of nobody, of all", () => {
  expect(listOfWork("tickets", 2)).toBe("/admin/tickets?queue=waiting&due=later&assigned=2");
  expect(listOfWork("accounts", 2)).toBe("/admin/accounts?assigned=2");
  expect(listOfWork("people", 0)).toBe("/admin/reviews?type=KYC&assigned=0");
  expect(listOfWork("contracts", undefined)).toBe("/admin/contracts?state=awaitingAdmin");
  expect(listOfLate("nobody", 0)).toBe("/admin/tickets?queue=late&why=nobody&assigned=0");
  expect(listOfLate("client", undefined)).toBe("/admin/tickets?queue=all&why=client");
});
