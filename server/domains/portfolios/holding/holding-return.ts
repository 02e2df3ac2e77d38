/** The money-weighted return of one holding over a range, from its own payments. */
import type { HoldingReturn } from "@portico/api/portfolio-holding.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { holdingFlows } from "@portico/ledger/holding-flows.ts";
import { xirr } from "@portico/ledger/xirr.ts";
import type { CustodyAccount, HoldingQuery } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { loadSeries } from "../../market-data/series.ts";
import { digitsOf } from "../income/in-contract.ts";
import { rememberedRates } from "../ledger/calculation-data.ts";
import { listActiveEntries } from "../ledger/entries.queries.ts";
import { namedIn } from "../ledger/entries.ts";
import { findHeldInstrument } from "./holding.ts";

/** Decimals of the rate in percent. */
const rateDigits = 7;

/** Of the days from..to, up to today. `notFound` for what the holder never held. */
export async function getHoldingReturn(
  db: Db,
  account: CustodyAccount,
  { from, to: asked, instrumentId }: HoldingQuery,
  today: string,
): Promise<HoldingReturn> {
  const { name } = await findHeldInstrument(db, account, instrumentId);
  const { baseCurrency } = account;
  const to = asked < today ? asked : today;
  const entries = await listActiveEntries(db, account, { from: "0001-01-01", to, instrumentIds: [instrumentId] });
  const { instrumentIds, currencies } = namedIn(entries);
  instrumentIds.add(instrumentId);
  const instruments = await getInstruments(db, [...instrumentIds]);
  for (const { currency } of instruments.values()) currencies.add(currency);
  const series = await loadSeries(db, {
    instrumentIds: [...instrumentIds],
    currencies: [...currencies, baseCurrency],
    from: addDays(entries[0]?.day ?? to, -1),
    to,
  });
  const rate = rememberedRates(series, baseCurrency);
  const { flows, missing, isKnown } = holdingFlows(
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
    { instrumentId, entries, from, to },
  );
  const found = isKnown ? xirr(flows.map(({ day, amount }) => ({ day, amount: amount.toNumber() }))) : null;
  const digits = digitsOf(baseCurrency);
  return {
    contractCurrency: baseCurrency,
    from,
    to: asked,
    moneyWeightedReturn: found && "rate" in found ? Number((found.rate * 100).toFixed(rateDigits)) : null,
    reason: found === null ? "gaps" : "reason" in found ? found.reason : null,
    flows: isKnown
      ? flows
          .filter(({ amount }) => !amount.isZero())
          .map(({ day, amount }) => ({ day, amount: amount.toDecimalPlaces(digits).toFixed(digits) }))
      : [],
    gaps: missing.map((gap) => ("currency" in gap ? gap : { ...gap, name })),
  };
}
