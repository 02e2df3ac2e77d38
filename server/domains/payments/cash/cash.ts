/** A holder's cash: available, reserved, on its way, and where to pay in. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import {
  type CashRow,
  type cashCalls,
  cashFaults,
  type Instruction,
  type Payment,
} from "@portico/api/payments/cash.ts";
import type { Gap } from "@portico/api/portfolios.ts";
import { feesOfWithdrawals } from "@portico/api/rules/withdrawal-fee.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { isStale } from "@portico/ledger/stale.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { canOf, type Verdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { isHolder, type Viewer } from "../../../kernel/viewer.ts";
import { getHolder, getHolderAccount } from "../../holders/holders.ts";
import { listRatesOn } from "../../market-data/market-data.ts";
import { buildSeries } from "../../market-data/series.ts";
import { cashByCurrency, sumOf } from "../../portfolios/custodian-cash.ts";
import { getCustody, usesOwnLedger } from "../../portfolios/custody.ts";
import { readFromCustodian } from "../../portfolios/portfolios.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { getSetting } from "../../settings/settings.ts";
import { restOf } from "../matching/expected-payments.ts";
import { isNamedByAny, listUnmatched } from "../matching/possible-payments.ts";
import { referenceOfDeposits } from "../matching/reference-formats.ts";
import { getRequestDetails, type RequestDetails } from "../requests/details.ts";
import { mayRequest } from "../requests/new-requests.policy.ts";
import { calculateAvailable, namesIn, presentMatch, presentWithdrawal } from "../requests/queue.ts";
import { refusalToCancel, refusalToConfirm } from "../requests/requests.policy.ts";
import { listPaymentRecords } from "../requests/requests.queries.ts";
import { refusalToSetSigners } from "../signers/company-rule.ts";
import { countNeeded, getActing, getSigners } from "../signers/signers.ts";
import { listCashWithHolds } from "../withdrawals/reservations.queries.ts";

import { epcMostVersion, epcText, polishText, qrRows } from "./payment-code.ts";

type Calls = typeof cashCalls;

/** Decided payments stay on the page for so long. */
const shownDays = 30;
const mostPayments = 100;

/** Everything of the page but the movements. What a custodian's system does not tell takes nothing else away. */
export async function getMoney(context: Context, holder: Holder): Promise<Answer<Calls["getCash"]>> {
  const { db, config } = context;
  const viewer = requireViewer(context);
  const { account, firm } = await getCustody(db, holder, context.now());
  const isOwn = await usesOwnLedger(db, config, holder);
  const known = isOwn
    ? {
        contractCurrency: account.baseCurrency,
        valuationDay: firm.today,
        cash: await getCashFromLedger(db, holder, account.baseCurrency, firm.today),
        cashFault: null,
      }
    : await getCashFromCustodian(context, holder).catch((error: unknown) => ({
        contractCurrency: account.baseCurrency,
        valuationDay: firm.today,
        cash: [],
        cashFault: toCashFault(error),
      }));
  const [instructions, rules, { fees }, acting, payments, { state }] = await Promise.all([
    getSetting(db, "depositInstructions"),
    getSetting(db, "withdrawalRules"),
    getSetting(db, "feeTable"),
    getActing(db, holder),
    listPayments(context, holder),
    getHolder(db, holder),
  ]);
  return {
    ...known,
    source: isOwn ? "ledger" : "custodian",
    total: known.cashFault === null ? sumCash(known.cash) : null,
    payments,
    instructions: instructions.accounts.map(presentInstruction),
    reference: referenceOfDeposits(holder),
    signers: { rule: acting.rule, needed: countNeeded(await getSigners(db, acting)) },
    withdrawalFees: feesOfWithdrawals(fees).map(({ kind, value, currency, minimum }) => ({
      kind,
      value,
      currency,
      minimum,
    })),
    expiryDays: rules.expiryDays,
    can: canOf({
      request: refusalToRequest(viewer, holder, mayRequest(state, "withdrawal")),
      setSigners: refusalToSetSigners(viewer, holder),
    }),
  };
}

const refusalToRequest = (viewer: Viewer, holder: Holder, isApproved: boolean): Verdict =>
  !isHolder(viewer, holder) ? "forbidden" : isApproved ? null : "notApproved";

const sumCash = (cash: readonly CashRow[]): string | null =>
  cash.some(({ value }) => value === null)
    ? null
    : cash.reduce((sum, { value }) => sum.plus(value ?? 0), new Decimal(0)).toFixed();

async function getCashFromLedger(db: Db, holder: Holder, contractCurrency: string, today: string): Promise<CashRow[]> {
  const rows = await listCashWithHolds(db, holder);
  const rates = buildSeries(
    [],
    await listRatesOn(db, today, [...new Set([contractCurrency, ...rows.map(({ currency }) => currency)])]),
  );
  return rows
    .filter(({ amount, reserved }) => !new Decimal(amount).isZero() || !new Decimal(reserved).isZero())
    .map(({ currency, amount, reserved }) => {
      const fixing = rates.rate(currency, contractCurrency, today);
      const gaps: Gap[] = !fixing
        ? [{ code: "rateMissing", currency, day: today }]
        : isStale(fixing.day, today)
          ? [{ code: "rateStale", currency, day: today, quoted: fixing.day }]
          : [];
      return {
        currency,
        amount: new Decimal(amount).toFixed(),
        reserved: new Decimal(reserved).toFixed(),
        available: calculateAvailable({ amount, reserved }),
        value: fixing ? new Decimal(amount).times(fixing.value).toDecimalPlaces(12).toFixed() : null,
        gaps: new Decimal(amount).isZero() ? [] : gaps,
      };
    });
}

