/** Positions and cash of an account before and after a file, compared with the file's figures; and missing balances. */
import type { AccountPreview, ImportRemark, OpeningBalance } from "@portico/api/imports.ts";
import type { Day } from "@portico/ledger/entry.ts";
import type { Resolved } from "../booking/new-entries.ts";
import type { Outcome } from "../booking/statement.ts";
import type { Net } from "../reading/net-changes.ts";
import type { FileInstrument, ReadAccount, ReadFile } from "../reading/parsed-file.ts";
import { dayBefore, isNegative, isRounding, isZero, negated, sum } from "../reading/values.ts";

type Position = AccountPreview["positions"][number];

interface MatchedAccount {
  account: ReadAccount;
  outcome: Outcome;
  resolved: Resolved;
}

/**
 * Stated figures are those of the file's last day. If the ledger continues after that day, they cannot be compared and
 * are not shown.
 */
const isComparable = ({ account, outcome }: MatchedAccount): boolean => {
  const { lastDay } = outcome.holdings;
  return lastDay === null || account.to === undefined || lastDay <= account.to;
};

/** Of what the holder has, the file states what does not lie elsewhere. */
const compared = (
  stated: string | null,
  { after, elsewhere = "0" }: { after: string; elsewhere?: string | undefined },
  isNone: (difference: string) => boolean = isZero,
): Pick<Position, "stated" | "difference"> => {
  if (stated === null) return { stated, difference: null };
  const difference = sum(stated, elsewhere, negated(after));
  return { stated, difference: isNone(difference) ? null : difference };
};

export function comparePositions(matched: MatchedAccount): Position[] {
  const { account, outcome, resolved } = matched;
  const comparable = isComparable(matched);
  return [
    ...instrumentPositions(account, outcome, resolved, comparable),
    ...cashPositions(account, outcome, comparable),
  ];
}

function instrumentPositions(
  account: ReadAccount,
  { preview, holdings, elsewhere }: Outcome,
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
    // A file that lists open positions states zero for every other one.
    const says = account.positions.length === 0 || !comparable ? null : (stated.get(id) ?? "0");
    return {
      name: named?.name ?? String(id),
      ticker: named?.ticker ?? null,
      currency,
      instrumentId: resolved.known.has(id) ? id : null,
      cash: false,
      before,
      after,
      ...compared(says, { after, elsewhere: elsewhere.positions.get(id) }),
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
  ...compared(quantity, { after: "0" }),
});

function cashPositions(
  account: ReadAccount,
  { preview, holdings, elsewhere }: Outcome,
  comparable: boolean,
): Position[] {
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
        ...compared(comparable ? says : null, { after, elsewhere: elsewhere.cash.get(currency) }, isRounding),
      };
    });
}

/**
 * Balances that would allow the file, or close its breaks: holdings needed not to fall below zero, and for a ledger
 * that starts with this file, stated figures beyond its own entries. They are dated the day before its first.
 */
export function suggestOpenings({
  file,
  account,
  outcome,
  resolved,
  net,
  own,
  first,
}: MatchedAccount & { file: ReadFile; net: Net; own: Net; first: Day }): OpeningBalance[] {
  if (first === "") return [];
  const day = dayBefore(first);
  const begins = outcome.holdings.lastDay === null;
  const quantities = new Map<number, { quantity: string; cost: string | null; currency: string }>();
  for (const { instrumentId, quantity, day: firstDay } of outcome.preview.missing) {
    // It would be refused after an earlier entry of the instrument: units are missing between two statements.
    if (firstDay < day) continue;
    const index = resolved.places.get(instrumentId);
    if (index !== undefined)
      quantities.set(index, { quantity, cost: null, currency: (file.instruments[index] as FileInstrument).currency });
  }
  if (begins)
    for (const position of account.positions) {
      const moved = net.quantities.get(position.instrument) ?? "0";
      const quantity = sum(position.quantity, negated(moved));
      if (isZero(quantity) || isNegative(quantity)) continue;
      // The stated cost is the closing one; it equals the opening cost if nothing was traded.
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
    // A file that contradicts itself is shown as it is: no balance is invented to close its break.
    if (starting === undefined || isRounding(starting) || !isRounding(calculateBreak(stated, own))) return [];
    const typed = sum(net.cash.get(currency) ?? "0", negated(own.cash.get(currency) ?? "0"));
    const missing = sum(starting, negated(typed));
    return isZero(missing) ? [] : [{ account: account.account, day, currency, amount: missing }];
  });
  return [...instruments, ...cash];
}

/** Closing cash minus opening cash and entries of a file; "0" if it states no opening cash. */
function calculateBreak({ currency, amount, starting }: ReadAccount["cash"][number], net: Net): string {
  return starting === undefined ? "0" : sum(amount, negated(starting), negated(net.cash.get(currency) ?? "0"));
}

/** Breaks within a file: its closing cash differs from its opening cash plus rows. */
export function findCashBreaks({ account, cash }: ReadAccount, net: Net): ImportRemark[] {
  return cash.flatMap((stated): ImportRemark[] => {
    const amount = calculateBreak(stated, net);
    return isRounding(amount)
      ? []
      : [{ code: "cashBreak", line: null, account, currency: stated.currency, amount, detail: null }];
  });
}
