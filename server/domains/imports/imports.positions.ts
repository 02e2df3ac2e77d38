/** Positions and cash of an account before and after a file, beside what the file states; and the balances it lacks. */
import type { AccountPreview, ImportRemark, OpeningBalance } from "@portico/api/imports.ts";
import type { Day } from "@portico/ledger/entry.ts";
import type { FileInstrument, ReadAccount, ReadFile } from "./imports.file.ts";
import type { Net } from "./imports.net.ts";
import type { Outcome, Resolved } from "./imports.statement.ts";
import { dayBefore, isNegative, isRounding, isZero, negated, sum } from "./imports.values.ts";

type Position = AccountPreview["positions"][number];

interface Looked {
  account: ReadAccount;
  outcome: Outcome;
  resolved: Resolved;
}

/**
 * What the file states counts for its last day. A ledger that goes on after that day cannot be compared with it: no
 * stated figures are shown then.
 */
const isComparable = ({ account, outcome }: Looked): boolean => {
  const { lastDay } = outcome.holdings;
  return lastDay === null || account.to === undefined || lastDay <= account.to;
};

const compared = (
  stated: string | null,
  after: string,
  isNone: (difference: string) => boolean = isZero,
): Pick<Position, "stated" | "difference"> => {
  if (stated === null) return { stated, difference: null };
  const difference = sum(stated, negated(after));
  return { stated, difference: isNone(difference) ? null : difference };
};

export function positionsOf(looked: Looked): Position[] {
  const { account, outcome, resolved } = looked;
  const comparable = isComparable(looked);
  return [
    ...instrumentPositions(account, outcome, resolved, comparable),
    ...cashPositions(account, outcome, comparable),
  ];
}

function instrumentPositions(
  account: ReadAccount,
  { preview, holdings }: Outcome,
  resolved: Resolved,
  comparable: boolean,
): Position[] {
  const rows = new Map<number, { before: string; after: string; currency: string }>();
  for (const { instrumentId, before, after, currency } of preview.changes)
    if (instrumentId !== null) rows.set(instrumentId, { before, after, currency });
  const stated = new Map<number, string>();
  const unresolved: Position[] = [];
  for (const position of account.positions) {
    const id = resolved.ids[position.instrument];
    if (id === undefined) {
      const { instrument } = position;
      unresolved.push(unknownPosition(resolved.described[instrument] as FileInstrument, position.quantity));
      continue;
    }
    stated.set(id, position.quantity);
    const held = holdings.positions.get(id) ?? "0";
    if (!rows.has(id)) rows.set(id, { before: held, after: held, currency: position.currency });
  }
  const known = [...rows].map(([id, { before, after, currency }]): Position => {
    const named = resolved.names.get(id);
    // A file that lists open positions says of every other that there is none.
    const says = account.positions.length === 0 || !comparable ? null : (stated.get(id) ?? "0");
    return {
      name: named?.name ?? String(id),
      ticker: named?.ticker ?? null,
      currency,
      instrumentId: resolved.known.has(id) ? id : null,
      cash: false,
      before,
      after,
      ...compared(says, after),
    };
  });
  return [...known, ...(comparable ? unresolved : [])].toSorted((a, b) => a.name.localeCompare(b.name));
}

const unknownPosition = ({ name, ticker, currency }: FileInstrument, quantity: string): Position => ({
  name,
  ticker,
  currency,
  instrumentId: null,
  cash: false,
  before: "0",
  after: "0",
  ...compared(quantity, "0"),
});

function cashPositions(account: ReadAccount, { preview, holdings }: Outcome, comparable: boolean): Position[] {
  const rows = new Map<string, { before: string; after: string }>();
  for (const { instrumentId, before, after, currency } of preview.changes)
    if (instrumentId === null) rows.set(currency, { before, after });
  for (const { currency } of account.cash) {
    const held = holdings.cash.get(currency) ?? "0";
    if (!rows.has(currency)) rows.set(currency, { before: held, after: held });
  }
  return [...rows]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([currency, { before, after }]): Position => {
      const says = account.cash.find((cash) => cash.currency === currency)?.amount ?? null;
      return {
        name: currency,
        ticker: null,
        currency,
        instrumentId: null,
        cash: true,
        before,
        after,
        ...compared(comparable ? says : null, after, isRounding),
      };
    });
}

/**
 * Balances that would let the file in, or close its breaks: what is missing for shares not to fall below zero, and for a
 * ledger that begins with this file what it states beyond its own entries. They lie on the day before its first.
 */
export function suggestionsOf({
  file,
  account,
  outcome,
  resolved,
  net,
  own,
  first,
}: Looked & { file: ReadFile; net: Net; own: Net; first: Day }): OpeningBalance[] {
  if (first === "") return [];
  const day = dayBefore(first);
  const begins = outcome.holdings.lastDay === null;
  const quantities = new Map<number, { quantity: string; cost: string | null; currency: string }>();
  for (const { instrumentId, quantity } of outcome.preview.missing) {
    const index = resolved.places.get(instrumentId);
    if (index !== undefined)
      quantities.set(index, { quantity, cost: null, currency: (file.instruments[index] as FileInstrument).currency });
  }
  if (begins)
    for (const position of account.positions) {
      const moved = net.quantities.get(position.instrument) ?? "0";
      const quantity = sum(position.quantity, negated(moved));
      if (isZero(quantity) || isNegative(quantity)) continue;
      // The stated cost is that of the end; it was the same at the start where nothing was traded between.
      const untouched = !net.quantities.has(position.instrument);
      const cost = untouched ? (position.cost ?? null) : null;
      quantities.set(position.instrument, { quantity, cost, currency: position.currency });
    }
  const instruments = [...quantities].map(([index, { quantity, cost, currency }]): OpeningBalance => {
    const { isin, ticker } = file.instruments[index] as FileInstrument;
    return { account: account.account, day, instrument: isin ?? ticker, quantity, currency, amount: cost };
  });
  if (!begins) return instruments;
  const cash = account.cash.flatMap((stated): OpeningBalance[] => {
    const { currency, starting } = stated;
    // A file that does not agree with itself is shown as it is: nothing is made up to close its break.
    if (starting === undefined || isRounding(starting) || !isRounding(breakOf(stated, own))) return [];
    const typed = sum(net.cash.get(currency) ?? "0", negated(own.cash.get(currency) ?? "0"));
    const missing = sum(starting, negated(typed));
    return isZero(missing) ? [] : [{ account: account.account, day, currency, amount: missing }];
  });
  return [...instruments, ...cash];
}

/** What a file's own closing cash has beyond its opening cash and its entries; "0" where it states no opening cash. */
function breakOf({ currency, amount, starting }: ReadAccount["cash"][number], net: Net): string {
  return starting === undefined ? "0" : sum(amount, negated(starting), negated(net.cash.get(currency) ?? "0"));
}

/** The breaks within a file: it states other closing cash than its own opening cash and rows make. */
export function cashBreaksOf({ account, cash }: ReadAccount, net: Net): ImportRemark[] {
  return cash.flatMap((stated): ImportRemark[] => {
    const amount = breakOf(stated, net);
    return isRounding(amount) ? [] : [{ code: "cashBreak", line: null, account, currency: stated.currency, amount }];
  });
}
