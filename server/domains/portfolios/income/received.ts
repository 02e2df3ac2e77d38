/** Income that was booked: by month and by holding, and each payment with the tax that was withheld from it. */
import type { Income, IncomePayer } from "@portico/api/portfolio-income.ts";
import type { Portfolio } from "@portico/api/portfolios.ts";
import { addDays, yearsLater } from "@portico/api/rules/calendar.ts";
import { Decimal, type Known, minus, plus, zero } from "@portico/ledger/decimal.ts";
import { type IncomeLine, incomeOf, roundedTo } from "@portico/ledger/income.ts";
import type { CustodyAccount, Range } from "../../../adapters/custodian/custodian.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { percent, shown } from "../figures.ts";
import {
  type Amounts,
  type Converter,
  digitsOf,
  loadConverter,
  noAmounts,
  presentGroups,
  presentSums,
  sumOf,
} from "./in-contract.ts";
import { listIncomeEntries } from "./income-entries.queries.ts";

interface Payer {
  instrumentId: number | undefined;
  currency: string;
}
/** Key of the portfolio's row: the instrument, or the currency of cash. */
export const keyOf = ({ instrumentId, currency }: Payer): string =>
  instrumentId === undefined ? currency : String(instrumentId);

export function presentPayer(of: Payer, instruments: ReadonlyMap<number, InstrumentRecord>): IncomePayer {
  const instrument = instruments.get(of.instrumentId ?? 0);
  return {
    key: keyOf(of),
    instrumentId: of.instrumentId ?? null,
    name: instrument?.name ?? null,
    ticker: instrument?.ticker ?? null,
    isin: instrument?.isin ?? null,
  };
}

/** A payment less one that takes a payment back. */
const countOf = (lines: readonly IncomeLine[]): number =>
  lines.reduce((count, { kind, gross }) => {
    if (kind === "tax" || kind === "accruedInterest") return count;
    return count + (new Decimal(gross).isNegative() ? -1 : 1);
  }, 0);

const nextMonth = (month: string): string => addDays(`${month}-01`, 31).slice(0, 7);

/** The months from the first that has a line to the last, each with its lines. */
function byMonth(lines: readonly IncomeLine[]): [string, IncomeLine[]][] {
  const groups = Map.groupBy(lines, ({ day }) => day.slice(0, 7));
  const named = [...groups.keys()].toSorted();
  const [first, last] = [named[0], named.at(-1)];
  if (first === undefined || last === undefined) return [];
  const months: [string, IncomeLine[]][] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push([month, groups.get(month) ?? []]);
  return months;
}

/** Income by month and by holding, each rounded so that they sum to the rounded whole. */
export function sumIncome(lines: readonly IncomeLine[], converter: Converter, digits: number) {
  const worth = new Map<IncomeLine, Amounts>(
    lines.map((line) => [line, converter.amounts(line, line.gross, line.tax)]),
  );
  const sumLines = (list: readonly IncomeLine[]): Amounts => sumOf(list.map((line) => worth.get(line) ?? noAmounts));
  const months = byMonth(lines);
  const monthSums = presentGroups(
    months.map(([, list]) => sumLines(list)),
    digits,
  );
  const holdings = [...Map.groupBy(lines, keyOf)];
  const holdingSums = presentGroups(
    holdings.map(([, list]) => sumLines(list)),
    digits,
  );
  const none = presentSums(noAmounts, digits);
  return {
    whole: sumLines(lines),
    worth,
    months: months.map(([month], index) => ({ month, ...(monthSums[index] ?? none) })),
    holdings: holdings.map(([key, list], index) => ({
      key,
      lines: list,
      payments: countOf(list),
      sums: holdingSums[index] ?? none,
    })),
  };
}

/** The twelve months that end on a day. */
export const yearUpTo = (day: string): Range => ({ from: addDays(yearsLater(day, -1), 1), to: day });

/** Gross income as a percentage of a cost or value; null without one. */
const yieldOn = (gross: Known, base: number | null | undefined): number | null =>
  gross === null || !base || base < 0 ? null : percent(gross.div(base).times(100));

/**
 * Income booked on the days from..to, up to `today`. Yields are those of the twelve months up to today over what `portfolio`
 * holds, whatever the range.
 */