/** Why the custodian's cash is not known; any other error is none of its doing. */
function toCashFault(error: unknown): (typeof cashFaults)[number] {
  const fault = error instanceof Refusal ? cashFaults.find((code) => code === error.code) : undefined;
  if (!fault) throw error;
  return fault;
}

/** The figures are a custodian's, which may have several accounts in a currency; what is reserved is the portal's. */
async function getCashFromCustodian(context: Context, holder: Holder) {
  const portfolio = await readFromCustodian(context, holder, (custodian, account) => custodian.getPortfolio(account));
  const reserved = new Map((await listCashWithHolds(context.db, holder)).map((row) => [row.currency, row.reserved]));
  const cash = [...cashByCurrency(portfolio.instruments)].map(([currency, rows]): CashRow => {
    const amount = sumOf(rows.map(({ ownedShares }) => ownedShares)).toFixed();
    const held = { amount, reserved: reserved.get(currency) ?? "0" };
    const values = rows.flatMap(({ currentValue }) => currentValue ?? []);
    return {
      ...held,
      currency,
      available: calculateAvailable(held),
      value: values.length < rows.length ? null : sumOf(values).toFixed(),
      gaps: rows.flatMap(({ gaps }) => gaps),
    };
  });
  const { contractCurrency, valuationDay } = portfolio;
  return { contractCurrency, valuationDay, cash, cashFault: null };
}

function presentInstruction(account: SettingValue<"depositInstructions">["accounts"][number]): Instruction {
  const { iban, ...rest } = account;
  const isPolish = account.currency === "PLN" && iban.startsWith("PL");
  return { ...rest, account: iban, code: account.currency === "EUR" ? "epc" : isPolish ? "polish" : null };
}

async function listPayments(context: Context, holder: Holder): Promise<Payment[]> {
  const { db, config } = context;
  const viewer = requireViewer(context);
  const decidedSince = new Date(context.now().getTime() - shownDays * 86_400_000);
  const facts = await getRequestDetails(
    db,
    config,
    await listPaymentRecords(db, holder, { decidedSince, limit: mostPayments }),
  );
  const names = await namesIn(db, facts);
  const unmatched = await listUnmatched(db, facts);
  return facts.map((one) =>
    presentPayment(viewer, one, { names, isNamed: isNamedByAny(unmatched.get(one.record.id)) }),
  );
}

function presentPayment(
  viewer: Viewer,
  one: RequestDetails,
  { names, isNamed }: { names: ReadonlyMap<number, string>; isNamed: boolean },
): Payment {
  const { record, status, confirmations } = one;
  const confirmedByViewer = confirmations.some(({ userId }) => userId === viewer.userId);
  return {
    id: record.id,
    type: record.type,
    // A confirmation that no longer counts must be replaced, whatever state it had led to.
    state: record.state === "open" && !status.isComplete ? "awaitingSigners" : record.state,
    sum: record.transaction_info.sum ?? "0",
    currency: record.transaction_info.currency ?? "",
    userMsg: record.user_msg,
    created_at: record.created_at.toISOString(),
    created_by: names.get(record.created_by) ?? "",
    handled_at: record.handled_at?.toISOString() ?? null,
    staffMessage: record.staff_message,
    withdrawal: presentWithdrawal(one, names),
    matches: one.matches.map((match) => presentMatch(match, names)),
    rest: restOf(record.transaction_info.sum ?? "0", one.matches),
    isBooked: record.type === "withdrawal" && isNamed,
    can: canOf({
      cancel: refusalToCancel(viewer, { ...status, isNamed }),
      confirm: refusalToConfirm(viewer, { ...status, confirmedByViewer }),
    }),
  };
}

/** The code for a payment in the currency; null where no bank's standard has one for it. */
export async function getPaymentCode(
  { db }: Context,
  holder: Holder,
  { currency, amount }: Parsed<Calls["getPaymentCode"]>["query"],
): Promise<Answer<Calls["getPaymentCode"]>> {
  const { clientNumber } = await getHolderAccount(db, holder);
  if (clientNumber === null) throw new Refusal("noClientNumber");
  const { accounts } = await getSetting(db, "depositInstructions");
  const account = accounts.find((one) => one.currency === currency);
  if (!account) return { code: null };
  const order = { ...account, reference: referenceOfDeposits(holder), amount: amount ?? null };
  const text = currency === "EUR" ? epcText(order) : currency === "PLN" ? polishText(order) : undefined;
  const rows = text === undefined ? undefined : await qrRows(text, currency === "EUR" ? epcMostVersion : undefined);
  return { code: rows ? { size: rows.length, rows } : null };
}

/** Rates of a day, by default today, of every currency that has one by then. */
export async function listDayRates(
  { db, now }: Context,
  asked: string | undefined,
): Promise<Answer<Calls["listRates"]>> {
  const { today } = await firmDay(db, now());
  const day = asked === undefined || asked > today ? today : asked;
  const rates = await listRatesOn(db, day);
  return {
    day,
    rates: rates.map(({ currency, value, day: quoted, source }) => ({
      code: currency,
      perEuro: value,
      day: quoted,
      source,
    })),
  };
}
