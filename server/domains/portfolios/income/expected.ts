/** Income that is announced, with what became of it, and estimates from last year's payments. */
import type { ExpectedIncome } from "@portico/api/portfolio-income.ts";
import type { Portfolio } from "@portico/api/portfolios.ts";
import { yearsLater } from "@portico/api/rules/calendar.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Entry } from "@portico/ledger/entry.ts";
import { activeEntries } from "@portico/ledger/entry-parts.ts";
import { estimateFrom, type Judged, judgeAnnounced, type PastPayment } from "@portico/ledger/expected-income.ts";
import { type IncomeLine, incomeOf } from "@portico/ledger/income.ts";
import type { CustodyAccount } from "../../../adapters/custodian/custodian.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { shown } from "../figures.ts";
import { listEntries } from "../ledger/entries.queries.ts";
import { type AnnouncedRecord, listAnnounced, listImported } from "./announced-income.queries.ts";
import { type Amounts, digitsOf, loadConverter, noAmounts, presentGroups, presentSums, sumOf } from "./in-contract.ts";
import { listIncomeEntries } from "./income-entries.queries.ts";
import { presentPayer, yearUpTo } from "./received.ts";

/** Each payment of an instrument with its own tax and that booked later. */
function pastPayments(lines: readonly IncomeLine[]): PastPayment[] {
  const later = Map.groupBy(
    lines.filter(({ of }) => of !== undefined),
    ({ of }) => of?.id,
  );
  return lines.flatMap(({ kind, id, day, currency, gross, tax, instrumentId }) => {
    if (instrumentId === undefined || (kind !== "dividend" && kind !== "interest")) return [];
    const taxes = (later.get(id) ?? []).filter((line) => line.currency === currency).map((line) => line.tax);
    const whole = taxes.reduce((sum, each) => sum.plus(each), new Decimal(tax));
    return [{ id, day, currency, gross, tax: whole.toFixed(), instrumentId }];
  });
}

const isOpen = ({ state }: Judged<AnnouncedRecord>): boolean => state === "announced" || state === "due";
/** States whose amount is, or was, this year's payment: nothing is estimated beside it. */
const stands = ({ state }: Judged<AnnouncedRecord>): boolean =>
  state !== "cancelled" && state !== "sold" && state !== "duplicate";

