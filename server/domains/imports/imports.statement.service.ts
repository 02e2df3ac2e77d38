/**
 * Compares a statement with the portal's data: accounts, instruments, known entries, resulting changes. Runs in a
 * transaction that the preview rolls back and the confirmation commits, so that both have the same result.
 */
import type { AccountPreview, ImportRefusal, ImportRemark } from "@portico/api/imports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { findHoldersByClientNumbers } from "../holders/holders.service.ts";
import {
  ensureInstruments,
  type InstrumentDescription,
  matchInstruments,
} from "../market-data/market-data.instruments.service.ts";
import { getInstruments, type InstrumentRecord } from "../market-data/market-data.service.ts";
import type { EntriesPreview, EntryRefusal, NewEntry } from "../portfolios/ledger/entries.ts";
import { findBookedTrades, findBookings, type Holdings } from "../portfolios/ledger/holdings.service.ts";
import { aimRows, nameReversed } from "./imports.cancellations.service.ts";
import { type FileEntry, type FileInstrument, type ReadAccount, type ReadFile, shortened } from "./imports.file.ts";
import { calculateNet } from "./imports.net.ts";
import { noLine } from "./imports.opening.ts";
import { inBookingOrder } from "./imports.order.ts";
import { comparePositions, findCashBreaks, suggestOpenings } from "./imports.positions.ts";
import type { Validated } from "./imports.preview.service.ts";
import { aimCancellations, type BookingsOf, renameRebooked } from "./imports.rebookings.ts";
import { type Original, retainedCommissions } from "./imports.retained-commissions.ts";
import { listTransfers } from "./imports.transfers.ts";

/** Entries of one account, ready for the writer. */
interface Batch {
  account: string;
  holder: Holder & { name: string };
  entries: NewEntry[];
  /** Index of each entry in the file. */
  places: number[];
}

/** The file's instruments as known to the firm. */
export interface Resolved {
  /** By index in the file; undefined for an instrument that nothing books and the firm does not know. */
  ids: (number | undefined)[];
  /** Ids that existed before this file. */
  known: ReadonlySet<number>;
  names: Map<number, { name: string; ticker: string; currency: string }>;
  /** Existing instruments that got a name from this file. */
  completed: readonly number[];
  /** As described in the file. */
  described: readonly FileInstrument[];
  /** First index in the file, by id. */
  places: ReadonlyMap<number, number>;
}

/** The source of the instrument ids in a file. */
const aliasSource = "ib";

const described = (instrument: FileInstrument): InstrumentDescription => ({
  name: instrument.name,
  ticker: instrument.ticker,
  currency: instrument.currency,
  assetClass: instrument.assetClass,
  ...(instrument.isin !== undefined && { isin: instrument.isin }),
  ...(instrument.country !== undefined && { country: instrument.country }),
  ...(instrument.conid !== undefined && { externalId: instrument.conid }),
});

const instrumentsOf = ({ instrument, counter, undoes }: FileEntry): number[] =>
  [instrument, counter?.instrument, undoes?.instrument, undoes?.counter?.instrument].filter(
    (index) => index !== undefined,
  );

const namesOf = ({ name, ticker, isin }: InstrumentRecord): string => JSON.stringify([name, ticker, isin]);

/** Finds the file's instruments, and creates those that its entries need and the firm does not know. */
async function resolveInstruments(
  trx: Trx,
  file: ReadFile,
  typedInstruments: ReadonlySet<number>,
  refuse: (refusal: ImportRefusal) => void,
): Promise<Resolved> {
  const firstUse = new Map<number, FileEntry>();
  for (const entry of file.entries)
    for (const index of instrumentsOf(entry)) if (!firstUse.has(index)) firstUse.set(index, entry);
  const matches = await matchInstruments(trx, aliasSource, file.instruments.map(described));
  const wanted: number[] = [];
  const ids: (number | undefined)[] = matches.map((match) =>
    typeof match === "string" ? undefined : match.instrument.id,
  );
  const names = new Map<number, { name: string; ticker: string; currency: string }>();
  for (const match of matches) if (typeof match !== "string") names.set(match.instrument.id, match.instrument);
  for (const [index, match] of matches.entries()) {
    const used = firstUse.get(index);
    if (!used) continue;
    const detail = shortened((file.instruments[index] as FileInstrument).ticker);
    const at = { line: used.line === noLine ? null : used.line, detail, account: used.account };
    if (match === "ambiguous") refuse({ ...at, code: "ambiguousInstrument" });
    else if (match === "unknown" && typedInstruments.has(index)) refuse({ ...at, code: "unknownInstrument" });
    else wanted.push(index);
  }
  const ensured = await ensureInstruments(
    trx,
    aliasSource,
    wanted.map((index) => described(file.instruments[index] as FileInstrument)),
  );
  const completed: number[] = [];
  for (const [place, instrument] of ensured.entries()) {
    if (!instrument) continue;
    const match = matches[wanted[place] as number];
    if (typeof match === "object" && namesOf(match.instrument) !== namesOf(instrument)) completed.push(instrument.id);
    ids[wanted[place] as number] = instrument.id;
    names.set(instrument.id, instrument);
  }
  const known = new Set(matches.flatMap((match) => (typeof match === "string" ? [] : [match.instrument.id])));
  const places = new Map<number, number>();
  for (const [index, id] of ids.entries()) if (id !== undefined && !places.has(id)) places.set(id, index);
  return { ids, known, names, completed, described: file.instruments, places };
}

