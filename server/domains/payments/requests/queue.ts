/** The staff's queue of requests, each with what decides about it. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { type EntryMatch, type RequestRow, requestCalls } from "@portico/api/payments/requests.ts";
import { isInstant } from "@portico/api/rules/calendar.ts";
import { isPendingRequest } from "@portico/api/rules/transaction-requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { canOf, staffVerdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getHolder, getHolderAccount, getUserNames } from "../../holders/holders.ts";
import { whyNotEnough } from "../../holders/needed-signatures.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { restOf } from "../matching/expected-payments.ts";
import type { MatchRecord } from "../matching/matches.queries.ts";
import { listUnmatched } from "../matching/possible-payments.ts";
import { referenceOfDeposits, referenceOfWithdrawal } from "../matching/reference-formats.ts";
import { countNeeded, hasActing } from "../signers/signers.ts";
import { type CashRecord, listHolderCash } from "../withdrawals/reservations.queries.ts";
import { getRequestDetails, keyOfHolder, type RequestDetails } from "./details.ts";
import {
  isPayment,
  refusalToDecline,
  refusalToFinish,
  refusalToMatch,
  refusalToMatchFee,
  refusalToPay,
  refusalToReturn,
  refusalToUnmatch,
} from "./requests.policy.ts";
import { countOpenRequests, listRequestRecords, type RequestRecord } from "./requests.queries.ts";

type Calls = typeof requestCalls;

/** Cap for counting open requests; staff see "10,000+". */
const maxCounted = 10_001;
const listOrder = "requests";

/** The staff queue: open ones oldest first, because the oldest has waited longest; all others newest first. */
export async function listRequests(
  context: Context,
  { state, cursor, limit, holder_type, holder_id, assigned }: Parsed<Calls["listRequests"]>["query"],
): Promise<Answer<Calls["listRequests"]>> {
  const { db } = context;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, listOrder);
  if (after && !isInstant(after.value))
    throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
  const holder = holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined;
  const records = await listRequestRecords(db, { state, holder, assigned, after, limit: limit + 1 });
  const shown = records.slice(0, limit);
  const last = shown.at(-1);
  return {
    requests: await presentRequests(context, shown),
    nextCursor: records.length > limit && last ? encodeCursor(listOrder, last.created_at.toISOString(), last.id) : null,
    open: await countOpenRequests(db, maxCounted),
    can: canOf({ handle: staffVerdict(requireViewer(context), requestCalls.handleRequest) }),
  };
}

export async function presentRequest(context: Context, record: RequestRecord): Promise<RequestRow> {
  const [row] = await presentRequests(context, [record]);
  if (!row) throw new Error("a request came back empty");
  return row;
}

/** What of the cash is not reserved; never below zero, although the cash itself may be. */
export const calculateAvailable = ({ amount, reserved }: Pick<CashRecord, "amount" | "reserved">): string =>
  Decimal.max(new Decimal(amount).minus(reserved), 0).toFixed();

export const presentMatch = (match: MatchRecord, names: ReadonlyMap<number, string>): EntryMatch => ({
  entry_id: match.id,
  day: match.day,
  currency: match.currency,
  amount: match.amount,
  description: match.description,
  how: match.how,
  matched_at: match.matchedAt.toISOString(),
  matched_by: match.matchedBy === null ? null : (names.get(match.matchedBy) ?? ""),
});

/** The account, who confirmed, and what is still needed. */
export function presentWithdrawal(
  { record, reservation, confirmations, signers }: RequestDetails,
  names: ReadonlyMap<number, string>,
): RequestRow["withdrawal"] {
  if (!reservation) return null;
  const confirmedBy = confirmations.map(({ userId }) => userId);
  return {
    account: reservation.account,
    reference: referenceOfWithdrawal(record.id),
    reservation: reservation.state,
    fee: reservation.fee,
    feeState: reservation.feeState,
    fee_entry_id: reservation.feeEntryId,
    expires_at: reservation.expiresAt.toISOString(),
    confirmations: confirmations.map(({ userId, confirmedAt }) => ({
      user_id: userId,
      name: names.get(userId) ?? "",
      at: confirmedAt.toISOString(),
      counts: signers?.people.some(({ id, suspended }) => id === userId && !suspended) ?? true,
    })),
    needed: signers ? countNeeded(signers, confirmedBy) : 1,
    why: signers && reservation.state === "pending" ? whyNotEnough(signers.people, confirmedBy) : [],
    hasPeople: signers === undefined || hasActing(signers),
  };
}

