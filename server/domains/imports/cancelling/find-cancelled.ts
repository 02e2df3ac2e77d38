/** Finds what the rows of a file cancel, in the file and in the ledgers of its accounts. */
import type { Db } from "../../../kernel/transaction.ts";
import type { FoundAccount } from "../../custodians/resolve.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { findCancellable } from "../../portfolios/ledger/holdings.ts";
import { ofAccount, toLedgerId } from "../booking/account-ids.ts";
import type { FileEntry, ReadFile, Reversed } from "../reading/parsed-file.ts";
import { aimCancelling, type Cancellable } from "./cancellation-targets.ts";

interface Known {
  accounts: ReadonlyMap<string, FoundAccount>;
  resolved: { ids: readonly (number | undefined)[] };
}

/** Puts a reversal into the file in the place of each row that cancels something. Returns the rows that found nothing. */
export async function aimRows(
  db: Db,
  file: ReadFile,
  { accounts, resolved: { ids } }: Known,
): Promise<{ unaimed: FileEntry[] }> {
  const keyOf = (instrument: number | undefined): number | null =>
    instrument === undefined ? null : (ids[instrument] ?? -1 - instrument);
  const rows = file.entries.flatMap(({ readAs, ...entry }) => {
    const row = readAs ?? entry;
    const undoing = row.undoes ?? row.corrects;
    return undoing ? [{ row, undoing }] : [];
  });
  if (rows.length === 0) return { unaimed: [] };
  const candidates = new Map<string, Cancellable[]>();
  const counting = new Set<string>();
  for (const [account, own] of Map.groupBy(rows, ({ row }) => row.account)) {
    const booked = new Map<string, Cancellable>();
    const of = accounts.get(account);
    const days = own.map(({ row }) => row.day).toSorted();
    if (of) {
      const known = await findCancellable(db, of.holder, {
        externalIds: own.map(({ row }) => toLedgerId(of, row.externalId)),
        kinds: [...new Set(own.map(({ undoing }) => undoing.kind))],
        until: days.at(-1) ?? "",
      });
      for (const found of ofAccount(of, known)) {
        booked.set(found.externalId, found);
        if (found.reversal === null) counting.add(`${account} ${found.externalId}`);
      }
    }
    const inFile = file.entries.filter((entry) => entry.account === account && !entry.undoes);
    for (const entry of inFile)
      if (!booked.has(entry.externalId)) booked.set(entry.externalId, toCancellable(entry, keyOf));
    candidates.set(account, [...booked.values()]);
  }
  const { entries, unaimed } = aimCancelling(file.entries, {
    candidatesOf: (account) => candidates.get(account) ?? [],
    isBooked: (account, externalId) => counting.has(`${account} ${externalId}`),
    keyOf,
  });
  file.entries = entries;
  return { unaimed };
}

const toCancellable = (
  { externalId, kind, day, instrument, quantity, currency, amount, counter, description }: FileEntry,
  keyOf: (instrument: number | undefined) => number | null,
): Cancellable => ({
  externalId,
  kind,
  day,
  instrument: keyOf(instrument),
  quantity: quantity ?? null,
  currency,
  amount,
  counterInstrument: keyOf(counter?.instrument),
  counterQuantity: counter?.quantity ?? null,
  description: description ?? null,
  reversal: null,
});

/** Says what each reversal of the file reverses, so that the preview can name it. */
export async function nameReversed(db: Db, file: ReadFile, accounts: Known["accounts"]): Promise<void> {
  const reversals = file.entries.filter(({ reversesExternalId }) => reversesExternalId !== undefined);
  if (reversals.length === 0) return;
  const reversed = new Map<string, Reversed>();
  for (const [account, own] of Map.groupBy(reversals, (entry) => entry.account)) {
    const of = accounts.get(account);
    if (!of) continue;
    const externalIds = own.flatMap(({ reversesExternalId: id }) => (id === undefined ? [] : toLedgerId(of, id)));
    const known = await findCancellable(db, of.holder, { externalIds, kinds: [], until: "0001-01-01" });
    const booked = ofAccount(of, known);
    const instruments = await getInstruments(db, [...new Set(booked.flatMap(({ instrument }) => instrument ?? []))]);
    for (const { externalId, kind, day, currency, amount, quantity, instrument } of booked) {
      const name = (instrument === null ? undefined : instruments.get(instrument)?.name) ?? null;
      reversed.set(`${account} ${externalId}`, { kind, day, currency, amount, quantity, name });
    }
  }
  for (const { account, externalId, kind, day, currency, amount, quantity = null, instrument } of file.entries) {
    const name = (instrument === undefined ? undefined : file.instruments[instrument]?.name) ?? null;
    reversed.set(`${account} ${externalId}`, { kind, day, currency, amount, quantity, name });
  }
  file.reversed = reversed;
}
