/** A holder's ledger as tax forms count it, as it was known at a time. */
import type { Entry } from "@portico/ledger/entry.ts";
import { type IncomeEntry, incomeOf } from "@portico/ledger/income.ts";
import type { TaxEvent } from "@portico/reports/tax/events.ts";
import {
  type LedgerFacts,
  type TaxIncomes,
  type TaxInstrument,
  taxEvents,
  taxIncomes,
} from "@portico/reports/tax/ledger-events.ts";
import type { Names } from "@portico/reports/tax/pack-gaps.ts";
import type { NamedCorrection } from "@portico/reports/tax/poland-data.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import type { KnownMarket } from "../../market-data/knowledge.ts";
import { readKnownLedger, readKnownSources } from "../../portfolios/as-of/known-entries.ts";
import type { AskedReport } from "../kinds/kind.ts";
import type { TaxGiven } from "../tax-given.ts";

export interface TaxFacts {
  year: number;
  /** Up to the end of the year, from the first one on. */
  events: TaxEvent[];
  incomes: TaxIncomes["incomes"];
  corrections: NamedCorrection[];
  instrumentOf: LedgerFacts["instrumentOf"];
  legalFormOf: (instrumentId: number) => "company" | "contractual" | null;
  names: Names;
  /** Currencies of what was traded and received. */
  currencies: string[];
  /** Of the first purchase; what was delivered may be older than the first entry. */
  firstDay: string;
  /**
   * Whether all of it lies with custodians of the country: false if some lies with one of another country, null if of some it is not known.
   */
  isAllIn: (country: string) => boolean | null;
  market: KnownMarket;
}

const keyOf = (custodian: string): string => custodian.toLowerCase();

/** Undefined if nothing had been booked up to the end of the year, as far as was known. */
export async function readTaxFacts(trx: Trx, asked: AskedReport): Promise<TaxFacts | undefined> {
  const { account, period, knownAt, given, own } = asked;
  const stated = own as TaxGiven;
  const ledger = await readKnownLedger(trx, account, { to: period.to, known: knownAt });
  const { entries, instruments, settlements, knowledge } = ledger;
  const [first] = entries;
  if (!first) return undefined;
  const sources = await readKnownSources(trx, account, knowledge);
  const custodianOf = (entryId: number): string | null => sources.get(entryId)?.custodian ?? null;
  const countries = new Map(stated.custodians.map(({ name, country }) => [keyOf(name), country]));
  const countryOf = (custodian: string | null): string | null =>
    custodian === null ? null : (countries.get(keyOf(custodian)) ?? null);

  const instrumentOf = (instrumentId: number): TaxInstrument => {
    const record = instruments.get(instrumentId);
    return {
      instrumentId,
      name: record?.name ?? "",
      isin: record?.isin ?? null,
      country: record?.country ?? null,
      venue: record?.venue ?? null,
      assetClass: record?.assetClass ?? "",
      sector: record?.sector ?? null,
    };
  };
  // Of an instrument that some entries place nowhere, all lie in one account: units must not be missing because a row does not say where.
  const placesOf = ({ instrumentId, counter }: Entry): number[] =>
    [instrumentId, counter?.instrumentId].flatMap((id) => id ?? []);
  const unplaced = new Set(entries.flatMap((entry) => (custodianOf(entry.id) === null ? placesOf(entry) : [])));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const accountOf = (entryId: number): string => {
    const entry = byId.get(entryId);
    if (!entry || placesOf(entry).some((id) => unplaced.has(id))) return "";
    return keyOf(custodianOf(entryId) ?? "");
  };
  const events = taxEvents({
    entries,
    settlementOf: (entryId) => settlements.get(entryId),
    instrumentOf,
    accountOf,
  });
  const described = entries.map((entry): IncomeEntry => {
    const description = sources.get(entry.id)?.description;
    return description ? { ...entry, description } : entry;
  });
  const { lines, other } = incomeOf(described, period);
  const { incomes, corrections } = taxIncomes(lines, instrumentOf, (entryId) => {
    const custodian = custodianOf(entryId);
    return { name: custodian ?? given.firm, country: countryOf(custodian) };
  });
  const nameOf = (entryId: number): string => {
    const entry = byId.get(entryId);
    const instrumentId = entry?.instrumentId ?? entry?.counter?.instrumentId;
    return instrumentId === undefined ? (entry?.currency ?? "") : instrumentOf(instrumentId).name;
  };
  // Taxes of trades are part of their charges.
  const loose = other.filter(({ id }) => byId.get(id)?.kind === "tax");
  const custodians = new Set(entries.map(({ id }) => custodianOf(id)));
  return {
    year: Number(period.from.slice(0, 4)),
    events,
    incomes,
    corrections: [
      ...corrections,
      ...loose.map(({ id: entryId, day, currency, tax: amount }) => ({
        entryId,
        day,
        of: null,
        paidOn: null,
        currency,
        tax: amount,
      })),
    ].map((correction) => ({ ...correction, name: nameOf(correction.entryId) })),
    instrumentOf,
    legalFormOf: (instrumentId) => instruments.get(instrumentId)?.legalForm ?? null,
    names: {
      entry: (entryId) => {
        const entry = byId.get(entryId);
        return entry && { name: nameOf(entryId), day: entry.day };
      },
      instrument: (instrumentId) => instruments.get(instrumentId)?.name,
    },
    currencies: [...new Set(entries.map(({ currency }) => currency))],
    firstDay: events.reduce((earliest, { traded }) => (traded < earliest ? traded : earliest), first.day),
    isAllIn: (country) => {
      const found = [...custodians].map(countryOf);
      if (found.some((one) => one !== null && one !== country)) return false;
      return found.includes(null) ? null : true;
    },
    market: knowledge.market,
  };
}