/** Everyone whose name the requests show. */
export const namesIn = async (db: Db, facts: readonly RequestDetails[]): Promise<ReadonlyMap<number, string>> =>
  getUserNames(db, [
    ...new Set(
      facts.flatMap(({ record, confirmations, matches }) => [
        record.created_by,
        record.handled_by ?? record.created_by,
        ...matches.flatMap(({ matchedBy }) => matchedBy ?? []),
        ...confirmations.map(({ userId }) => userId),
      ]),
    ),
  ]);

/** The records with names of holders, people and instruments, for staff. */
async function presentRequests(context: Context, records: readonly RequestRecord[]): Promise<RequestRow[]> {
  const { db } = context;
  const viewer = requireViewer(context);
  const facts = await getRequestDetails(db, context.config, records);
  const holders = new Map(records.map((record) => [keyOfHolder(holderOf(record)), holderOf(record)]));
  const known = await getHolderNames(db, holders);
  const cash = new Map(
    (await listHolderCash(db, [...holders.values()])).map((row) => [
      `${row.holder_type}/${row.holder_id} ${row.currency}`,
      row,
    ]),
  );
  const names = await namesIn(db, facts);
  const unmatched = await listUnmatched(db, facts);
  const instruments = await getInstruments(
    db,
    records.flatMap((one) => one.transaction_info.instrumentId ?? []),
  );
  return facts.map((one) => {
    const { record, status } = one;
    const holder = known.get(keyOfHolder(status.holder));
    const instrument = instruments.get(record.transaction_info.instrumentId ?? 0);
    const { currency = "" } = record.transaction_info;
    const isOpenPayment = isPayment(record.type) && isPendingRequest(record.state) && status.ownLedger;
    const held = cash.get(`${keyOfHolder(status.holder)} ${currency}`) ?? { amount: "0", reserved: "0" };
    return {
      id: record.id,
      holder_type: record.holder_type,
      holder_id: record.holder_id,
      holderName: holder?.name ?? "",
      client_number: holder?.clientNumber ?? null,
      type: record.type,
      userMsg: record.user_msg,
      transactionInfo: {
        ...record.transaction_info,
        ...(instrument && { instrumentName: instrument.name, instrumentTicker: instrument.ticker }),
      },
      state: record.state,
      created_at: record.created_at.toISOString(),
      created_by: names.get(record.created_by) ?? "",
      handled_at: record.handled_at?.toISOString() ?? null,
      handled_by: record.handled_by === null ? null : (names.get(record.handled_by) ?? ""),
      staffMessage: record.staff_message,
      reference: record.type === "deposit" ? referenceOfDeposits(status.holder) : null,
      withdrawal: presentWithdrawal(one, names),
      matches: one.matches.map((match) => ({ ...presentMatch(match, names), reason: match.reason })),
      rest: isPayment(record.type) ? restOf(record.transaction_info.sum ?? "0", one.matches) : null,
      unmatched: [...(unmatched.get(record.id) ?? [])],
      cash: isOpenPayment
        ? { amount: held.amount, reserved: held.reserved, available: calculateAvailable(held) }
        : null,
      can: canOf({
        handle: refusalToDecline(viewer, status),
        finish: refusalToFinish(viewer, status),
        pay: refusalToPay(viewer, status),
        match: refusalToMatch(viewer, status),
        unmatch: refusalToUnmatch(viewer, status),
        return: refusalToReturn(viewer, status),
        matchFee: refusalToMatchFee(viewer, status),
      }),
    };
  });
}

async function getHolderNames(
  db: Db,
  holders: ReadonlyMap<string, Holder>,
): Promise<ReadonlyMap<string, { name: string; clientNumber: string | null }>> {
  return new Map(
    await Promise.all(
      [...holders].map(async ([key, holder]) => {
        const [{ name }, { clientNumber }] = await Promise.all([getHolder(db, holder), getHolderAccount(db, holder)]);
        return [key, { name, clientNumber }] as const;
      }),
    ),
  );
}