/** The entry in the writer's format; undefined if its instrument was refused. */
function toNewEntry(entry: FileEntry, { ids }: Resolved): NewEntry | undefined {
  const {
    line: _line,
    account: _account,
    statedCash: _stated,
    retainedFrom: _kept,
    rebooking: _rebooking,
    costOpen: _costOpen,
    undoes: _undoes,
    corrects: _corrects,
    readAs: _readAs,
    isCostTyped: _typed,
    instrument,
    counter,
    ...rest
  } = entry;
  const instrumentId = instrument === undefined ? undefined : ids[instrument];
  const counterId = counter?.instrument === undefined ? undefined : ids[counter.instrument];
  if (instrument !== undefined && instrumentId === undefined) return undefined;
  if (counter?.instrument !== undefined && counterId === undefined) return undefined;
  return {
    ...rest,
    ...(instrumentId !== undefined && { instrumentId }),
    ...(counter && {
      counter: {
        currency: counter.currency,
        amount: counter.amount,
        quantity: counter.quantity,
        ...(counterId !== undefined && { instrumentId: counterId }),
      },
    }),
  };
}

export interface Prepared {
  resolved: Resolved;
  batches: Batch[];
  refusals: ImportRefusal[];
  holders: ReadonlyMap<string, Holder & { name: string }>;
  /** Rows that cancel nothing that is known, and are booked as the movements that they state. */
  unaimed: readonly FileEntry[];
}

/** Finds the trades that a file cancels: in the file itself, and booked before. */
async function findOriginals(
  trx: Trx,
  file: ReadFile,
  holders: Prepared["holders"],
): Promise<Parameters<typeof retainedCommissions>[1]> {
  const key = (account: string, externalId: string): string => `${account} ${externalId}`;
  const originals = new Map<string, Original>();
  const cancelled = Map.groupBy(
    file.entries.filter(({ statedCash }) => statedCash !== undefined),
    ({ account }) => account,
  );
  if (cancelled.size === 0) return () => undefined;
  for (const [account, entries] of cancelled) {
    const holder = holders.get(account);
    if (!holder) continue;
    const ids = entries.flatMap(({ reversesExternalId }) => reversesExternalId ?? []);
    for (const booked of await findBookedTrades(trx, holder, ids))
      originals.set(key(account, booked.externalId), booked);
  }
  for (const { account, externalId, currency, amount, instrument } of file.entries)
    originals.set(key(account, externalId), { currency, amount, instrument });
  return (account, externalId) => originals.get(key(account, externalId));
}

/** What earlier files booked of the trades that this one books or cancels. */
async function bookedBefore(trx: Trx, { entries }: ReadFile, holders: Prepared["holders"]): Promise<BookingsOf> {
  const bookings = new Map<string, Awaited<ReturnType<typeof findBookings>>>();
  for (const [account, own] of Map.groupBy(entries, (entry) => entry.account)) {
    const holder = holders.get(account);
    const trades = new Set(own.flatMap(({ rebooking, cancels }) => rebooking?.trade ?? cancels?.trade ?? []));
    if (holder && trades.size > 0) bookings.set(account, await findBookings(trx, holder, [...trades]));
  }
  return (account, trade) => bookings.get(account)?.get(trade) ?? [];
}

