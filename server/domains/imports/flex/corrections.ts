/**
 * Trades that the custodian cancelled, corrected or booked again. A rebooked trade may keep the id of the one it
 * replaces, so ids are assigned when all trades of a file are known.
 */

import { bookedAgainAs, undoneAs } from "../cancelling/rebookings.ts";
import type { NamelessEntry } from "../reading/identity.ts";
import { type FileEntry, RefusedRow } from "../reading/parsed-file.ts";
import { absolute, isZero } from "../reading/values.ts";
import type { FlexReading } from "./reader-state.ts";
import { type FlexRow, marksOf, numberOf, numberOrZero, readBooking, requiredCurrency, textOf } from "./row.ts";

/** The id of a trade: its own before that of its booking, because cancellations name it. */
export function readTradeId(row: FlexRow): string | undefined {
  const own = textOf(row, "tradeID");
  if (own !== undefined) return `ib:trade:${own}`;
  const booking = textOf(row, "transactionID");
  if (booking !== undefined) return `ib:tx:${booking}`;
  const execution = textOf(row, "ibExecID");
  return execution === undefined ? undefined : `ib:exec:${execution}`;
}

export const isCancellation = (row: FlexRow): boolean =>
  marksOf(row).includes("Ca") ||
  /\(Ca\.?\)/.test(row.attributes["buySell"] ?? "") ||
  row.attributes["transactionType"] === "TradeCancel";
export const isCorrection = (row: FlexRow): boolean =>
  marksOf(row).includes("Co") || row.attributes["transactionType"] === "TradeCorrect";

/** The trade that a cancellation or correction refers to, if the row names it. */
function readOriginalId(row: FlexRow): string | undefined {
  const id = textOf(row, "origTradeID") ?? textOf(row, "relatedTradeID");
  return id === undefined || id === "0" ? undefined : `ib:trade:${id}`;
}

/** A cancellation without the original's id repeats its order, security and size. */
const alikeKey = (row: FlexRow): string =>
  [
    row.attributes["accountId"],
    row.attributes["ibOrderID"],
    row.attributes["conid"] || row.attributes["symbol"],
    absolute(numberOrZero(row, "quantity")),
    numberOrZero(row, "tradePrice"),
  ].join(" ");

/** Position of a row in the order of the custodian's bookings: by day, then booking id, then file order. */
interface Place {
  day: string;
  transaction: string;
  line: number;
}
const placeOf = (row: FlexRow): Place => ({
  day: textOf(row, "reportDate")?.replaceAll("-", "") ?? "",
  transaction: textOf(row, "transactionID") ?? "",
  line: row.line,
});
/** Negative if `one` was booked first. Booking ids ascend; lines decide only without them. */
function compare(one: Place, other: Place): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1;
  const areBothStated = one.transaction !== "" && other.transaction !== "";
  if (!areBothStated) return one.line - other.line;
  return one.transaction.length - other.transaction.length || (one.transaction < other.transaction ? -1 : 1);
}

/** A parsed trade before its id is assigned. */
export interface Execution {
  account: string;
  id: string | undefined;
  place: Place;
  key: string;
  /** The trade, and its commission if that is a separate entry. */
  entries: NamelessEntry[];
}

interface Undoing {
  row: FlexRow;
  account: string;
  /** The trade it cancels, if the row names it. */
  original: string | undefined;
  /** The booking it cancels, if the row names it. */
  booking: string | undefined;
  place: Place;
  key: string;
  isCancellation: boolean;
}

export interface TradeBook {
  executions: Execution[];
  undoings: Undoing[];
}

export const startTradeBook = (): TradeBook => ({ executions: [], undoings: [] });

/** Stores a trade, or a cancellation or correction of one. `entriesOf` returns a trade's entries for its id. */
export function noteTrade(
  row: FlexRow,
  reading: FlexReading,
  entriesOf: (id: string | undefined) => NamelessEntry[],
): void {
  const { account } = reading.accountOf(row);
  const id = readTradeId(row);
  const place = placeOf(row);
  const key = alikeKey(row);
  const original = readOriginalId(row);
  const undoing = { row, account, booking: textOf(row, "origTransactionID"), place, key };
  if (isCancellation(row)) {
    reading.trades.undoings.push({ ...undoing, original: original ?? id, isCancellation: true });
    return;
  }
  reading.trades.executions.push({ account, id, place, key, entries: entriesOf(id) });
  if (isCorrection(row) && original !== undefined)
    reading.trades.undoings.push({ ...undoing, original, isCancellation: false });
}

/** Which execution of an id a row cancels: the booking it names, an identical one, or the last before it. */
function undoneBy(undoing: Undoing, executions: readonly Execution[]): Execution | undefined {
  const before = executions.filter(({ place }) => compare(place, undoing.place) < 0);
  return (
    executions.find(({ place }) => undoing.booking !== undefined && place.transaction === undoing.booking) ??
    before.findLast(({ key }) => key === undoing.key) ??
    (undoing.booking === undefined ? before.at(-1) : undefined)
  );
}

