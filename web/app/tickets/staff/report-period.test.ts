import { keptPercent } from "@portico/api/rules/tickets.ts";
import { expect, test } from "vitest";
import { parseSelection, toLateQuery } from "./report-period.ts";

const of = (address: string) => parseSelection(new URLSearchParams(address), "2026-11-23");

test("without an address it is the last four weeks by topic", () => {
  expect(of("")).toEqual({ from: "2026-10-27", to: "2026-11-23", fault: null, by: "topic", late: null });
  expect(of("from=2026-02-30&to=yesterday&by=colour&kind=x")).toEqual(of(""));
});

test("a period that ends before it begins, or is longer than a year, is not asked for", () => {
  expect(of("from=2026-11-24&to=2026-11-23").fault).toBe("order");
  expect(of("from=2025-11-22").fault).toBe("long");
  expect(of("from=2025-11-23").fault).toBeNull();
});

test("a figure's late tickets are those of its row; without a key those of all", () => {
  const period = { from: "2026-10-27", to: "2026-11-23" };
  expect(toLateQuery(of(""))).toBeNull();
  expect(toLateQuery(of("kind=firstAnswer&key=payments"))).toEqual({
    ...period,
    kind: "firstAnswer",
    topic: "payments",
  });
  expect(toLateQuery(of("by=person&kind=resolution&key=0"))).toEqual({ ...period, kind: "resolution", person: 0 });
  expect(toLateQuery(of("by=week&kind=resolution"))).toEqual({ ...period, kind: "resolution" });
});

test("the share is of what had to be met by now", () => {
  expect(keptPercent({ in_time: 2, late: 1, overdue: 0 })).toBe(66.7);
  expect(keptPercent({ in_time: 0, late: 0, overdue: 0 })).toBeNull();
});
