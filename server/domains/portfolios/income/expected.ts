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
import type { InstrumentRecord } from "../../market-data/market-data.queries.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { shown } from "../figures.ts";
import { listEntries } from "../ledger/entries.queries.ts";
import { type AnnouncedRecord, listAnnounced, listImported } from "./announced-income.queries.ts";
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

/** Entries of instruments, each with all that concern it. */
async function readEntriesByInstrument(db: Db, account: CustodyAccount, instrumentIds: Set<number>) {
  const entries = instrumentIds.size
    ? activeEntries(await listEntries(db, account, { touching: { instrumentIds, currencies: new Set() } }))
    : [];
  const byInstrument = Map.groupBy(
    entries.flatMap((entry) => {
      const concerned = new Set([entry.instrumentId, entry.counter?.instrumentId]);
      return [...concerned].map((id) => ({ id, entry }));
    }),
    ({ id }) => id,
  );
  return (id: number): Entry[] => (byInstrument.get(id) ?? []).map(({ entry }) => entry);
}

/** What became of each announcement, and what is estimated where none stands. */
async function judge(db: Db, account: CustodyAccount, { today, portfolio }: { today: string; portfolio: Portfolio }) {
  const year = yearUpTo(today);
  const since = yearsLater(today, -1);
  const announced = [...(await listAnnounced(db, account, { since })), ...(await listImported(db, account, { since }))];
  const held = new Set(portfolio.instruments.flatMap(({ instrumentId }) => instrumentId ?? []));
  const { lines } = incomeOf(await listIncomeEntries(db, account, year), year);
  const past = pastPayments(lines).filter(({ instrumentId }) => held.has(instrumentId));
  const ids = new Set([...announced, ...past].map(({ instrumentId }) => instrumentId));
  const entriesOf = await readEntriesByInstrument(db, account, ids);
  const judged = [...Map.groupBy(announced, ({ instrumentId }) => instrumentId)].flatMap(([id, list]) =>
    judgeAnnounced(list, entriesOf(id), today),
  );
  const estimates = [...Map.groupBy(past, ({ instrumentId }) => instrumentId)].flatMap(([id, list]) => {
    const standing = judged.filter((one) => one.announcement.instrumentId === id && stands(one));
    const announcedDays = standing.map(({ announcement }) => announcement.payDay);
    return estimateFrom(list, { entries: entriesOf(id), announcedDays, today });
  });
  return { judged, estimates, instruments: await getInstruments(db, [...ids]) };
}

/** A payment before and of tax; null if the tax is unknown. */
interface Payment {
  currency: string;
  gross: string;
  tax: string | null;
}

const rounded = (currency: string, amount: string): string =>
  shown(new Decimal(amount).toDecimalPlaces(digitsOf(currency)).toFixed());

/** Writes payments in their own currency and in the contract's, at the rates of one day. */
function paymentWriter(converter: Converter, { contract, day }: { contract: string; day: string }) {
  const worthOf = ({ currency, gross, tax }: Payment): Amounts => {
    const amounts = converter.amounts({ currency, day }, gross, tax ?? "0");
    return tax === null ? { ...amounts, tax: null } : amounts;
  };
  return {
    worthOf,
    present(of: Payment) {
      const gross = rounded(of.currency, of.gross);
      const tax = of.tax === null ? null : rounded(of.currency, of.tax);
      const net = tax === null ? null : shown(new Decimal(gross).minus(tax).toFixed());
      const inContract = presentSums(worthOf({ ...of, gross, tax }), digitsOf(contract));
      return { currency: of.currency, gross, tax, net, inContract };
    },
  };
}
type PaymentWriter = ReturnType<typeof paymentWriter>;

function presentAnnounced(
  { announcement, state, unitsHeld, unitsElsewhere, received, gross, tax }: Judged<AnnouncedRecord>,
  { instruments, writer }: { instruments: ReadonlyMap<number, InstrumentRecord>; writer: PaymentWriter },
): ExpectedIncome["announced"][number] {
  const { currency } = announcement;
  const amounts = writer.present({ currency, gross, tax });
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
}

/** What is expected in a month. */
interface Expected {
  month: string;
  worth: Amounts;
}

const sumsOf = (list: readonly Expected[], month?: string): Amounts =>
  sumOf(list.filter((one) => month === undefined || one.month === month).map(({ worth }) => worth));

function presentMonths(announced: readonly Expected[], estimated: readonly Expected[], digits: number) {
  const months = [...new Set([...announced, ...estimated].map(({ month }) => month))].toSorted();
  const groupsOf = (list: readonly Expected[]) =>
    presentGroups(
      months.map((month) => sumsOf(list, month)),
      digits,
    );
  const [ofAnnounced, ofEstimated] = [groupsOf(announced), groupsOf(estimated)];
  const none = presentSums(noAmounts, digits);
  return months.map((month, index) => ({
    month,
    announced: ofAnnounced[index] ?? none,
    estimated: ofEstimated[index] ?? none,
  }));
}

/** Announcements of the last and coming year, and estimates of the coming one, for the holder's units of today. */
export async function getExpectedIncome(
  db: Db,
  account: CustodyAccount,
  { today, portfolio }: { today: string; portfolio: Portfolio },
): Promise<ExpectedIncome> {
  const contract = account.baseCurrency;
  const { judged, estimates, instruments } = await judge(db, account, { today, portfolio });
  const currencies = [...judged.map(({ announcement }) => announcement), ...estimates].map(({ currency }) => currency);
  const converter = await loadConverter(
    db,
    contract,
    [...new Set(currencies)].map((currency) => ({ currency, day: today })),
  );
  const writer = paymentWriter(converter, { contract, day: today });
  const digits = digitsOf(contract);
  const open = judged.filter(isOpen).map((one): Expected => {
    const { currency, payDay } = one.announcement;
    return { month: payDay.slice(0, 7), worth: writer.worthOf({ ...one, currency }) };
  });
  const guessed = estimates.map((one): Expected => ({ month: one.payDay.slice(0, 7), worth: writer.worthOf(one) }));
  return {
    contractCurrency: contract,
    valuationDay: today,
    announced: judged
      .map((one) => presentAnnounced(one, { instruments, writer }))
      .toSorted((one, two) => (one.payDay === two.payDay ? one.id - two.id : one.payDay < two.payDay ? -1 : 1)),
    estimates: estimates
      .map(({ basis, units, ...estimate }) => ({
        ...presentPayer(estimate, instruments),
        ...writer.present(estimate),
        payDay: estimate.payDay,
        units: shown(units),
        basis: { ...basis, grossPerUnit: shown(basis.grossPerUnit) },
      }))
      .toSorted((one, two) => (one.payDay < two.payDay ? -1 : 1)),
    totals: {
      announced: presentSums(sumsOf(open), digits),
      estimated: presentSums(sumsOf(guessed), digits),
    },
    months: presentMonths(open, guessed, digits),
    gaps: converter.gaps(),
    reason: null,
  };
}