/** Finds the holders and instruments of the entries. */
export async function prepareStatement(
  trx: Trx,
  file: ReadFile,
  typedInstruments: ReadonlySet<number>,
): Promise<Prepared> {
  const refusals: ImportRefusal[] = [...file.refusals];
  const holders = await findHoldersByClientNumbers(trx, [...file.accounts.keys()]);
  const bookingsOf = await bookedBefore(trx, file, holders);
  renameRebooked(file.entries, bookingsOf);
  aimCancellations(file.entries, bookingsOf);
  file.entries.push(...retainedCommissions(file.entries, await findOriginals(trx, file, holders)));
  const resolved = await resolveInstruments(trx, file, typedInstruments, (refusal) => refusals.push(refusal));
  const { unaimed } = await aimRows(trx, file, { holders, resolved });
  await nameReversed(trx, file, holders);
  const refused = new Set(unaimed.filter(({ undoes }) => undoes?.otherwise === "refused"));
  for (const { line, account, description = null } of refused)
    refusals.push({ line, code: "unknownReversal", detail: description && shortened(description), account });
  const byAccount = new Map<string, { entries: FileEntry[]; places: number[] }>();
  const placeOf = new Map(file.entries.map((entry, place) => [entry, place]));
  for (const entry of inBookingOrder(file.entries)) {
    if (refused.has(entry)) continue;
    const place = placeOf.get(entry) as number;
    const own = byAccount.get(entry.account) ?? { entries: [], places: [] };
    own.entries.push(entry);
    own.places.push(place);
    byAccount.set(entry.account, own);
  }
  for (const account of file.accounts.keys()) {
    if (holders.has(account)) continue;
    const line = byAccount.get(account)?.entries[0]?.line ?? null;
    refusals.push({ line: line === noLine ? null : line, code: "unknownAccount", detail: account, account });
  }
  const batches: Batch[] = [];
  for (const [account, own] of byAccount) {
    const holder = holders.get(account);
    if (!holder) continue;
    const batch: Batch = { account, holder, entries: [], places: [] };
    for (const [index, entry] of own.entries.entries()) {
      const made = toNewEntry(entry, resolved);
      if (!made) continue;
      batch.entries.push(made);
      batch.places.push(own.places[index] as number);
    }
    batches.push(batch);
  }
  // The same order for all writers, so that two files about the same holders wait for each other instead of
  // deadlocking.
  batches.sort(
    (a, b) => a.holder.holderType.localeCompare(b.holder.holderType) || a.holder.holderId - b.holder.holderId,
  );
  return { resolved, batches, refusals, holders, unaimed: unaimed.filter((row) => !refused.has(row)) };
}

/** Refusals about an instrument, whose message names it. */
const namedRefusals: readonly EntryRefusal["code"][] = [
  "quantityBelowZero",
  "costAboveHeld",
  "splitDiffers",
  "nothingToSplit",
  "openingBalanceNotFirst",
];

/** Looks up the names of refused instruments that the file does not name, such as those of a reversed entry. */
export async function nameRefused(
  trx: Trx,
  { resolved: { names } }: Prepared,
  { refusals }: Pick<EntriesPreview, "refusals">,
): Promise<void> {
  const ids = refusals.flatMap(({ instrumentId: id }) => (id === undefined || names.has(id) ? [] : [id]));
  if (ids.length === 0) return;
  for (const [id, instrument] of await getInstruments(trx, ids)) names.set(id, instrument);
}

/** The writer's refusal as shown in the preview, with the line of the file. */
export function toImportRefusal(
  file: ReadFile,
  batch: Batch,
  { resolved }: Prepared,
  refusal: EntryRefusal,
): ImportRefusal {
  const entry = file.entries[batch.places[refusal.index] ?? -1];
  const named = refusal.instrumentId === undefined ? undefined : resolved.names.get(refusal.instrumentId);
  const name = named?.name ?? named?.ticker ?? "?";
  const withName = named && namedRefusals.includes(refusal.code);
  const detail = withName
    ? refusal.detail === null || refusal.code === "costAboveHeld"
      ? name
      : `${name} (${refusal.detail})`
    : (refusal.detail?.replace(/^(ib:\w+|csv|opening|row):/, "") ?? null);
  const line = entry === undefined || entry.line === noLine ? null : entry.line;
  return { line, code: refusal.code, detail: detail === null ? null : shortened(detail), account: batch.account };
}

export interface Outcome {
  batch: Batch;
  preview: EntriesPreview;
  /** The holder's holdings before the file. */
  holdings: Holdings;
}

