/** What the firm promised for tickets, and what it kept: for administrators. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import type { tickets } from "@portico/api/tickets.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { dayStarts, firmDay } from "../../settings/firm-day.ts";
import { describeTickets, getReadingContext, toClock } from "../tickets.ts";
import { countOpened, countPromises, listLateTickets, type ReportPeriod, type ReportRecord } from "./report.queries.ts";

const order = "tickets.late";
/** A year, also a leap year. */
const mostDays = 366;

/** `badInput` for a period that ends before it begins, or is longer than a year. */
async function getReportPeriod(
  { db, now }: Context,
  { from, to }: { from: string; to: string },
): Promise<ReportPeriod> {
  const days = daysBetween(from, to) + 1;
  if (days < 1 || days > mostDays)
    throw new Refusal("badInput", { fields: [{ path: "to", code: days < 1 ? "tooSmall" : "tooBig" }] });
  const { timeZone } = await firmDay(db, now());
  const startOf = dayStarts(timeZone);
  return { from: startOf(from), before: startOf(addDays(to, 1)), timeZone, now: now() };
}

type Report = Answer<typeof tickets.report>;
const none = { in_time: 0, late: 0, overdue: 0, open: 0, median: null };
const figuresOf = (record: ReportRecord | undefined) => {
  const { in_time, late, overdue, open, median } = record ?? none;
  return { in_time, late, overdue, open, median };
};

/** Both promises of one topic, colleague or week in one row, ordered by key. */
function rowsOf<Key>(
  records: readonly ReportRecord[],
  by: ReportRecord["by"],
  keyOf: (record: ReportRecord) => Key,
): (Key & Report["all"])[] {
  const rows = new Map<string, { key: Key; of: ReportRecord[] }>();
  for (const record of records.filter((each) => each.by === by)) {
    const key = keyOf(record);
    const id = JSON.stringify(key);
    rows.set(id, { key, of: [...(rows.get(id)?.of ?? []), record] });
  }
  return [...rows.values()].map(({ key, of }) => ({
    ...key,
    firstAnswer: figuresOf(of.find(({ kind }) => kind === "firstAnswer")),
    resolution: figuresOf(of.find(({ kind }) => kind === "resolution")),
  }));
}

/** Promises kept and not kept by the tickets that were opened in the period. */
export async function reportTickets(context: Context, asked: Parsed<typeof tickets.report>["query"]): Promise<Report> {
  const period = await getReportPeriod(context, asked);
  const [records, opened] = await Promise.all([countPromises(context.db, period), countOpened(context.db, period)]);
  const weeks = rowsOf(records, "week", ({ week }) => ({ week: week ?? "" }));
  const [all] = rowsOf(records, "all", () => ({}));
  return {
    all: all ?? { firstAnswer: none, resolution: none },
    topics: rowsOf(records, "topic", ({ topic }) => ({ topic: topic ?? "" })),
    people: rowsOf(records, "person", ({ person, person_name }) => ({ person, name: person_name })),
    weeks: opened.map(({ week, count }) => ({
      ...(weeks.find((one) => one.week === week) ?? { week, firstAnswer: none, resolution: none }),
      opened: count,
    })),
  };
}

/** The tickets behind a figure of late ones, each with what its due time followed from. */
export async function listLate(
  context: Context,
  { from, to, cursor, limit, ...filter }: Parsed<typeof tickets.listLate>["query"],
): Promise<Answer<typeof tickets.listLate>> {
  const period = await getReportPeriod(context, { from, to });
  const readerId = requireViewer(context).userId;
  const [{ rows, nextCursor }, reading] = await Promise.all([
    readPage(
      { cursor, limit, order, key: "moment" },
      (start) => listLateTickets(context.db, period, filter, { readerId, ...start }),
      (row) => [row.created_at, row.id],
    ),
    getReadingContext(context),
  ]);
  const described = describeTickets(reading, rows);
  return {
    tickets: described.flatMap((ticket, at) => {
      const clock = rows[at]?.clocks.find(({ kind }) => kind === filter.kind);
      return clock ? [{ ticket, clock: toClock(reading, clock) }] : [];
    }),
    nextCursor,
  };
}
