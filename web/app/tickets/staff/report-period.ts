/** The period and the selection of the report, kept in its address. */
import { addDays, daysBetween, isDay } from "@portico/api/rules/calendar.ts";
import { type TicketPromiseKind, ticketPromiseKinds } from "@portico/api/rules/tickets.ts";

export const reportParts = ["topic", "person", "week"] as const;
export type ReportPart = (typeof reportParts)[number];
/** Presets in days up to today. */
export const reportPresets = [7, 28, 91, 365] as const;
const usualDays = 28;

export interface ReportSelection {
  from: string;
  to: string;
  /** Why the period cannot be reported. */
  fault: "order" | "long" | null;
  by: ReportPart;
  /** Late tickets of one figure; `key` empty for those of all. */
  late: { kind: TicketPromiseKind; key: string } | null;
}

/** What the address says; the last four weeks by topic if it says nothing usable. */
export function parseSelection(params: URLSearchParams, today: string): ReportSelection {
  const given = (name: string) => params.get(name) ?? "";
  const to = isDay(given("to")) ? given("to") : today;
  const from = isDay(given("from")) ? given("from") : addDays(to, 1 - usualDays);
  const days = daysBetween(from, to) + 1;
  const kind = ticketPromiseKinds.find((each) => each === params.get("kind"));
  return {
    from,
    to,
    fault: days < 1 ? "order" : days > 366 ? "long" : null,
    by: reportParts.find((each) => each === params.get("by")) ?? "topic",
    late: kind ? { kind, key: given("key") } : null,
  };
}

/** The query of the late tickets behind a figure. */
export function toLateQuery({ from, to, by, late }: ReportSelection) {
  if (!late) return null;
  const { kind, key } = late;
  const part =
    key === "" ? {} : by === "topic" ? { topic: key } : by === "week" ? { week: key } : { person: Number(key) || 0 };
  return { from, to, kind, ...part };
}
