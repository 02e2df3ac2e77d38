/** A holder's days as they were known at a time, worked out from the entries that were known then. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { type DailyValue, dailyValues, nothingHeld, type Worths } from "@portico/ledger/daily.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { rememberedRates } from "../ledger/calculation-data.ts";
import { type KnownEntries, readKnownEntries } from "./known-entries.ts";

export interface KnownDays extends KnownEntries {
  /** Of the days asked for; those before the first entry are not there. */
  rows: DailyValue[];
  /** The day before the first of them; undefined if nothing was held before. */
  before: DailyValue | undefined;
}

interface DaysAsked {
  from: string;
  to: string;
  known: string;
  /** Told of each of the days, in order, with what each instrument is worth at its close. */
  onDay?: (row: DailyValue, worths: Worths) => void;
}

/**
 * The days from..to and what was booked on them, from what was known. Every day since the first entry is worked out. To be called
 * in a transaction with one snapshot.
 */
export async function readKnownDays(
  db: Db,
  account: CustodyAccount,
  { from, to, known, onDay }: DaysAsked,
): Promise<KnownDays> {
  const { entries, ...market } = await readKnownEntries(db, account, { to, known });
  const { baseCurrency, instruments, series } = market;
  const firstDay = entries[0]?.day ?? from;
  const rate = rememberedRates(series, baseCurrency);
  const { rows } = dailyValues(
    {
      baseCurrency,
      instrumentCurrency: (id) => instruments.get(id)?.currency ?? baseCurrency,
      price: (id, day) => series.price(id, day, baseCurrency),
      rate: (currency, day) => {
        const quote = rate(currency, day);
        return quote && { value: quote.rate, day: quote.day };
      },
      splits: (id) => series.splits(id),
    },
    {
      state: nothingHeld(addDays(firstDay, -1)),
      entries,
      to,
      ...(onDay && { onDay: (row, worths) => row.day >= from && onDay(row, worths()) }),
    },
  );
  return {
    ...market,
    entries: entries.filter(({ day }) => day >= from),
    rows: rows.filter(({ day }) => day >= from),
    before: rows.find(({ day }) => day === addDays(from, -1)),
  };
}
