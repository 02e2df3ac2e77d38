/** One instrument that a holder holds or held: what it is, and its prices over a range. */
import type { Holding } from "@portico/api/portfolio-holding.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { afterSplit } from "@portico/ledger/splits.ts";
import type { CustodyAccount, HoldingQuery } from "../../../adapters/custodian/custodian.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { getInstruments, listPriceDays } from "../../market-data/market-data.ts";
import { loadSeries } from "../../market-data/series.ts";
import { findFirstDay } from "./holding.queries.ts";

/** Digits of a converted price that are more than rounding. */
const priceDigits = 12;

/** `notFound` if no entry of the holder names it: prices are shown to who holds or held it. */
export async function findHeldInstrument(
  db: Db,
  account: CustodyAccount,
  instrumentId: number,
): Promise<InstrumentRecord & { firstDay: string }> {
  const found = (await getInstruments(db, [instrumentId])).get(instrumentId);
  const firstDay = await findFirstDay(db, account, instrumentId);
  if (!found || firstDay === null) throw new Refusal("notFound");
  return { ...found, firstDay };
}

/** Prices up to today, converted to the instrument's currency and to the units after its splits up to today. */
export async function getHolding(
  db: Db,
  account: CustodyAccount,
  { from, to: asked, instrumentId }: HoldingQuery,
  today: string,
): Promise<Holding> {
  const instrument = await findHeldInstrument(db, account, instrumentId);
  const { id, currency, name, ticker, isin, assetClass, country, firstDay } = instrument;
  const to = asked < today ? asked : today;
  const wanted = { from, to };
  const days = await listPriceDays(db, id, wanted);
  const series = await loadSeries(db, { instrumentIds: [id], currencies: [currency], ...wanted });
  const splits = series.splits(id).filter(({ day }) => day <= today);
  const priceOn = (day: string): Holding["prices"][number][] => {
    const quote = series.price(id, day, currency);
    if (!quote || quote.day !== day) return [];
    const rate = series.rate(quote.currency, currency, day);
    const later = splits.filter((split) => day < split.day);
    const price = rate && later.reduce(afterSplit, new Decimal(quote.value).times(rate.value));
    const isPlain = later.length === 0 && quote.currency === currency;
    const converted = price?.toSignificantDigits(priceDigits).toDecimalPlaces(priceDigits).toFixed() ?? null;
    return [
      {
        day,
        quoted: quote.value,
        currency: quote.currency,
        source: quote.source,
        price: isPlain ? quote.value : converted,
      },
    ];
  };
  const prices = days.flatMap(priceOn);
  const [first] = prices;
  return {
    instrumentId: id,
    name,
    ticker,
    isin,
    currency,
    assetClass,
    country,
    firstDay,
    from,
    to: asked,
    prices,
    splits: first
      ? splits.filter(({ day }) => day > first.day).map(({ day, from, into }) => ({ day, from, into }))
      : [],
  };
}
