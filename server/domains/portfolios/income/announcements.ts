/** Announcements of a custodian's file against those known: new ones, corrected ones, withdrawn ones. */
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "decimal.js";
import type { Trx } from "../../../kernel/transaction.ts";
import type { ChangedPortfolio } from "../change-events.ts";
import { raiseVersion } from "../ledger/excluded-instruments.queries.ts";
import {
  type AnnouncedRecord,
  type AnnouncedRow,
  endAnnounced,
  findNewestDay,
  insertAnnounced,
  lockAnnounced,
} from "./announced-income.queries.ts";

export interface AnnouncedFile {
  account: string;
  /** Format of the file. */
  source: string;
  /** Its last day. */
  asOf: string;
  importId: number | null;
  /** What is open on the last day, or changes of it in their order. */
  rows: readonly (AnnouncedRow & { isTakenBack: boolean })[];
  /** The rows are what is open, not changes. */
  isList: boolean;
  /** The list has all that is open: what it lacks is withdrawn. */
  isWhole: boolean;
}

/** What names a payment of an instrument, however its amounts are corrected. */
type EventKey = Pick<AnnouncedRow, "instrumentId" | "exDay" | "currency">;
const eventOf = ({ instrumentId, exDay, currency }: EventKey): string => `${instrumentId} ${exDay} ${currency}`;

const amounts = ["quantity", "grossPerUnit", "gross", "tax"] as const;
const isSame = (one: AnnouncedRow, other: AnnouncedRow): boolean =>
  one.payDay === other.payDay &&
  amounts.every((name) => {
    const [a, b] = [one[name], other[name]];
    return a === null || b === null ? a === b : new Decimal(a).eq(b);
  });

/** What changes in one event, which may have several payments: equal ones stay, others are corrected in their order. */
function compare(known: readonly AnnouncedRecord[], stated: readonly AnnouncedRow[]) {
  const open = [...known];
  const fresh = stated.filter((row) => {
    const index = open.findIndex((one) => isSame(one, row));
    if (index >= 0) open.splice(index, 1);
    return index < 0;
  });
  const byDay = (one: AnnouncedRow, other: AnnouncedRow) => (one.payDay < other.payDay ? -1 : 1);
  const [before, after] = [open.toSorted(byDay), fresh.toSorted(byDay)];
  return {
    added: after.map((row, index) => ({ row, corrects: before[index]?.id ?? null })),
    corrected: before.slice(0, after.length).map(({ id }) => id),
    withdrawn: before.slice(after.length).map(({ id }) => id),
  };
}

/** What changes leave of an event: each adds a payment that is not there, or takes back the newest that is like it. */
function afterChanges(known: readonly AnnouncedRow[], changes: AnnouncedFile["rows"]): AnnouncedRow[] {
  const left = [...known];
  for (const { isTakenBack, ...row } of changes) {
    const same = left.findLastIndex((one) => isSame(one, row));
    if (!isTakenBack) {
      if (same < 0) left.push(row);
      continue;
    }
    const ofDay = left.findLastIndex(({ payDay }) => payDay === row.payDay);
    const taken = same >= 0 ? same : ofDay >= 0 ? ofDay : left.length - 1;
    if (taken >= 0) left.splice(taken, 1);
  }
  return left;
}

/**
 * Stores what a file announces for a holder's account; a file that is older than one known changes nothing. Part of the caller's
 * transaction. Returns the portfolio if it changed; the caller emits it.
 */
export async function recordAnnounced(
  trx: Trx,
  holder: Holder,
  file: AnnouncedFile,
): Promise<ChangedPortfolio | undefined> {
  const { account, asOf, isList, isWhole } = file;
  const known = await lockAnnounced(trx, holder, account);
  const newest = await findNewestDay(trx, holder, account);
  if (newest !== null && asOf < newest) return undefined;
  const knownOf = Map.groupBy(known, eventOf);
  const statedOf = Map.groupBy(file.rows, eventOf);
  const events = new Set([...(isWhole ? knownOf.keys() : []), ...statedOf.keys()]);
  let isChanged = false;
  for (const event of events) {
    const [before, stated] = [knownOf.get(event) ?? [], statedOf.get(event) ?? []];
    const change = compare(before, isList ? stated : afterChanges(before, stated));
    await endAnnounced(trx, holder, change.corrected, { by: "corrected", asOf });
    await endAnnounced(trx, holder, change.withdrawn, { by: "withdrawn", asOf });
    for (const { row, corrects } of change.added) await insertAnnounced(trx, holder, row, { ...file, corrects });
    isChanged ||= change.added.length > 0 || change.withdrawn.length > 0;
  }
  const version = isChanged ? await raiseVersion(trx, holder) : undefined;
  return version === undefined ? undefined : { ...holder, version: String(version) };
}
