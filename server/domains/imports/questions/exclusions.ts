/** Instruments that staff exclude from a portfolio by name, because the portal cannot book them. */
import type { DecimalString } from "@portico/ledger/entry.ts";
import { lastingName } from "../reading/instruments.ts";
import type { Excludable, Excluded, FileInstrument, ReadFile } from "../reading/parsed-file.ts";
import { sum } from "../reading/values.ts";

/** Key of an excluded instrument: the same in every file of its custodian. */
export const exclusionKey = (instrument: FileInstrument): string => lastingName(instrument);

/** Stores an instrument that caused a refusal. */
export function noteExcludable(file: ReadFile, instrument: FileInstrument, category: string | null): void {
  const key = exclusionKey(instrument);
  const known: Excludable = file.excludable.get(key) ?? { key, name: instrument.name, category, rows: 0 };
  file.excludable.set(key, { ...known, rows: known.rows + 1 });
}

interface LeftOutRow {
  account: string;
  instrument: FileInstrument;
  category: string | null;
  cash?: { currency: string; amount: DecimalString } | undefined;
  /** Of an open position. */
  quantity?: DecimalString | undefined;
}

/** Counts a row of an excluded instrument. */
export function noteExcluded(file: ReadFile, { account, instrument, category, cash, quantity }: LeftOutRow): void {
  const key = exclusionKey(instrument);
  const place = `${account} ${key}`;
  const known: Excluded = file.excluded.get(place) ?? {
    account,
    key,
    name: instrument.name,
    category,
    rows: 0,
    quantity: null,
    cash: new Map(),
  };
  known.rows += 1;
  if (quantity !== undefined) known.quantity = sum(known.quantity ?? "0", quantity);
  if (cash) known.cash.set(cash.currency, sum(known.cash.get(cash.currency) ?? "0", cash.amount));
  file.excluded.set(place, known);
}
