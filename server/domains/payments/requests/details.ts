/** What decides about requests besides their rows: reservations, confirmations, matches, and who keeps the ledger. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { listWithoutOwnLedger } from "../../portfolios/custody.ts";
import { listMatches, type MatchRecord } from "../matching/matches.queries.ts";
import { type Acting, getActing, getSigners, isConfirmed, type Signers } from "../signers/signers.ts";
import {
  type ConfirmationRecord,
  listConfirmations,
  listReservations,
  type ReservationRecord,
} from "../withdrawals/reservations.queries.ts";
import type { RequestStatus } from "./requests.policy.ts";
import { lockRequest, type RequestRecord } from "./requests.queries.ts";

export const keyOfHolder = ({ holderType, holderId }: Holder): string => `${holderType}/${holderId}`;

/** A request with everything about it. */
export interface RequestDetails {
  record: RequestRecord;
  status: RequestStatus;
  reservation: ReservationRecord | undefined;
  confirmations: readonly ConfirmationRecord[];
  signers: Signers | undefined;
  /** The entries that its payment turned out to be, the oldest first. */
  matches: readonly MatchRecord[];
}

/** The details of requests, in their order. `configured`: the portal's setting of a custodian for all holders. */
export async function getRequestDetails(
  db: Db,
  config: { custodianUrl?: string | undefined },
  records: readonly RequestRecord[],
): Promise<RequestDetails[]> {
  const ids = records.map(({ id }) => id);
  const [reservations, confirmations, matches] = [
    await listReservations(db, ids),
    await listConfirmations(db, ids),
    await listMatches(db, ids),
  ];
  const holders = new Map(records.map((record) => [keyOfHolder(holderOf(record)), holderOf(record)]));
  const elsewhere = new Set((await listWithoutOwnLedger(db, config, [...holders.values()])).map(keyOfHolder));
  const actingOf = new Map<string, Acting>();
  for (const [key, holder] of holders) {
    const needsSigners = records.some((one) => keyOfHolder(holderOf(one)) === key && reservations.has(one.id));
    if (needsSigners) actingOf.set(key, await getActing(db, holder));
  }
  const signersOf = new Map<number, Signers>();
  for (const record of records) {
    const acting = actingOf.get(keyOfHolder(holderOf(record)));
    const reservation = reservations.get(record.id);
    if (!acting || !reservation) continue;
    const { amount, currency } = reservation;
    signersOf.set(record.id, await getSigners(db, acting, { amount, currency, at: record.created_at }));
  }
  return records.map((record) => {
    const holder = holderOf(record);
    const signers = signersOf.get(record.id);
    const reservation = reservations.get(record.id);
    const confirmed = confirmations.get(record.id) ?? [];
    const matched = matches.get(record.id) ?? [];
    return {
      record,
      reservation,
      confirmations: confirmed,
      signers,
      matches: matched,
      status: {
        type: record.type,
        state: record.state,
        holder,
        createdBy: record.created_by,
        reserves: reservation?.state === "pending",
        isComplete:
          !reservation ||
          !signers ||
          isConfirmed(
            signers,
            confirmed.map(({ userId }) => userId),
          ),
        ownLedger: !elsewhere.has(keyOfHolder(holder)),
        isMatched: matched.length > 0,
        // One that the payment contained has no entry of its own.
        hasFee:
          reservation?.state === "posted" &&
          reservation.feeState !== "none" &&
          (reservation.feeState !== "posted" || reservation.feeEntryId !== null),
      },
    };
  });
}

/** The request, locked, with its details; `notFound` for one that does not exist. */
export async function lockRequestDetails(tx: Tx, context: Context, requestId: number): Promise<RequestDetails> {
  const record = await lockRequest(tx, requestId);
  const [facts] = record ? await getRequestDetails(tx, context.config, [record]) : [];
  if (!facts) throw new Refusal("notFound");
  return facts;
}
