/** What a file's own entries add up to, for comparing with what it states at its end. */
import type { DecimalString } from "@portico/ledger/entry.ts";
import type { FileEntry } from "./imports.file.ts";
import { sum } from "./imports.values.ts";

export interface Net {
  /** By index of the instrument. */
  quantities: Map<number, DecimalString>;
  cash: Map<string, DecimalString>;
}

function add<Key>(totals: Map<Key, DecimalString>, key: Key, value: DecimalString | undefined): void {
  if (value !== undefined) totals.set(key, sum(totals.get(key) ?? "0", value));
}

/** Net change of each instrument and currency; an entry that is undone in the same file counts for nothing. */
export function netOf(entries: readonly FileEntry[]): Net {
  const undone = new Set(entries.flatMap(({ reversesExternalId }) => reversesExternalId ?? []));
  const net: Net = { quantities: new Map(), cash: new Map() };
  for (const entry of entries) {
    if (entry.kind === "reversal" || undone.has(entry.externalId)) continue;
    if (entry.instrument !== undefined) add(net.quantities, entry.instrument, entry.quantity);
    add(net.cash, entry.currency, entry.amount);
    const { counter } = entry;
    if (counter?.instrument !== undefined) add(net.quantities, counter.instrument, counter.quantity);
    if (counter?.currency !== undefined) add(net.cash, counter.currency, counter.amount);
  }
  return net;
}