/** Announcements of the last and coming year, and estimates of the coming one, for the holder's units of today. */
export async function getExpectedIncome(
  db: Db,
  account: CustodyAccount,
  { today, portfolio }: { today: string; portfolio: Portfolio },
): Promise<ExpectedIncome> {
  const contract = account.baseCurrency;
  const year = yearUpTo(today);
  const since = yearsLater(today, -1);
  const announced = [...(await listAnnounced(db, account, { since })), ...(await listImported(db, account, { since }))];
  const held = new Set(portfolio.instruments.flatMap(({ instrumentId }) => instrumentId ?? []));
  const { lines } = incomeOf(await listIncomeEntries(db, account, year), year);
  const past = pastPayments(lines).filter(({ instrumentId }) => held.has(instrumentId));
  const ids = new Set([...announced, ...past].map(({ instrumentId }) => instrumentId));
  const entries = ids.size
    ? activeEntries(await listEntries(db, account, { touching: { instrumentIds: ids, currencies: new Set() } }))
    : [];
  const byInstrument = Map.groupBy(
    entries.flatMap((entry) => {
      const concerned = new Set([entry.instrumentId, entry.counter?.instrumentId]);
      return [...concerned].map((id) => ({ id, entry }));
    }),
    ({ id }) => id,
  );
  const ofInstrument = (id: number): Entry[] => (byInstrument.get(id) ?? []).map(({ entry }) => entry);
  const judged = [...Map.groupBy(announced, ({ instrumentId }) => instrumentId)].flatMap(([id, list]) =>
    judgeAnnounced(list, ofInstrument(id), today),
  );
  const estimates = [...Map.groupBy(past, ({ instrumentId }) => instrumentId)].flatMap(([id, list]) => {
    const standing = judged.filter((one) => one.announcement.instrumentId === id && stands(one));
    const announcedDays = standing.map(({ announcement }) => announcement.payDay);
    return estimateFrom(list, { entries: ofInstrument(id), announcedDays, today });
  });
  const instruments = await getInstruments(db, [...ids]);
  const currencies = [...judged.map(({ announcement }) => announcement), ...estimates].map(({ currency }) => currency);
  const converter = await loadConverter(
    db,
    contract,
    [...new Set(currencies)].map((currency) => ({ currency, day: today })),
  );
  const digits = digitsOf(contract);
  const worthOf = (of: { currency: string; gross: string; tax: string | null }): Amounts => {
    const amounts = converter.amounts({ currency: of.currency, day: today }, of.gross, of.tax ?? "0");
    return of.tax === null ? { ...amounts, tax: null } : amounts;
  };
  const rounded = (currency: string, amount: string): string =>
    shown(new Decimal(amount).toDecimalPlaces(digitsOf(currency)).toFixed());
  function present(of: { currency: string; gross: string; tax: string | null }) {
    const gross = rounded(of.currency, of.gross);
    const tax = of.tax === null ? null : rounded(of.currency, of.tax);
    const net = tax === null ? null : shown(new Decimal(gross).minus(tax).toFixed());
    return { currency: of.currency, gross, tax, net, inContract: presentSums(worthOf({ ...of, gross, tax }), digits) };
  }
  const open = judged.filter(isOpen).map((one) => {
    const { currency, payDay } = one.announcement;
    return { month: payDay.slice(0, 7), worth: worthOf({ ...one, currency }) };
  });
  const guessed = estimates.map((one) => ({ month: one.payDay.slice(0, 7), worth: worthOf(one) }));
  const months = [...new Set([...open, ...guessed].map(({ month }) => month))].toSorted();
  const sumsOf = (list: typeof open, month?: string) =>
    sumOf(list.filter((one) => month === undefined || one.month === month).map(({ worth }) => worth));
  const [announcedMonths, estimatedMonths] = [open, guessed].map((list) =>
    presentGroups(
      months.map((month) => sumsOf(list, month)),
      digits,
    ),
  );
  const none = presentSums(noAmounts, digits);
  return {
    contractCurrency: contract,
    valuationDay: today,
    announced: judged
      .map((one) => {
        const { announcement, state, unitsHeld, unitsElsewhere, received } = one;
        const { currency } = announcement;
        const amounts = present({ currency, gross: one.gross, tax: one.tax });
        return {
          ...presentPayer(announcement, instruments),
          ...amounts,
          id: Math.abs(announcement.id),
          state,
          exDay: announcement.exDay,
          payDay: announcement.payDay,
          quantity: shown(announcement.quantity),
          grossPerUnit: shown(announcement.grossPerUnit),
          unitsHeld: unitsHeld && shown(unitsHeld),
          unitsElsewhere: unitsElsewhere && shown(unitsElsewhere),
          isOfFirm: announcement.account === null,
          source: announcement.source,
          recordedAt: announcement.recordedAt.toISOString(),
          isCorrected: announcement.corrects !== null,
          received: received && {
            ...received,
            gross: shown(received.gross),
            differs: received.currency !== currency || !new Decimal(received.gross).eq(amounts.gross),
          },
        };
      })
      .toSorted((one, two) => (one.payDay === two.payDay ? one.id - two.id : one.payDay < two.payDay ? -1 : 1)),
    estimates: estimates
      .map(({ basis, units, ...estimate }) => ({
        ...presentPayer(estimate, instruments),
        ...present(estimate),
        payDay: estimate.payDay,
        units: shown(units),
        basis: { ...basis, grossPerUnit: shown(basis.grossPerUnit) },
      }))
      .toSorted((one, two) => (one.payDay < two.payDay ? -1 : 1)),
    totals: {
      announced: presentSums(sumsOf(open), digits),
      estimated: presentSums(sumsOf(guessed), digits),
    },
    months: months.map((month, index) => ({
      month,
      announced: announcedMonths?.[index] ?? none,
      estimated: estimatedMonths?.[index] ?? none,
    })),
    gaps: converter.gaps(),
    reason: null,
  };
}
