/** The figures built from entries: which entries concern each, and how it is read from a ledger state. */
import type { ProvableFigure } from "@portico/api/portfolios.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Entry, EntryKind } from "@portico/ledger/entry.ts";
import type { LedgerState, StoredFigure } from "@portico/ledger/state.ts";

const holdingParts = [
  "quantity",
  "costBase",
  "realisedBase",
  "incomeBase",
  "feesBase",
  "taxBase",
] as const satisfies StoredFigure[];
type Part = StoredFigure | "netDepositsBase";

/** Which entries concern a figure: those of its row, of one of the kinds or with one of the fields. */
export interface Selection {
  /** The row's key: an instrument's id or a currency; undefined for the total. */
  key: string | undefined;
  /** Null for entries of every kind. */
  kinds: readonly EntryKind[] | null;
  fields: readonly ("fee" | "tax" | "accruedInterest")[];
  /** Only entries without an instrument. */
  unattached: boolean;
}

export interface BuiltFigure {
  part: Part;
  selection: Selection;
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
/** Kinds that change cost; a return of capital does so without changing units. */
const costs: readonly EntryKind[] = [...quantities, "returnOfCapital"];
const flows: readonly EntryKind[] = [
  "openingBalance",
  "deposit",
  "withdrawal",
  "transferIn",
  "transferOut",
  "excluded",
];

export const isCurrency = (key: string): boolean => /^[A-Z]{3}$/.test(key);

/** Kinds and fields for which an entry concerns a part; null kinds: every entry. */
function selectionOf(part: Part, key: string | undefined): Selection {
  const isCash = key !== undefined && isCurrency(key);
  const of = (kinds: readonly EntryKind[] | null, ...fields: Selection["fields"]): Selection => ({
    key,
    kinds,
    fields,
    unattached: false,
  });
  switch (part) {
    case "quantity":
      return of(isCash ? null : quantities);
    case "costBase":
      return of(isCash ? null : costs);
    case "realisedBase":
      // Foreign cash gains or loses whenever it is spent.
      return of(isCash || key === undefined ? null : costs);
    case "incomeBase":
      return { ...of(["dividend", "interest"], "accruedInterest"), unattached: isCash };
    case "feesBase":
      return { ...of(["fee", "interest"], "fee"), unattached: isCash };
    case "taxBase":
      return { ...of(["tax"], "tax"), unattached: isCash };
    case "netDepositsBase":
      return of(flows);
  }
}

export const builtFigure = (part: Part, key: string | undefined): BuiltFigure => ({
  part,
  selection: selectionOf(part, key),
});

/** Whether entries build the figure; undefined for one derived from prices, rates and other figures. */
export function builtFor(figure: ProvableFigure, key: string | undefined): BuiltFigure | undefined {
  switch (figure) {
    case "ownedShares":
      return builtFigure("quantity", key);
    case "totalInvested":
      return key === undefined ? undefined : builtFigure("costBase", key);
    case "realisedGain":
      return builtFigure("realisedBase", key);
    case "income":
      return builtFigure("incomeBase", key);
    case "fees":
      return builtFigure("feesBase", key);
    case "tax":
      return builtFigure("taxBase", key);
    case "netDeposits":
      return builtFigure("netDepositsBase", undefined);
    default:
      return undefined;
  }
}

/** Row keys of an entry: its instruments and currencies. */
export const listKeys = ({ instrumentId, currency, counter }: Entry): string[] => [
  ...new Set(
    [instrumentId, counter?.instrumentId, currency, counter?.currency].flatMap((key) =>
      key === undefined ? [] : String(key),
    ),
  ),
];

function isOfKind({ kinds, fields, unattached }: Selection, entry: Entry): boolean {
  if (unattached && entry.instrumentId !== undefined) return false;
  return kinds === null || kinds.includes(entry.kind) || fields.some((field) => entry[field] !== undefined);
}

/** True for an entry that may change the figure; others are neither shown nor counted. */
export const concerns = ({ selection }: BuiltFigure, entry: Entry): boolean =>
  (selection.key === undefined || listKeys(entry).includes(selection.key)) && isOfKind(selection, entry);

/** The figure's name in a checkpoint's counts. */
export const nameOf = ({ part, selection }: BuiltFigure): string => `${part} ${selection.key ?? ""}`.trimEnd();

const known = new Map<string, BuiltFigure[]>();
/** All figures of a row, or of the total: cached, because every entry of a long ledger needs them. */
function buildFigures(key: string): BuiltFigure[] {
  let figures = known.get(key);
  if (!figures) {
    // The number of instruments is unlimited, so the cache is emptied and refilled.
    if (known.size > 10_000) known.clear();
    figures =
      key === ""
        ? [
            ...holdingParts.slice(2).map((part) => builtFigure(part, undefined)),
            builtFigure("netDepositsBase", undefined),
          ]
        : holdingParts.map((part) => builtFigure(part, key));
    known.set(key, figures);
  }
  return figures;
}

/** Names of all figures concerned by the entry. */
export const listFigureNames = (entry: Entry): string[] =>
  ["", ...listKeys(entry)].flatMap((key) =>
    buildFigures(key).flatMap((figure) => (isOfKind(figure.selection, entry) ? nameOf(figure) : [])),
  );

const add = (values: (string | null)[]): string | null => {
  let sum = new Decimal(0);
  for (const value of values) {
    if (value === null) return null;
    sum = sum.plus(value);
  }
  return sum.toFixed();
};

/** Reads the figure from a state: of one holding, or its sum over all. */
export function readFigure({ part, selection: { key } }: BuiltFigure, state: LedgerState): string | null {
  if (part === "netDepositsBase") return state.netDepositsBase;
  const ofCash = (cash: LedgerState["cash"][string]): string | null => (part === "quantity" ? cash.amount : cash[part]);
  if (key === undefined)
    return add([...Object.values(state.positions).map((one) => one[part]), ...Object.values(state.cash).map(ofCash)]);
  const [position, balance] = [state.positions[key], state.cash[key]];
  return position ? position[part] : balance ? ofCash(balance) : "0";
}
