/** What is lent, pledged or transferred at the end of a day, and trades that had not settled, as was known. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { undoneBy } from "@portico/ledger/entry-parts.ts";
import type { AssetsFacts, FlaggedPosition, UnsettledTrade } from "@portico/reports/assets.ts";
import { settlementDay } from "@portico/reports/calendars/settlement.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { findInstrumentsKnown } from "../../market-data/knowledge.ts";
import { readFlags } from "../../mandates/flags.ts";
import { findEntries, findSettlements, listEntries, listReversals } from "../../portfolios/ledger/entries.queries.ts";
import { findKnowledge } from "../../portfolios/ledger/knowledge.queries.ts";
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
  const { holderType, holderId } = account;
  const holder = { holderType, holderId };
  const { lastEntryId } = await findKnowledge(trx, account, knownAt);
  const { to } = period;
  const recent = await listEntries(trx, holder, {
    after: { day: addDays(to, -longestDays), bookedAt: "1970-01-01T00:00:00Z", id: 0 },
    until: to,
    lastId: lastEntryId,
  });
  const settlements = await findSettlements(trx, holder, lastEntryId);
  const stated = new Map(settlements.map((one) => [one.entryId, one]));
  const late = settlements.flatMap(({ entryId, settledOn }) =>
    settledOn !== undefined && settledOn > to ? entryId : [],
  );
  const recentIds = new Set(recent.map(({ id }) => id));
  const older = await findEntries(
    trx,
    holder,
    late.filter((id) => !recentIds.has(id)),
  );
  const reversals = await listReversals(trx, holder);
  const undone = new Set(undoneBy(reversals.filter(({ id }) => id <= lastEntryId)).keys());
  const trades = [...older.filter(({ day }) => day <= to), ...recent].filter(
    ({ id, kind }) => (kind === "buy" || kind === "sell") && !undone.has(id),
  );
  const ids = [...new Set(trades.flatMap(({ instrumentId }) => instrumentId ?? []))];
  const instruments = new Map((await findInstrumentsKnown(trx, ids, { at: knownAt })).map((one) => [one.id, one]));
  return trades.flatMap(({ id, kind, day, instrumentId, quantity, amount, currency }): UnsettledTrade[] => {
    const instrument = instrumentId === undefined ? undefined : instruments.get(instrumentId);
    const own = stated.get(id);
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