export async function getIncome(
  db: Db,
  account: CustodyAccount,
  { from, to }: Range,
  { today, portfolio }: { today: string; portfolio: Portfolio },
): Promise<Income> {
  if (from > to) throw new Refusal("badInput", { fields: [{ path: "to", code: "tooSmall" }] });
  const range = { from, to: to < today ? to : today };
  const year = yearUpTo(today);
  const entries = await listIncomeEntries(db, account, range);
  const { lines, other } = incomeOf(entries, range);
  const isWithin = range.from <= year.from && range.to >= year.to;
  const { lines: ofYear } = incomeOf(isWithin ? entries : await listIncomeEntries(db, account, year), year);
  const contract = account.baseCurrency;
  const digits = digitsOf(contract);
  const [converter, yearly] = [
    await loadConverter(db, contract, [...lines, ...other]),
    await loadConverter(db, contract, ofYear),
  ];
  const instruments = await getInstruments(db, [...new Set(lines.flatMap(({ instrumentId }) => instrumentId ?? []))]);
  const { whole, worth, months, holdings } = sumIncome(lines, converter, digits);
  const grossOfYear = new Map(
    [...Map.groupBy(ofYear, keyOf)].map(([key, list]) => [
      key,
      list.reduce<Known>((sum, line) => plus(sum, yearly.amounts(line, line.gross, "0").gross), zero),
    ]),
  );
  const rows = new Map(portfolio.instruments.map((row) => [row.key, row]));
  const heldGross = [...rows.keys()].reduce<Known>((sum, key) => plus(sum, grossOf(grossOfYear, key)), zero);
  const otherTax = other.reduce<Known>((sum, row) => plus(sum, converter.amounts(row, "0", row.tax).tax), zero);
  // What is left of the rounded tax of the bridge, so that both parts add up to it.
  const allTax = roundedOrNull(plus(whole.tax, otherTax), digits);
  return {
    contractCurrency: contract,
    from,
    to,
    total: presentSums(whole, digits),
    otherTax: minus(allTax, roundedOrNull(whole.tax, digits))?.toFixed(digits) ?? null,
    months,
    holdings: holdings
      .map(({ key, lines: list, payments, sums }) => ({
        ...presentPayer(list[0] ?? { instrumentId: undefined, currency: key }, instruments),
        ...sums,
        payments,
        yieldOnCost: rows.has(key) ? yieldOn(grossOf(grossOfYear, key), rows.get(key)?.totalInvested) : null,
        yieldOnValue: rows.has(key) ? yieldOn(grossOf(grossOfYear, key), rows.get(key)?.currentValue) : null,
      }))
      .toSorted((one, two) => Number(two.gross ?? 0) - Number(one.gross ?? 0)),
    payments: lines
      .toSorted((one, two) => (one.day === two.day ? two.id - one.id : one.day < two.day ? 1 : -1))
      .map((line) => ({
        ...presentPayer(line, instruments),
        id: line.id,
        day: line.day,
        kind: line.kind,
        currency: line.currency,
        gross: shown(line.gross),
        tax: shown(line.tax),
        net: shown(new Decimal(line.gross).minus(line.tax).toFixed()),
        rate: converter.rateOf(line),
        inContract: presentSums(worth.get(line) ?? noAmounts, digits),
        of: line.of ?? null,
      })),
    yields: {
      ...year,
      gross: roundedOrNull(heldGross, digits)?.toFixed(digits) ?? null,
      cost: portfolio.totalInvested === null ? null : new Decimal(portfolio.totalInvested).toFixed(digits),
      value: portfolio.currentValue === null ? null : new Decimal(portfolio.currentValue).toFixed(digits),
      onCost: yieldOn(heldGross, portfolio.totalInvested),
      onValue: yieldOn(heldGross, portfolio.currentValue),
    },
    gaps: converter.gaps(),
    reason: null,
  };
}

const roundedOrNull = (value: Known, digits: number): Known => value && roundedTo(value, digits);

const grossOf = (list: ReadonlyMap<string, Known>, key: string): Known => {
  const found = list.get(key);
  return found === undefined ? zero : found;
};
