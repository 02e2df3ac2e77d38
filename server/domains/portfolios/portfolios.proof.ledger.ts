/** The ledger replayed for a proof: the state at its end, and what each of the last entries changed of one figure. */

import type { RateOf } from "@portico/ledger/conversion.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Entry, EntryKind } from "@portico/ledger/entry.ts";
import { standing } from "@portico/ledger/entry-parts.ts";
import { type LedgerState, Replayer } from "@portico/ledger/replay.ts";
import type { CustodyAccount } from "../../adapters/custodian/custodian.ts";
import type { Db } from "../../database/transaction.ts";
import type { MarketSeries } from "../market-data/market-data.series.ts";
import { listEntries } from "./portfolios.entries.queries.ts";
import type { BookedEntry } from "./portfolios.entries.ts";
import { loadMaths } from "./portfolios.maths.ts";

/** A figure that entries build up, as it is read from a state. */
export interface BuiltFigure {
  /** Of one holding, by its row's key; of everything where undefined. */
  key: string | undefined;
  read: (state: LedgerState) => string | null;
  /** False for an entry that cannot change the figure: it is neither shown nor counted. */
  concerns: (entry: Entry) => boolean;
}

interface EntryStep {
  entry: BookedEntry;
  change: string | null;
}

export interface Replayed {
  state: LedgerState;
  /** What the newest entries changed, in their order. */
  steps: EntryStep[];
  /** What the entries before them, which are not shown one by one, made of the figure. */
  earlier: { count: number; value: string | null };
  rate: RateOf;
  series: MarketSeries;
}

/** Replays all of a holder's entries; `most` bounds how many are told one by one. */
export async function replayFor(
  db: Db,
  account: CustodyAccount,
  built: BuiltFigure | undefined,
  most: number,
): Promise<Replayed> {
  const entries = standing(await listEntries(db, account));
  const from = entries[0]?.day ?? "9999-12-31";
  const { options, series } = await loadMaths(db, account, entries, { from, to: entries.at(-1)?.day ?? from });
  const replayer = new Replayer(options);
  const concerned = built ? entries.filter(built.concerns) : [];
  const told = new Set(concerned.slice(-most).map(({ id }) => id));
  const read = (): string | null => built?.read(replayer.toJSON()) ?? null;
  const steps: EntryStep[] = [];
  let earlier: string | null = "0";
  let before: string | null = "0";
  for (const entry of entries) {
    if (told.has(entry.id) && steps.length === 0) {
      earlier = read();
      before = earlier;
    }
    replayer.apply(entry);
    if (!told.has(entry.id)) continue;
    const after = read();
    const change = before === null || after === null ? null : new Decimal(after).minus(before).toFixed();
    if (change !== "0") steps.push({ entry, change });
    before = after;
  }
  return {
    state: replayer.toJSON(),
    steps,
    earlier: { count: Math.max(0, concerned.length - most), value: earlier },
    rate: options.rate,
    series,
  };
}

const quantities: readonly EntryKind[] = [
  "openingBalance",
  "buy",
  "sell",
  "transferIn",
  "transferOut",
  "split",
  "exchange",
];
const incomes: readonly EntryKind[] = ["dividend", "interest"];
/** Kinds that give back cost while the units stay. */
const costs: readonly EntryKind[] = [...quantities, "returnOfCapital"];

type Part = "quantity" | "costBase" | "realisedBase" | "incomeBase" | "feesBase" | "taxBase";

const add = (values: (string | null)[]): string | null =>
  values.reduce<string | null>(
    (sum, value) => (sum === null || value === null ? null : new Decimal(sum).plus(value).toFixed()),
    "0",
  );

/** Reads one part of a holding, or its sum over all holdings. */
function readPart(part: Part, key: string | undefined): (state: LedgerState) => string | null {
  const ofCash = (cash: LedgerState["cash"][string]): string | null => (part === "quantity" ? cash.amount : cash[part]);
  if (key === undefined)
    return ({ positions, cash }) =>
      add([...Object.values(positions).map((position) => position[part]), ...Object.values(cash).map(ofCash)]);
  return ({ positions, cash }) => {
    const [position, balance] = [positions[key], cash[key]];
    return position ? position[part] : balance ? ofCash(balance) : "0";
  };
}

/** True where the entry is about the holding of the row: its instrument, or cash of its currency. */
const isAbout =
  (key: string | undefined) =>
  ({ instrumentId, currency, counter }: Entry): boolean =>
    key === undefined ||
    String(instrumentId) === key ||
    String(counter?.instrumentId) === key ||
    currency === key ||
    counter?.currency === key;

/** The figures that entries build up. */
export function builtFigure(part: Part, key: string | undefined): BuiltFigure {
  const about = isAbout(key);
  const isCash = key !== undefined && /^[A-Z]{3}$/.test(key);
  const onHolding = (entry: Entry): boolean => about(entry) && (isCash ? entry.instrumentId === undefined : true);
  const concerns: Record<Part, (entry: Entry) => boolean> = {
    quantity: (entry) => about(entry) && (isCash || quantities.includes(entry.kind)),
    costBase: (entry) => about(entry) && (isCash || costs.includes(entry.kind)),
    // Cash of a foreign currency gains or loses whenever it is spent.
    realisedBase: (entry) => about(entry) && (key === undefined || isCash || costs.includes(entry.kind)),
    incomeBase: (entry) => onHolding(entry) && (incomes.includes(entry.kind) || entry.accruedInterest !== undefined),
    feesBase: (entry) =>
      onHolding(entry) && (entry.fee !== undefined || entry.kind === "fee" || entry.kind === "interest"),
    taxBase: (entry) => onHolding(entry) && (entry.tax !== undefined || entry.kind === "tax"),
  };
  return { key, read: readPart(part, key), concerns: concerns[part] };
}

const flows: readonly EntryKind[] = ["openingBalance", "deposit", "withdrawal", "transferIn", "transferOut"];

export const netDepositsFigure: BuiltFigure = {
  key: undefined,
  read: ({ netDepositsBase }) => netDepositsBase,
  concerns: ({ kind }) => flows.includes(kind),
};