/** What a row cancels: the trade, and which of its bookings if the file says so. */
interface Target {
  trade: string | undefined;
  booking: string | undefined;
}

const groupKey = (account: string, id: string | undefined): string => `${account} ${id}`;

/** Gives every execution after a cancelled one of the same id its own id, and finds what each cancellation cancels. */
function settleIds({ executions, undoings }: TradeBook): Map<Undoing, Target> {
  const groups = Map.groupBy(
    executions.filter(({ id }) => id !== undefined),
    ({ account, id }) => groupKey(account, id),
  );
  const alike = new Map(executions.toReversed().map((execution) => [execution.key, execution]));
  const targets = new Map<Undoing, Target>();
  const undone = new Set<Execution>();
  for (const undoing of undoings.toSorted((a, b) => compare(a.place, b.place))) {
    const { account, original, row } = undoing;
    // A cancellation may have its own id and refer to the trade only by its figures.
    const named = original !== undefined && groups.has(groupKey(account, original));
    const guessed = named || readOriginalId(row) !== undefined ? undefined : alike.get(undoing.key);
    const id = guessed?.id ?? original;
    const own = (groups.get(groupKey(account, id)) ?? []).toSorted((a, b) => compare(a.place, b.place));
    const open = own.filter((execution) => !undone.has(execution) && execution.place.line !== row.line);
    const found = guessed ?? undoneBy(undoing, open);
    // A correction next to the cancellation of the same trade cancels nothing more.
    if (!undoing.isCancellation && !found && own.some((execution) => undone.has(execution))) continue;
    if (found) undone.add(found);
    const first = own[0];
    for (const later of own)
      if (later !== found && later.id === id && (later !== first || !found) && compare(later.place, undoing.place) > 0)
        rename(later, rebookedId(later));
    targets.set(undoing, {
      trade: found?.id ?? id,
      booking: undoing.booking ?? (found?.place.transaction || undefined),
    });
  }
  return targets;
}

/** The id of a trade that is booked again. */
const rebookedId = ({ id = "", place }: Execution): string => bookedAgainAs(id, place.transaction || "rebooked");

/** An entry's id if its trade has another one. */
const idUnder = (trade: string, entry: NamelessEntry, { id = "" }: Execution): string | undefined =>
  entry.id?.startsWith(id) ? trade + entry.id.slice(id.length) : undefined;

function rename(execution: Execution, trade: string): void {
  for (const entry of execution.entries) entry.id = idUnder(trade, entry, execution) ?? entry.id;
  execution.id = trade;
}

/** Says which ids the entries have if the trade was cancelled in an earlier file, which only the ledger shows. */
function noteRebooking(execution: Execution): void {
  const { id: trade } = execution;
  if (trade === undefined) return;
  for (const entry of execution.entries) {
    const externalId = idUnder(rebookedId(execution), entry, execution);
    if (externalId !== undefined) entry.rebooking = { trade, externalId };
  }
}

/** Reverses a trade. Its id is derived from the original's, so that cancellation and correction reverse it only once. */
function buildReversal(
  row: FlexRow,
  reading: FlexReading,
  original: string,
  cancels: NonNullable<FileEntry["cancels"]>,
): NamelessEntry {
  const stated = textOf(row, "assetCategory") === "CASH" ? undefined : numberOf(row, "netCash");
  const { day } = readBooking(row, reading.clock);
  return {
    line: row.line,
    account: reading.accountOf(row).account,
    id: undoneAs(original),
    kind: "reversal",
    day: reading.notLater(day),
    currency: requiredCurrency(row),
    amount: "0",
    reversesExternalId: original,
    cancels,
    ...(isCancellation(row) && stated !== undefined && { statedCash: stated }),
  };
}

/** Books all trades of a file, and reverses cancelled and corrected ones, each original once. */
export function settleTrades(reading: FlexReading): void {
  const { executions, undoings } = reading.trades;
  for (const execution of executions) noteRebooking(execution);
  const targets = settleIds(reading.trades);
  for (const { entries } of executions) for (const entry of entries) reading.add(entry);
  const undone = new Set<string>();
  for (const undoing of undoings) {
    const { row, account } = undoing;
    reading.attempt(row, () => {
      if (!targets.has(undoing)) return;
      const { trade: original, booking } = targets.get(undoing) ?? {};
      if (original === undefined) throw new RefusedRow("unknownReversal", textOf(row, "symbol") ?? null);
      const key = groupKey(account, original);
      if (undone.has(key)) return;
      undone.add(key);
      const cancels = { trade: original, booking };
      reading.add(buildReversal(row, reading, original, cancels));
      const commission = textOf(row, "ibCommissionCurrency");
      const isApart =
        commission !== undefined &&
        commission !== row.attributes["currency"] &&
        row.attributes["assetCategory"] !== "CASH";
      if (isApart && !isZero(numberOrZero(row, "ibCommission")))
        reading.add({ ...buildReversal(row, reading, `${original}:fee`, cancels), statedCash: undefined });
    });
  }
}
