/** Net changes of a file's own entries, for comparison with its closing figures. */
import type { DecimalString } from "@portico/ledger/entry.ts";
import { undoneBy } from "@portico/ledger/entry-parts.ts";
import type { FileEntry } from "./parsed-file.ts";
import { sum } from "./values.ts";

export interface Net {
  /** By index of the instrument. */
  quantities: Map<number, DecimalString>;
  cash: Map<string, DecimalString>;
}

function add<Key>(totals: Map<Key, DecimalString>, key: Key, value: DecimalString | undefined): void {
  if (value !== undefined) totals.set(key, sum(totals.get(key) ?? "0", value));
}

/**
 * Net change of each instrument and currency. An entry cancelled in the same file counts as zero; one booked before, as
 * the cash that its cancellation moved according to the file.
 */
export function calculateNet(entries: readonly FileEntry[]): Net {
  const reversals = entries.filter(({ kind }) => kind === "reversal");
  const undone = undoneBy(
    reversals.map(({ externalId, reversesExternalId = "" }) => ({ id: externalId, reverses: reversesExternalId })),
  );
  const here = new Set(undone.size === 0 ? [] : entries.map(({ externalId }) => externalId));
  const net: Net = { quantities: new Map(), cash: new Map() };
  for (const entry of entries) {
    const { counter, retainedFrom } = entry;
    if (undone.has(entry.externalId) || (retainedFrom !== undefined && !here.has(retainedFrom))) continue;
    if (entry.kind === "reversal") {
      if (!here.has(entry.reversesExternalId ?? "")) add(net.cash, entry.currency, entry.statedCash);
      continue;
    }
    if (entry.instrument !== undefined) add(net.quantities, entry.instrument, entry.quantity);
    add(net.cash, entry.currency, entry.amount);
    if (counter?.instrument !== undefined) add(net.quantities, counter.instrument, counter.quantity);
    if (counter?.currency !== undefined) add(net.cash, counter.currency, counter.amount);
  }
  return net;
}
