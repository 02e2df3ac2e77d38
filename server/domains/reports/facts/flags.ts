/** What is lent, pledged or transferred at the end of a day, and trades that had not settled, as was known. */
import type { AssetsFacts, FlaggedPosition, UnsettledTrade } from "@portico/reports/assets.ts";
import { settlementDay } from "@portico/reports/calendars/settlement.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { readFlags } from "../../mandates/flags.ts";
import { findInstrumentsKnown } from "../../market-data/knowledge.ts";
import { readLateTrades } from "../../portfolios/as-of/late-trades.ts";
import type { AskedReport } from "../kinds/kind.ts";

/** The flags of the period's last day, with what is held. */
export async function readFlagged(
  trx: Trx,
  { account, period, knownAt }: AskedReport,
  { instruments, cash }: Pick<AssetsFacts, "instruments" | "cash">,
): Promise<FlaggedPosition[]> {
  const { holderType, holderId } = account;
  const flags = await readFlags(trx, { holderType, holderId }, { day: period.to, knownAt });
  const ids = flags.flatMap(({ instrumentId }) => instrumentId ?? []);
  const known = new Map((await findInstrumentsKnown(trx, ids, { at: knownAt })).map((one) => [one.id, one]));
  return flags.map(({ instrumentId, currency, kind, quantity, from, to, note }) => {
    const instrument = instrumentId === null ? undefined : known.get(instrumentId);
    const held =
      instrumentId === null
        ? cash.find((one) => one.currency === currency)?.amount
        : instruments.find((one) => one.instrumentId === instrumentId)?.quantity;
    return {
      instrumentId,
      name: instrument?.name ?? null,
      isin: instrument?.isin ?? null,
      currency,
      kind,
      quantity,
      held: held ?? "0",
      from,
      to,
      note,
    };
  });
}

/** Days after which a trade whose settlement is not known is taken for settled. */
const longestDays = 7;

/** Trades up to the period's end that settle after it, or may. */
export async function readUnsettled(trx: Trx, { account, period, knownAt }: AskedReport): Promise<UnsettledTrade[]> {
  const { to } = period;
  const trades = await readLateTrades(trx, account, { to, days: longestDays, known: knownAt });
  const ids = [...new Set(trades.flatMap(({ trade }) => trade.instrumentId ?? []))];
  const instruments = new Map((await findInstrumentsKnown(trx, ids, { at: knownAt })).map((one) => [one.id, one]));
  return trades.flatMap(({ trade, settlement: own }): UnsettledTrade[] => {
    const { kind, day, instrumentId, quantity, amount, currency } = trade;
    const instrument = instrumentId === undefined ? undefined : instruments.get(instrumentId);
    const venue = own?.venue ?? instrument?.venue ?? null;
    const byCalendar = venue === null ? undefined : settlementDay(venue, day)?.day;
    const settles = own?.settledOn ?? byCalendar ?? null;
    if (settles !== null && settles <= to) return [];
    return [
      {
        side: kind === "buy" ? "buy" : "sell",
        day,
        instrument: instrument?.name ?? "",
        isin: instrument?.isin ?? null,
        quantity: quantity ?? "0",
        amount,
        currency,
        settlementDay: settles,
        by: own?.settledOn === undefined ? (byCalendar === undefined ? null : "calendar") : "custodian",
      },
    ];
  });
}
