/** What is missing or contradicts itself in the firm's data, and how much of it there is. */
import type { dataQuality } from "@portico/api/data-quality.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { hasStaffLevel } from "@portico/api/permissions.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { type DataCheck, dataChecks, paperDays } from "@portico/api/rules/data-checks.ts";
import { staleAfterDays } from "@portico/ledger/stale.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { countExpiring } from "../compliance/compliance.ts";
import { listAllPages } from "../content/content.ts";
import { countUnknown } from "../custodians/account-lists.ts";
import { firmDay } from "../settings/firm-day.ts";
import {
  type BelowZeroRow,
  countHolderGaps,
  findCashBelowZero,
  findUnitsBelowZero,
  findUnnumbered,
  type HolderRow,
} from "./holder-gaps.queries.ts";
import { countInstrumentGaps, findInstrumentGaps, findRateGaps, type MarketDays } from "./market-gaps.queries.ts";

type Calls = typeof dataQuality;
type Query<Name extends keyof Calls> = Parsed<Calls[Name]>["query"];

/** As portfolios flag prices and rates (ledger/stale.ts). */
async function marketDays({ db, now }: Context): Promise<MarketDays> {
  const { today } = await firmDay(db, now());
  return { today, oldest: addDays(today, -staleAfterDays) };
}

/** Each count is that of its list. */
export async function countChecks(context: Context): Promise<Answer<Calls["count"]>> {
  const { db } = context;
  const days = await marketDays(context);
  const [holders, prices, isins, facts, rates, accounts, texts, papers] = await Promise.all([
    countHolderGaps(db),
    countInstrumentGaps(db, "prices", days),
    countInstrumentGaps(db, "isins", days),
    countInstrumentGaps(db, "facts", days),
    findRateGaps(db, days),
    countUnknown(db),
    textsBehind(context),
    hasStaffLevel(requireViewer(context).role, "admin") ? countExpiring(context, paperDays) : undefined,
  ]);
  const counts: Record<DataCheck, number | undefined> = {
    ...holders,
    prices,
    isins,
    facts,
    rates: rates.length,
    accounts,
    texts: texts.length,
    papers,
  };
  return {
    checks: dataChecks.flatMap((check) => {
      const count = counts[check];
      return count === undefined ? [] : [{ check, count }];
    }),
  };
}

export async function listInstrumentGaps(
  context: Context,
  { check, cursor, limit }: Query<"listInstruments">,
): Promise<Answer<Calls["listInstruments"]>> {
  const days = await marketDays(context);
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: check },
    (start) => findInstrumentGaps(context.db, check, days, start),
    ({ sort, id }) => [sort, id],
  );
  const instruments = rows.map((row) => {
    const { sort: _, ...shown } = row;
    return shown;
  });
  return { instruments, nextCursor };
}

export async function listRateGaps(context: Context): Promise<Answer<Calls["listRates"]>> {
  return { rates: await findRateGaps(context.db, await marketDays(context)) };
}

const named = ({ holder_type, holder_id, holder_name }: HolderRow) => ({
  holder_type,
  holder_id,
  name: holder_name ?? "",
});

const presentBelowZero = (row: BelowZeroRow) => ({
  holder: named(row),
  currency: row.currency,
  instrument: row.instrument_id === null ? null : { id: row.instrument_id, name: row.instrument_name ?? "" },
  amount: row.amount,
});

export async function listBelowZero(
  { db }: Context,
  { check, cursor, limit }: Query<"listBelowZero">,
): Promise<Answer<Calls["listBelowZero"]>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: check },
    (start) => (check === "cash" ? findCashBelowZero(db, start) : findUnitsBelowZero(db, start)),
    (row) => [`${row.holder_type} ${row.instrument_id ?? row.currency}`, row.holder_id],
  );
  return { rows: rows.map(presentBelowZero), nextCursor };
}

export async function listUnnumbered(
  { db }: Context,
  { cursor, limit }: Query<"listUnnumbered">,
): Promise<Answer<Calls["listUnnumbered"]>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "unnumbered" },
    (start) => findUnnumbered(db, start),
    ({ holder_type, holder_id }) => [holder_type, holder_id],
  );
  return { holders: rows.map(named), nextCursor };
}

async function textsBehind(context: Context): Promise<Answer<Calls["listTexts"]>["texts"]> {
  const { pages } = await listAllPages(context);
  return pages.flatMap(({ page, behind }) => (behind.length > 0 ? [{ page, languages: behind }] : []));
}

export const listTextsBehind = async (context: Context): Promise<Answer<Calls["listTexts"]>> => ({
  texts: await textsBehind(context),
});
