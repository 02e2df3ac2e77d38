/** Finds the instrument that a file means, by any of its names: ISIN, the custodian's own id, or ticker. */
import type { Sector } from "@portico/api/rules/instruments.ts";
import { heldIn } from "@portico/ledger/fixed-rates.ts";
import { type Db, inTransaction, type Trx } from "../../kernel/transaction.ts";
import {
  type CompletedFacts,
  completeInstrument,
  findInstrumentsByName,
  type InstrumentRecord,
  insertAlias,
  insertInstrument,
} from "./market-data.queries.ts";

/** A file's data about an instrument. */
export interface InstrumentDescription extends Pick<InstrumentRecord, "name" | "ticker" | "currency" | "assetClass"> {
  isin?: string;
  country?: string;
  sector?: Sector;
  /** The custodian's id, such as a conid. */
  externalId?: string;
}

/** The matching instrument; `unknown` if there is none, `ambiguous` if a ticker matches several. */
type InstrumentMatch = { instrument: InstrumentRecord } | "unknown" | "ambiguous";

type Known = InstrumentRecord & { externalIds: string[] };

/** Instruments by each name, so that a file with many is matched in one pass. */
interface ByName {
  isin: ReadonlyMap<string, Known>;
  externalId: ReadonlyMap<string, Known>;
  ticker: ReadonlyMap<string, Known[]>;
}

const tickerKey = ({ ticker, currency }: Pick<Known, "ticker" | "currency">): string =>
  `${ticker.toLowerCase()} ${heldIn(currency)}`;

/** The first of several with the same name. */
const byName = (known: readonly Known[]): ByName => ({
  isin: new Map(known.toReversed().flatMap((one) => (one.isin === null ? [] : [[one.isin, one] as const]))),
  externalId: new Map(known.toReversed().flatMap((one) => one.externalIds.map((id) => [id, one] as const))),
  ticker: Map.groupBy(known, tickerKey),
});

/**
 * The ISIN decides. Without a known one the custodian's id does, unless its instrument has another ISIN; and for a
 * description with neither, ticker and currency.
 */
function matchOne(description: InstrumentDescription, known: ByName): InstrumentMatch {
  const { isin, externalId } = description;
  const byIsin = isin === undefined ? undefined : known.isin.get(isin);
  if (byIsin) return { instrument: byIsin };
  const byId = externalId === undefined ? undefined : known.externalId.get(externalId);
  if (byId && (isin === undefined || byId.isin === null)) return { instrument: byId };
  if (isin !== undefined || externalId !== undefined) return "unknown";
  const [only, ...others] = known.ticker.get(tickerKey(description)) ?? [];
  if (!only) return "unknown";
  return others.length === 0 ? { instrument: only } : "ambiguous";
}

/** The match of each description, in order. `source` is the custodian of the `externalId`s. */
export async function matchInstruments(
  db: Db,
  source: string,
  descriptions: readonly InstrumentDescription[],
): Promise<InstrumentMatch[]> {
  const known = await findInstrumentsByName(db, {
    isins: descriptions.flatMap(({ isin }) => isin ?? []),
    source,
    externalIds: descriptions.flatMap(({ externalId }) => externalId ?? []),
    tickers: descriptions.map(({ ticker }) => ticker),
  });
  const names = byName(known);
  return descriptions.map((description) => matchOne(description, names));
}

/**
 * Names that a description adds to an instrument: a missing ISIN, a ticker replacing an ISIN placeholder, a name
 * replacing a ticker placeholder, the country and the sector. What is known is never replaced. Undefined if nothing is added.
 */
function completedBy(known: InstrumentRecord, described: InstrumentDescription): CompletedFacts | undefined {
  const isin = known.isin ?? described.isin ?? null;
  const ticker = known.ticker === known.isin ? described.ticker : known.ticker;
  const isNameless = known.name === known.ticker || known.name === known.isin;
  const name = isNameless ? described.name : known.name;
  const country = known.country ?? described.country ?? null;
  const sector = known.sector ?? described.sector ?? null;
  const isSame =
    isin === known.isin &&
    ticker === known.ticker &&
    name === known.name &&
    country === known.country &&
    sector === known.sector;
  return isSame ? undefined : { name, ticker, isin, country, sector };
}

/**
 * The instrument of each description, created if unknown; the custodian's ids are stored. Null for an ambiguous ticker,
 * which the caller has refused before.
 */
export const ensureInstruments = (
  db: Db,
  source: string,
  descriptions: readonly InstrumentDescription[],
): Promise<(InstrumentRecord | null)[]> =>
  inTransaction(db, async (trx: Trx) => {
    const ensured: (InstrumentRecord | null)[] = [];
    for (const [index, match] of (await matchInstruments(trx, source, descriptions)).entries()) {
      const description = descriptions[index] as InstrumentDescription;
      if (match === "ambiguous") {
        ensured.push(null);
        continue;
      }
      const isin = description.isin ?? null;
      const country = description.country ?? null;
      let instrument =
        match === "unknown"
          ? await insertInstrument(trx, { ...description, currency: heldIn(description.currency), isin, country })
          : match.instrument;
      const complete = completedBy(instrument, description);
      if (complete) instrument = await completeInstrument(trx, instrument.id, complete);
      if (description.externalId !== undefined) await insertAlias(trx, source, description.externalId, instrument.id);
      ensured.push(instrument);
    }
    return ensured;
  });
