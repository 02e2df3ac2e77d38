/** Compares the rows of a file of announcements with those stored, and marks what needs a look. Pure. */
import type { AnnouncementPreview } from "@portico/api/announcements.ts";
import { farAnnouncementDays, nearAnnouncementDays } from "@portico/api/rules/announcements.ts";
import { Decimal } from "decimal.js";
import type { NewAnnouncement, StoredAnnouncement } from "./announcements.queries.ts";

type Mark = AnnouncementPreview["marked"][number]["marks"][number];

export type Stored = StoredAnnouncement & { isWithdrawn: boolean };

export interface Compared<Row> {
  /** Nothing of the ex-day and kind stands. */
  fresh: Row[];
  /** Stands with the same content. */
  known: Row[];
  /** Stands otherwise. */
  corrections: { row: Row; stored: Stored }[];
}

const eventOf = ({ instrumentId, exDay, kind }: NewAnnouncement): string => `${instrumentId} ${exDay} ${kind}`;
const isSame = (one: NewAnnouncement, other: NewAnnouncement): boolean =>
  one.payDay === other.payDay &&
  one.recordDay === other.recordDay &&
  one.currency === other.currency &&
  new Decimal(one.amount).eq(other.amount);

/** Each row against what stands of its instrument, ex-day and kind. */
export function compareRows<Row extends NewAnnouncement>(
  rows: readonly Row[],
  stored: readonly Stored[],
): Compared<Row> {
  const standing = new Map(stored.filter(({ isWithdrawn }) => !isWithdrawn).map((one) => [eventOf(one), one]));
  const compared: Compared<Row> = { fresh: [], known: [], corrections: [] };
  for (const row of rows) {
    const before = standing.get(eventOf(row));
    if (!before) compared.fresh.push(row);
    else if (isSame(before, row)) compared.known.push(row);
    else compared.corrections.push({ row, stored: before });
  }
  return compared;
}

const dayMs = 86_400_000;
const daysBetween = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other)) / dayMs;

/** The rows that need a look before they are stored, in file order. */
export function markRows<Row extends NewAnnouncement & { line: number }>(
  { fresh, corrections }: Compared<Row>,
  stored: readonly Stored[],
  today: string,
): { row: Row; marks: Mark[]; other: string | null }[] {
  const rows = [...fresh, ...corrections.map(({ row }) => row)].toSorted((one, two) => one.line - two.line);
  const inFile = new Set(rows.map(eventOf));
  return rows.flatMap((row) => {
    const marks: Mark[] = [];
    // What the file corrects itself does not stand beside it for long; what it only adds does.
    const near = stored.find(
      (one) =>
        !one.isWithdrawn &&
        one.instrumentId === row.instrumentId &&
        one.kind === row.kind &&
        one.exDay !== row.exDay &&
        !inFile.has(eventOf(one)) &&
        daysBetween(one.exDay, row.exDay) <= nearAnnouncementDays,
    );
    if (near) marks.push("near");
    if (stored.some((one) => one.isWithdrawn && eventOf(one) === eventOf(row)) && fresh.includes(row))
      marks.push("withdrawn");
    if (daysBetween(row.exDay, today) > farAnnouncementDays || daysBetween(row.payDay, today) > farAnnouncementDays)
      marks.push("far");
    if (row.payDay < row.exDay) marks.push("payBeforeEx");
    return marks.length > 0 ? [{ row, marks, other: near?.exDay ?? null }] : [];
  });
}
