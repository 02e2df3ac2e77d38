/** The instruments of a file as the firm knows them, and its entries in the writer's format. */
import type { ImportRefusal } from "@portico/api/imports.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import type { FoundAccount } from "../../custodians/resolve.ts";
import { ensureInstruments, type InstrumentDescription, matchInstruments } from "../../market-data/instruments.ts";
import type { InstrumentRecord } from "../../market-data/market-data.ts";
import type { NewEntry } from "../../portfolios/ledger/entries.ts";
import type { Decisions } from "../questions/decisions.ts";
import { followDecided, listRefusedRows, type RefusedEntry } from "../questions/refused-rows.ts";
import { noLine } from "../reading/opening-balances.ts";
import { type FileEntry, type FileInstrument, type ReadFile, shortened } from "../reading/parsed-file.ts";
import { instrumentSource } from "../reading/sources.ts";

/** The file's instruments as known to the firm. */
export interface Resolved {
  /** By index in the file; undefined for an instrument that nothing books and the firm does not know. */
  ids: (number | undefined)[];
  /** Ids that existed before this file. */
  known: ReadonlySet<number>;
  names: Map<number, { name: string; ticker: string; currency: string }>;
  /** Existing instruments that got a name or a fact from this file. */
  completed: readonly number[];
  /** As described in the file. */
  described: readonly FileInstrument[];
  /** First index in the file, by id. */
  places: ReadonlyMap<number, number>;
}

const described = (instrument: FileInstrument): InstrumentDescription => ({
  name: instrument.name,
  ticker: instrument.ticker,
  currency: instrument.currency,
  assetClass: instrument.assetClass,
  ...(instrument.isin !== undefined && { isin: instrument.isin }),
  ...(instrument.country !== undefined && { country: instrument.country }),
  ...(instrument.sector !== undefined && { sector: instrument.sector }),
  ...(instrument.conid !== undefined && { externalId: instrument.conid }),
});

const instrumentsOf = ({ instrument, counter, undoes }: FileEntry): number[] =>
  [instrument, counter?.instrument, undoes?.instrument, undoes?.counter?.instrument].filter(
    (index) => index !== undefined,
  );

const namesOf = ({ name, ticker, isin, country, sector }: InstrumentRecord): string =>
  JSON.stringify([name, ticker, isin, country, sector]);

/** What is known of each instrument of the file. */
type Matches = Awaited<ReturnType<typeof matchInstruments>>;

/** Rows of an instrument that several known ones may be: refused, unless a colleague left them out. */
function refuseAmbiguous(file: ReadFile, decisions: Decisions, matches: Matches): ImportRefusal[] {
  const isAmbiguous = (index: number): boolean => matches[index] === "ambiguous";
  const refusedEntries = (): RefusedEntry[] =>
    file.entries.flatMap((entry) => {
      const index = instrumentsOf(entry).find(isAmbiguous);
      if (index === undefined) return [];
      const { line, account } = entry;
      const detail = shortened((file.instruments[index] as FileInstrument).ticker);
      return [
        { entry, refusal: { line: line === noLine ? null : line, code: "ambiguousInstrument", detail, account } },
      ];
    });
  followDecided(file, decisions, refusedEntries());
  const refused = refusedEntries();
  listRefusedRows(file, refused);
  // Once for each instrument.
  return [...new Map(refused.toReversed().map(({ refusal }) => [refusal.detail, refusal])).values()].toReversed();
}

/** Finds the file's instruments, and creates those that its entries need and the firm does not know. */
export async function resolveInstruments(
  trx: Trx,
  file: ReadFile,
  { typedInstruments, decisions }: { typedInstruments: ReadonlySet<number>; decisions: Decisions },
  refuse: (refusal: ImportRefusal) => void,
): Promise<Resolved> {
  const aliasSource = instrumentSource(file.format);
  const matches = await matchInstruments(trx, aliasSource, file.instruments.map(described));
  for (const refusal of refuseAmbiguous(file, decisions, matches)) refuse(refusal);
  const firstUse = new Map<number, FileEntry>();
  for (const entry of file.entries)
    for (const index of instrumentsOf(entry)) if (!firstUse.has(index)) firstUse.set(index, entry);
  const wanted: number[] = [];
  const ids: (number | undefined)[] = matches.map((match) =>
    typeof match === "string" ? undefined : match.instrument.id,
  );
  const names = new Map<number, { name: string; ticker: string; currency: string }>();
  for (const match of matches) if (typeof match !== "string") names.set(match.instrument.id, match.instrument);
  for (const [index, match] of matches.entries()) {
    const used = firstUse.get(index);
    if (!used || match === "ambiguous") continue;
    const detail = shortened((file.instruments[index] as FileInstrument).ticker);
    const line = used.line === noLine ? null : used.line;
    if (match === "unknown" && typedInstruments.has(index))
      refuse({ line, detail, account: used.account, code: "unknownInstrument" });
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

/**
 * The entry in the writer's format; undefined if its instrument was refused. Of an account at a custodian its ids are apart from those
 * of the holder's other accounts, and it lies with that custodian unless its row says otherwise; its fingerprint is that of the row.
 */
export function toNewEntry(
  entry: FileEntry,
  { ids }: Resolved,
  { idPrefix, custodian }: Pick<FoundAccount, "idPrefix" | "custodian">,
): NewEntry | undefined {
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
    brought: _brought,
    reversesBooked,
    instrument,
    counter,
    ...rest
  } = entry;
  const instrumentId = instrument === undefined ? undefined : ids[instrument];
  const counterId = counter?.instrument === undefined ? undefined : ids[counter.instrument];
  if (instrument !== undefined && instrumentId === undefined) return undefined;
  if (counter?.instrument !== undefined && counterId === undefined) return undefined;
  const { externalId, reversesExternalId } = rest;
  return {
    ...rest,
    externalId: idPrefix + externalId,
    ...(reversesExternalId !== undefined && { reversesExternalId: idPrefix + reversesExternalId }),
    ...(reversesBooked !== undefined && { reversesExternalId: reversesBooked }),
    ...(rest.custodian === undefined && custodian && { custodian: custodian.name }),
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
