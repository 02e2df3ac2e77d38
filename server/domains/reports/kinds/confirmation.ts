/** Confirmation of the trades of a period. */
import { partsOf } from "@portico/ledger/entry-parts.ts";
import { confirmationData, confirmationTemplate } from "@portico/reports/confirmation.ts";
import { readKnownEntries } from "../../portfolios/as-of/known-entries.ts";
import type { KindOfReport } from "./kind.ts";

export const confirmation: KindOfReport = {
  template: confirmationTemplate,
  async make(trx, { account, period, knownAt, given }) {
    const read = await readKnownEntries(trx, account, { to: period.to, known: knownAt });
    const { baseCurrency, entries, settlements, instruments, series } = read;
    if (entries.length === 0) return { failure: "beforeFirstEntry" };
    const trades = entries.filter(({ kind, day }) => (kind === "buy" || kind === "sell") && day >= period.from);
    return {
      data: confirmationData({
        given,
        period,
        currency: baseCurrency,
        trades: trades.map((entry) => {
          const { kind, day, currency, amount, fee, tax, price, accruedInterest } = entry;
          const instrument = entry.instrumentId === undefined ? undefined : instruments.get(entry.instrumentId);
          const settlement = settlements.get(entry.id);
          const quote = currency === baseCurrency ? undefined : series.rate(currency, baseCurrency, day);
          return {
            side: kind,
            day,
            time: entry.time ?? null,
            instrument: instrument?.name ?? "",
            isin: instrument?.isin ?? null,
            quantity: entry.quantity ?? "0",
            price: price ?? null,
            currency,
            consideration: partsOf(entry).traded.toFixed(),
            accruedInterest: accruedInterest ?? null,
            commission: fee ?? null,
            tax: tax ?? null,
            amount,
            rate: quote ? { value: quote.value, day: quote.day, source: quote.source } : null,
            venue: settlement?.venue ?? null,
            settlementDay: settlement?.settledOn ?? null,
          };
        }),
      }),
    };
  },
};
