/** Positions, values and fees of accounts' days, as rows of an export. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { ExportContent } from "@portico/api/rules/data-exports.ts";
import type { DayDetail } from "@portico/ledger/daily.ts";
import { type Decimal, plain } from "@portico/ledger/decimal.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { firstDayToMake, type WalkedDay } from "../../portfolios/performance/daily-walk.ts";
import { walkMany } from "../../portfolios/performance/days-of-many.ts";
import type { ExportedAccount } from "./accounts.queries.ts";
import type { Cell } from "./columns.ts";
import type { ExportOrder } from "./order.ts";
import { readStoredDays } from "./rows.queries.ts";

type Tables = Partial<Record<ExportContent, (rows: readonly Cell[][]) => Promise<void>>>;

const flag = (value: boolean): Cell => (value ? "t" : "f");
const known = (value: Decimal | null): Cell => (value === null ? null : plain(value));
const holderCells = ({ holderType, holderId, clientNumber }: ExportedAccount): Cell[] => [
  holderType,
  String(holderId),
  clientNumber,
];
/** Of an instrument, or nothing of cash. */
function instrumentCells(key: number | string | undefined, instruments: ReadonlyMap<number, InstrumentRecord>): Cell[] {
  const found = typeof key === "number" ? instruments.get(key) : undefined;
  return found
    ? [String(found.id), found.isin, found.ticker, found.name, found.assetClass]
    : [null, null, null, null, null];
}

const valueRow = (account: ExportedAccount, row: WalkedDay): Cell[] => [
  row.day,
  ...holderCells(account),
  account.baseCurrency,
  row.value,
  row.deposits,
  row.inflow,
  row.price,
  row.fx,
  row.income,
  row.fees,
  row.tax,
  row.netDeposits,
  flag(row.complete),
];

function positionRows(
  account: ExportedAccount,
  day: string,
  detail: DayDetail,
  instruments: ReadonlyMap<number, InstrumentRecord>,
): Cell[][] {
  return detail
    .holdings()
    .map(({ key, currency, quantity, price, rate, value, isEstimate }) => [
      day,
      ...holderCells(account),
      ...instrumentCells(key, instruments),
      currency,
      plain(quantity),
      known(price),
      known(rate),
      account.baseCurrency,
      known(value),
      flag(isEstimate),
    ]);
}

const feeRows = (
  account: ExportedAccount,
  day: string,
  { charges }: DayDetail,
  instruments: ReadonlyMap<number, InstrumentRecord>,
): Cell[][] =>
  charges.map(({ entry, amount, rate }) => [
    String(entry.id),
    day,
    ...holderCells(account),
    entry.kind,
    ...instrumentCells(entry.instrumentId, instruments),
    entry.currency,
    plain(amount),
    known(rate),
    account.baseCurrency,
    known(rate && amount.times(rate)),
  ]);

const isListed = (day: string, { positions, to }: ExportOrder): boolean =>
  positions === "day" || day === to || addDays(day, 1).endsWith("-01");

/** The first day that is not stored as it is now; after every day if all are. */
const staleDay = (account: ExportedAccount): string => firstDayToMake(account) ?? "9999-12-31";

/** Stored days are written as they are. Where the job is behind, they are worked out, as the pages do. */
export async function writeDays(
  trx: Trx,
  accounts: readonly ExportedAccount[],
  order: ExportOrder,
  { positions, values, fees }: Tables,
): Promise<void> {
  if (values) {
    const stored = accounts.map((account) => ({ ...account, before: staleDay(account) }));
    for await (const rows of readStoredDays(trx, stored, order)) await values(rows);
  }
  const toWalk = positions || fees ? accounts : accounts.filter((account) => staleDay(account) <= order.to);
  if (toWalk.length === 0 || !(positions || fees || values)) return;
  let details: { day: string; detail: DayDetail }[] = [];
  const isWithin = (day: string): boolean => day >= order.from && day <= order.to;
  await walkMany(trx, toWalk, order, {
    onDay(_account, day, { holdings, charges }) {
      if (!isWithin(day)) return;
      // Read now: what is held changes with the next day.
      const held = positions && isListed(day, order) ? holdings() : [];
      if (held.length > 0 || charges.length > 0) details.push({ day, detail: { holdings: () => held, charges } });
    },
    async days(account, rows, instruments) {
      const told = details;
      details = [];
      await positions?.(told.flatMap(({ day, detail }) => positionRows(account, day, detail, instruments)));
      await fees?.(told.flatMap(({ day, detail }) => feeRows(account, day, detail, instruments)));
      const stale = staleDay(account);
      await values?.(rows.filter(({ day }) => day >= stale && isWithin(day)).map((row) => valueRow(account, row)));
    },
  });
}
