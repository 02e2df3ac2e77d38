/** What is held at the end of a day, as facts of a report. */
import type { AssetsFacts, UsedQuote } from "@portico/reports/assets.ts";
import type { ReportGap } from "@portico/reports/data.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { readPastHoldings } from "../../portfolios/as-of/as-of.ts";
import { isHeld, presentGap, type ValuedHolding, type ValuedPortfolio } from "../../portfolios/valuation/portfolio.ts";
import type { AskedReport } from "../kinds/kind.ts";

const used = (quote: UsedQuote | null): UsedQuote | null =>
  quote && { value: quote.value, day: quote.day, source: quote.source };

/** Those of the prices and rates that value the holding. */
const gapsOf = ({ value }: ValuedHolding, valued: ValuedPortfolio): ReportGap[] =>
  value.quoteGaps.map((gap) => {
    const { instrumentId: _id, ...shown } = presentGap(gap, valued);
    return shown;
  });

/** Null if nothing had been booked up to the day, as far as was known. */
export async function readHoldings(
  trx: Trx,
  { account, period, knownAt, given }: AskedReport,
  day: string,
): Promise<AssetsFacts | null> {
  const { valued, baseCurrency, firstDay } = await readPastHoldings(trx, account, { day, known: knownAt });
  if (firstDay === null || firstDay > day) return null;
  const held = valued.holdings.filter(isHeld);
  return {
    given,
    period: { from: period.from, to: day },
    currency: baseCurrency,
    instruments: held.flatMap((holding) => {
      const { position, value, name, currency } = holding;
      if (!position) return [];
      const { price, fixing, priceFixing } = value;
      const priceCurrency = price?.currency ?? currency;
      return [
        {
          instrumentId: position.instrumentId,
          name,
          isin: position.isin,
          ticker: position.ticker,
          assetClass: position.assetClass,
          currency,
          quantity: value.quantity,
          price: price && { value: price.value, day: price.day, source: price.source, currency: priceCurrency },
          rate: used(priceCurrency === currency ? fixing : priceFixing),
          value: value.value,
          gaps: gapsOf(holding, valued),
        },
      ];
    }),
    cash: held.flatMap((holding) =>
      holding.position
        ? []
        : [
            {
              currency: holding.currency,
              amount: holding.value.quantity,
              rate: used(holding.value.fixing),
              value: holding.value.value,
              gaps: gapsOf(holding, valued),
            },
          ],
    ),
    excluded: valued.owned?.excluded ?? [],
  };
}
