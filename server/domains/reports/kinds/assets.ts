/** Facts of the statement of client assets. */
import { assetsData, assetsTemplate, type UsedQuote } from "@portico/reports/assets.ts";
import type { ReportGap } from "@portico/reports/data.ts";
import { readPastHoldings } from "../../portfolios/as-of/as-of.ts";
import { isHeld, presentGap, type ValuedHolding, type ValuedPortfolio } from "../../portfolios/valuation/portfolio.ts";
import type { AskedReport, KindOfReport, MadeData } from "./kind.ts";

const used = (quote: UsedQuote | null): UsedQuote | null =>
  quote && { value: quote.value, day: quote.day, source: quote.source };

/** Those of the prices and rates that value the holding. */
const gapsOf = ({ value }: ValuedHolding, valued: ValuedPortfolio): ReportGap[] =>
  value.quoteGaps.map((gap) => {
    const { instrumentId: _id, ...shown } = presentGap(gap, valued);
    return shown;
  });

async function make(
  trx: Parameters<KindOfReport["make"]>[0],
  { account, period, knownAt, given }: AskedReport,
): Promise<MadeData> {
  const { valued, baseCurrency, firstDay } = await readPastHoldings(trx, account, { day: period.to, known: knownAt });
  if (firstDay === null || firstDay > period.to) return { failure: "beforeFirstEntry" };
  const held = valued.holdings.filter(isHeld);
  const data = assetsData({
    given,
    period,
    currency: baseCurrency,
    instruments: held.flatMap(({ position, value, ...holding }) => {
      if (!position) return [];
      const { price, fixing, priceFixing } = value;
      const priceCurrency = price?.currency ?? holding.currency;
      return [
        {
          name: holding.name,
          isin: position.isin,
          ticker: position.ticker,
          assetClass: position.assetClass,
          currency: holding.currency,
          quantity: value.quantity,
          price: price && { ...(used(price) as UsedQuote), currency: priceCurrency },
          rate: used(priceCurrency === holding.currency ? fixing : priceFixing),
          value: value.value,
          gaps: gapsOf({ position, value, ...holding }, valued),
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
  });
  return { data };
}

export const assets: KindOfReport = { template: assetsTemplate, make };
