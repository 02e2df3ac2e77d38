/** Announced dividends: the custodian's accruals, as a list of all that are open, or as the changes of a period. */
import { type AnnouncedChange, type FileAnnouncement, type ReadAccount, RefusedRow } from "../reading/parsed-file.ts";
import { absolute, Exact, isNegative, isZero } from "../reading/values.ts";
import type { FlexReading } from "./reader-state.ts";
import {
  type FlexRow,
  isBooked,
  marksOf,
  numberOf,
  requiredCurrency,
  requiredInstrument,
  requiredMoment,
  requiredNumber,
} from "./row.ts";

export interface DividendAccruals {
  /** The file has the list of open accruals, which may be empty. */
  isListed: boolean;
  open: FlexRow[];
  changes: FlexRow[];
}

/** The custodian's mark of a row that takes an accrual back: it was paid, corrected or cancelled. */
const isTakenBack = (row: FlexRow): boolean => marksOf(row).includes("Re");

/** Undefined of what the portal does not book, and of a short position, which pays. Refused without its days or amounts. */
function readAccrual(row: FlexRow, reading: FlexReading): FileAnnouncement | undefined {
  if (!isBooked(row)) return undefined;
  const stated = requiredNumber(row, "quantity");
  if (isZero(stated) || (isNegative(stated) && !isTakenBack(row))) return undefined;
  const quantity = absolute(stated);
  // Of one taken back, the amounts have the opposite sign; the sign of the tax differs between files.
  const gross = absolute(requiredNumber(row, "grossAmount"));
  const grossPerUnit = numberOf(row, "grossRate") ?? new Exact(gross).div(quantity).toDecimalPlaces(12).toFixed();
  const tax = numberOf(row, "tax");
  return {
    instrument: reading.instrument(requiredInstrument(row)),
    exDay: requiredMoment(row, "exDate").day,
    payDay: requiredMoment(row, "payDate").day,
    currency: requiredCurrency(row),
    quantity,
    grossPerUnit,
    gross,
    tax: tax === undefined ? null : absolute(tax),
  };
}

/** An announcement is no entry: a row that cannot be read is left out and does not refuse the file. */
function tryAccrual(row: FlexRow, reading: FlexReading): FileAnnouncement | "unread" | undefined {
  try {
    return readAccrual(row, reading);
  } catch (error) {
    if (error instanceof RefusedRow) return "unread";
    throw error;
  }
}

/**
 * Announcements of a statement, as of its last day. Changes count only without the list. A list with a row that cannot be read
 * tells nothing of what it lacks.
 */
export function readDividendAccruals(
  { isListed, open, changes }: DividendAccruals,
  { known, to }: { known: ReadAccount | undefined; to: string | undefined },
  reading: FlexReading,
): void {
  const areAll = isListed || open.length > 0;
  const used = known === undefined || to === undefined ? [] : areAll ? open : changes;
  const rows: AnnouncedChange[] = [];
  let isWhole = areAll;
  for (const row of [...open, ...changes]) {
    const isSummary = row.attributes["levelOfDetail"] === "SUMMARY";
    const accrual = used.includes(row) && !isSummary ? tryAccrual(row, reading) : undefined;
    if (accrual === "unread") isWhole = false;
    if (typeof accrual === "object") rows.push({ ...accrual, isTakenBack: !areAll && isTakenBack(row) });
    else reading.leaveOut(row.name);
  }
  if (known === undefined || to === undefined || (!areAll && changes.length === 0)) return;
  // A file may have a statement of each day: of lists the last counts, of changes all.
  const before = areAll || known.announced?.isList ? [] : (known.announced?.rows ?? []);
  known.announced = { asOf: to, isList: areAll, isWhole, rows: [...before, ...rows] };
}
