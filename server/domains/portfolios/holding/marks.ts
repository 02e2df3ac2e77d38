/** A holder's own purchases, sales, deliveries, exchanges and income, grouped so that a chart of any range gets few of them. */
import { type Mark, type MarkKind, type Marks, markKinds } from "@portico/api/portfolio-holding.ts";
import { daysBetween } from "@portico/api/rules/calendar.ts";
import { Decimal, type Known, plus, zero } from "@portico/ledger/decimal.ts";
import { roundedTo } from "@portico/ledger/income.ts";
import type { CustodyAccount, MarksQuery } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { digitsOf, loadConverter } from "../income/in-contract.ts";
import { listMarkedEntries } from "./holding.queries.ts";

/** Marks of one kind at most: more cannot be told apart on a wide screen. */
const mostOfKind = 120;
const mostNames = 3;

/** Entries of one day and instrument; `amount` in the contract currency, null without a rate. */
export interface DayEntries {
  kind: MarkKind;
  day: string;
  /** What is named. */
  of: string;
  count: number;
  amount: Known;
}

/** Days that share a mark begin at the first day of all: with few days, each has its own. */
export function groupDays(entries: readonly DayEntries[], digits: number, most = mostOfKind): Mark[] {
  const days = entries.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const marks = markKinds.flatMap((kind) => {
    const own = entries.filter((entry) => entry.kind === kind);
    const few = new Set(own.map(({ day }) => day)).size <= most;
    const length = few ? 1 : Math.ceil((daysBetween(first, last) + 1) / most);
    const groups = Map.groupBy(own, ({ day }) => Math.floor(daysBetween(first, day) / length));
    return [...groups.values()].map((group) => markOf(kind, group, digits));
  });
  return marks.toSorted((one, two) => (one.from < two.from ? -1 : one.from > two.from ? 1 : 0));
}

function markOf(kind: MarkKind, group: readonly DayEntries[], digits: number): Mark {
  const days = group.map(({ day }) => day).toSorted();
  const sum = (list: readonly DayEntries[]): Known => list.reduce<Known>((all, { amount }) => plus(all, amount), zero);
  const names = [...Map.groupBy(group, ({ of }) => of)]
    .map(([name, list]) => ({ name, size: sum(list)?.abs() ?? new Decimal(Infinity) }))
    .toSorted((one, two) => two.size.comparedTo(one.size));
  const amount = sum(group);
  return {
    kind,
    from: days[0] ?? "",
    to: days.at(-1) ?? "",
    count: group.reduce((count, entry) => count + entry.count, 0),
    amount: amount && roundedTo(amount, digits).toFixed(digits),
    names: names.slice(0, mostNames).map(({ name }) => name),
    moreNames: Math.max(0, names.length - mostNames),
  };
}

/** The marks of the days from..to, of all holdings or of one. */
export async function getMarks(db: Db, account: CustodyAccount, query: MarksQuery): Promise<Marks> {
  const entries = await listMarkedEntries(db, account, query);
  const contract = account.baseCurrency;
  const converter = await loadConverter(
    db,
    contract,
    entries.filter(({ amount }) => amount !== null),
  );
  const instruments = await getInstruments(db, [...new Set(entries.flatMap(({ instrumentId }) => instrumentId ?? []))]);
  const worth = entries.map((entry) => ({
    kind: entry.kind,
    day: entry.day,
    of: instruments.get(entry.instrumentId ?? 0)?.name ?? entry.currency,
    count: entry.count,
    amount: entry.amount === null ? null : converter.amounts(entry, entry.amount, "0").gross,
  }));
  return {
    contractCurrency: contract,
    from: query.from,
    to: query.to,
    marks: groupDays(worth, digitsOf(contract)),
    reason: null,
  };
}