/** The preview of a statement, from the writer's results for each account. */
export function validatedStatement(file: ReadFile, prepared: Prepared, outcomes: readonly Outcome[]): Validated {
  const refusals = [...prepared.refusals];
  const known = new Set<number>();
  for (const { batch, preview } of outcomes) {
    for (const refusal of preview.refusals) refusals.push(toImportRefusal(file, batch, prepared, refusal));
    for (const index of preview.known) known.add(batch.places[index] as number);
  }
  refusals.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const byAccount = Map.groupBy(file.entries, ({ account }) => account);
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.batch.account, outcome]));
  const accounts = [...file.accounts.values()].map((account) =>
    accountPreview(file, prepared, {
      account,
      entries: byAccount.get(account.account) ?? [],
      outcome: outcomeOf.get(account.account),
    }),
  );
  const heldBefore = (account: string, instrument: number): string =>
    outcomeOf.get(account)?.holdings.positions.get(prepared.resolved.ids[instrument] ?? -1) ?? "0";
  const remarks = [
    ...[...file.accounts.values()].flatMap((account) =>
      findCashBreaks(account, calculateNet(ownEntries(byAccount.get(account.account) ?? []))),
    ),
    ...file.entries.flatMap(({ retainedFrom, line, account, currency, amount }): ImportRemark[] =>
      retainedFrom === undefined ? [] : [{ code: "commissionKept", line, account, currency, amount, detail: null }],
    ),
    ...prepared.unaimed.flatMap((row): ImportRemark[] => {
      const { line, account, currency, amount, quantity, instrument, description } = row;
      if (known.has(file.entries.indexOf(row))) return [];
      const of = instrument === undefined ? description : file.instruments[instrument]?.name;
      const detail = [quantity, of].filter((part) => part !== undefined).join(" ") || null;
      return [{ code: "cancelsNothing", line, account, currency, amount, detail }];
    }),
    ...outcomes.flatMap(({ batch, preview }) =>
      preview.withoutUnits.flatMap((index): ImportRemark[] => {
        const entry = file.entries[batch.places[index] ?? -1];
        if (!entry) return [];
        const { line, account, currency, amount, instrument } = entry;
        const detail = file.instruments[instrument ?? -1]?.name ?? null;
        return [{ code: "capitalWithoutShares", line, account, currency, amount, detail }];
      }),
    ),
    ...file.entries.flatMap(({ costOpen, line, account, currency, day }, index): ImportRemark[] =>
      costOpen === undefined || known.has(index)
        ? []
        : [{ code: "costOpen", line, account, currency, amount: "0", detail: `${day} · ${costOpen}` }],
    ),
  ];
  return {
    refusals,
    remarks,
    accounts,
    transfers: listTransfers(file, known, heldBefore),
    known,
    knownRows: known.size,
    newRows: file.entries.length - known.size,
    quotes: [],
  };
}

/** Entries of the file itself, without typed balances. */
const ownEntries = (entries: readonly FileEntry[]): FileEntry[] => entries.filter(({ line }) => line !== noLine);

function accountPreview(
  file: ReadFile,
  { resolved, holders }: Prepared,
  { account, entries, outcome }: { account: ReadAccount; entries: readonly FileEntry[]; outcome: Outcome | undefined },
): AccountPreview {
  const holder = holders.get(account.account);
  const days = entries.filter(({ line }) => line !== noLine).map(({ day }) => day);
  const first = days.reduce((least, day) => (day < least ? day : least), days[0] ?? "");
  const last = days.reduce((most, day) => (day > most ? day : most), days[0] ?? "");
  const knownEntries = outcome?.preview.known.length ?? 0;
  const from = account.from ?? (first || null);
  const net = calculateNet(entries);
  const own = calculateNet(ownEntries(entries));
  return {
    account: account.account,
    holder: holder ? { holder_type: holder.holderType, holder_id: holder.holderId, name: holder.name } : null,
    from,
    to: account.to ?? (last || null),
    entries: entries.length,
    newEntries: entries.length - knownEntries,
    knownEntries,
    cashBelowZero: outcome?.preview.cashBelowZero ?? [],
    positions: outcome ? comparePositions({ account, outcome, resolved }) : [],
    suggestedOpeningBalances: outcome
      ? suggestOpenings({
          file,
          account,
          outcome,
          resolved,
          net,
          own,
          first: from !== null && (first === "" || from < first) ? from : first,
        })
      : [],
  };
}
