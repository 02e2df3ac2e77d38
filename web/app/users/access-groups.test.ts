import { expect, test } from "vitest";
import { type Access, groupAccesses } from "./access-groups.ts";

const at = (time: string): string => `2026-11-21T${time}Z`;
const access = (time: string, what: string, more: Partial<Access> = {}): Access => ({
  at: at(time),
  staff: "Olga Office",
  kind: "access",
  viewAsId: null,
  what,
  company: null,
  reason: null,
  ...more,
});
const grouped = (rows: Access[], hasPortfolio = true) =>
  groupAccesses(rows, { hasPortfolio }).map(({ from, to, viewAs, parts, staff, company }) => ({
    when: [from.slice(11, -1), to.slice(11, -1)],
    parts: Object.fromEntries(parts),
    ...(viewAs && { reason: viewAs.reason }),
    ...(staff !== "Olga Office" && { staff }),
    ...(company !== null && { company }),
  }));

test("looks of one person at one part are one line with its beginning, end and number; another part or person is another line", () => {
  expect(
    grouped([
      access("19:34:30", "portfolios.getPortfolio"),
      access("19:34:29", "users.get"),
      access("19:34:28", "portfolios.getPerformance", { staff: "Irene Internal" }),
      access("19:30:00", "portfolios.listOrders"),
    ]),
  ).toEqual([
    { when: ["19:30:00", "19:34:30"], parts: { portfolios: 2 } },
    { when: ["19:34:29", "19:34:29"], parts: { users: 1 } },
    { when: ["19:34:28", "19:34:28"], parts: { portfolios: 1 }, staff: "Irene Internal" },
  ]);
});

test("what was looked at is named by its part, not taken for the profile", () => {
  const calls = ["documents.list", "contracts.get", "sharepoint.list", "files.download", "timeline.get"];
  const parts = calls.map((call) => grouped([access("19:30:00", call)])[0]?.parts);
  expect(parts).toEqual([{ documents: 1 }, { contracts: 1 }, { sharepoint: 1 }, { files: 1 }, { users: 1 }]);
});

test("looks more than a quarter of an hour apart are two lines", () => {
  expect(grouped([access("19:30:00", "forms.get"), access("19:14:59", "forms.get")])).toHaveLength(2);
  expect(grouped([access("19:30:00", "forms.get"), access("19:15:00", "forms.get")])).toHaveLength(1);
});

test("a look through the client's eyes is one line with its reason and what was seen in it, however much it was", () => {
  const during = { viewAsId: 7, reason: "They called" };
  expect(
    grouped([
      access("19:50:00", "portfolios.getPortfolio", during),
      access("19:49:00", "portfolios.getPortfolio"),
      access("19:30:00", "notifications.listOfUser", during),
      access("19:29:00", "", { ...during, kind: "viewAs" }),
      access("19:10:00", "", { viewAsId: 6, reason: "Earlier", kind: "viewAs" }),
    ]),
  ).toEqual([
    { when: ["19:29:00", "19:50:00"], parts: { portfolios: 1, notifications: 1 }, reason: "They called" },
    { when: ["19:49:00", "19:49:00"], parts: { portfolios: 1 } },
    { when: ["19:10:00", "19:10:00"], parts: {}, reason: "Earlier" },
  ]);
});

test("asking whether a person has companies, or a portfolio that is not there, is a look at the profile", () => {
  expect(grouped([access("19:30:00", "portfolios.getPortfolio")], false)).toMatchObject([{ parts: { users: 1 } }]);
  expect(grouped([access("19:30:00", "companies.getStartedState"), access("19:29:00", "timeline.get")])).toMatchObject([
    { parts: { users: 2 } },
  ]);
  expect(grouped([access("19:30:00", "companies.get", { company: "Vitosha" })])).toMatchObject([
    { parts: { companies: 1 }, company: "Vitosha" },
  ]);
});
