/** Payment files: prepared of confirmed withdrawals, released by a second person, which orders them, or cancelled. */
import { createHash, randomBytes } from "node:crypto";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { mostPayments, type PaymentFile, type paymentFileCalls } from "@portico/api/payments/payment-files.ts";
import { checkIban } from "@portico/kyc/iban.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { canOf, enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getHolder, getUserNames } from "../../holders/holders.ts";
import { needsTwo } from "../../proposals/proposals.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { getSetting } from "../../settings/settings.ts";
import { referenceOfWithdrawal } from "../matching/reference-formats.ts";
import { getRequestDetails, lockRequestDetails, type RequestDetails } from "../requests/details.ts";
import { notifyOutcome } from "../requests/outcome-notices.ts";
import { refusalToPay } from "../requests/requests.policy.ts";
import { listUnordered, moveRequest } from "../requests/requests.queries.ts";
import { emitChanged } from "../requests/requests.ts";
import { requestActions } from "../requests/states.ts";
import { lacksBic, type OrderedPayment, writePain001 } from "./pain001.ts";
import { refusalToCancelFile, refusalToDownload, refusalToRelease } from "./payment-files.policy.ts";
import {
  findPaymentFile,
  insertFileRow,
  insertPaymentFile,
  listFileRequests,
  listPaymentFileRows,
  lockPaymentFile,
  type PaymentFileRow,
  settlePaymentFile,
} from "./payment-files.queries.ts";

type Calls = typeof paymentFileCalls;

/** The firm's accounts that pay, by currency. */
async function findDebtors(db: Db) {
  const { accounts } = await getSetting(db, "depositInstructions");
  return new Map(accounts.map((account) => [account.currency, account]));
}

/** Of a withdrawal, what its payment is made of. */
interface Paid {
  record: Pick<RequestDetails["record"], "id" | "holder_type" | "holder_id">;
  reservation: RequestDetails["reservation"];
}

/** The payment of a withdrawal; undefined of what reserves nothing. An account without a stated owner is the client's. */
export async function findPayment(
  db: Db,
  { record, reservation }: Paid,
): Promise<(OrderedPayment & { currency: string }) | undefined> {
  if (!reservation) return undefined;
  const { account, amount, currency } = reservation;
  return {
    currency,
    reference: referenceOfWithdrawal(record.id),
    amount,
    name: account.owner ?? (await getHolder(db, holderOf(record))).name,
    number: account.number,
    isIban: checkIban(account.number) === undefined,
    bic: account.bic || null,
  };
}

/** Withdrawals that a file can pay, and what the others lack. Those that wait for a signer are left out. */
export async function listPayable(context: Context): Promise<Answer<Calls["listPayable"]>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const debtors = await findDebtors(db);
  const withdrawals: Answer<Calls["listPayable"]>["withdrawals"] = [];
  const records = await listUnordered(db, mostPayments);
  for (const details of await getRequestDetails(db, context.config, records)) {
    const payment = await findPayment(db, details);
    if (!payment || refusalToPay(viewer, details.status) !== null) continue;
    const holder = holderOf(details.record);
    withdrawals.push({
      request_id: details.record.id,
      holder_type: holder.holderType,
      holder_id: holder.holderId,
      holderName: (await getHolder(db, holder)).name,
      currency: payment.currency,
      amount: payment.amount,
      owner: payment.name,
      number: payment.number,
      lacks: !debtors.has(payment.currency) ? "debtor" : lacksBic(payment.currency, payment) ? "bic" : null,
    });
  }
  return { withdrawals };
}

/**
 * Puts withdrawals into a file. `badInput` if one is not of the currency, or lacks what the bank needs; `inUse` if another file
 * pays it, and as for ordering a payment by hand.
 */
export async function preparePaymentFile(
  context: Context,
  { currency, requestIds }: Parsed<Calls["preparePaymentFile"]>["body"],
): Promise<PaymentFile> {
  const viewer = requireViewer(context);
  const { today } = await firmDay(context.db, context.now());
  const row = await transact(context, async (tx) => {
    const debtor = (await findDebtors(tx)).get(currency);
    if (!debtor) throw new Refusal("badInput", { fields: [{ path: "currency", code: "notAllowed" }] });
    // Locked in one order, so that two colleagues wait for each other.
    const details: RequestDetails[] = [];
    for (const id of [...new Set(requestIds)].toSorted((one, other) => one - other))
      details.push(await lockRequestDetails(tx, context, id));
    const payments: OrderedPayment[] = [];
    for (const [place, one] of details.entries()) {
      enforce(refusalToPay(viewer, one.status));
      const payment = await findPayment(tx, one);
      if (!payment || payment.currency !== currency || lacksBic(currency, payment))
        throw new Refusal("badInput", { fields: [{ path: `requestIds.${place}`, code: "notAllowed" }] });
      payments.push(payment);
    }
    const messageId = `P${today.replaceAll("-", "")}${randomBytes(6).toString("hex").toUpperCase()}`;
    const content = writePain001({
      messageId,
      createdAt: context.now().toISOString().slice(0, 19),
      executeOn: today,
      currency,
      debtor: { name: debtor.beneficiary, iban: debtor.iban, bic: debtor.bic },
      payments,
    });
    const file = await insertPaymentFile(tx, {
      messageId,
      currency,
      debtorIban: debtor.iban,
      debtorBank: debtor.bank,
      executeOn: today,
      payments: payments.length,
      total: payments.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0)).toFixed(),
      content,
      sha256: createHash("sha256").update(content).digest(),
      createdBy: viewer.userId,
    });
    for (const [place, { record }] of details.entries()) {
      const one = { fileId: file.id, requestId: record.id, amount: payments[place]?.amount ?? "0" };
      if (!(await insertFileRow(tx, holderOf(record), one))) throw new Refusal("inUse");
    }
    auditFile(tx, "paymentFile.prepared", file);
    return file;
  });
  return present(context, row);
}

function auditFile(
  tx: Tx,
  action: "paymentFile.prepared" | "paymentFile.released" | "paymentFile.cancelled",
  { id, messageId, payments, total, currency, sha256 }: PaymentFileRow,
): void {
  tx.audit(action, id, { after: { messageId, payments, total, currency, sha256 } });
  tx.emit("payments:files", {});
}

async function lock(tx: Tx, id: number): Promise<PaymentFileRow> {
  const file = await lockPaymentFile(tx, id);
  if (!file) throw new Refusal("notFound");
  return file;
}

/**
 * Releases a file: its withdrawals are ordered and can no longer be cancelled. `stateConflict` if one of them was cancelled or
 * handled meanwhile: the file is then cancelled, and made again without it.
 */
export async function releasePaymentFile(context: Context, fileId: number): Promise<PaymentFile> {
  const viewer = requireViewer(context);
  const row = await transact(context, async (tx) => {
    const file = await lock(tx, fileId);
    enforce(refusalToRelease(viewer, file, { byTwo: await needsTwo(tx) }));
    const released = await settlePaymentFile(tx, fileId, { to: "released", by: viewer.userId });
    if (!released) throw new Refusal("stateConflict");
    for (const { requestId } of await listFileRequests(tx, fileId)) {
      const { status } = await lockRequestDetails(tx, context, requestId);
      enforce(refusalToPay(viewer, status));
      const by = { userId: viewer.userId, staffMessage: "" };
      const moved = await moveRequest(tx, requestId, { from: requestActions.pay.in, to: "paying", by });
      if (!moved) throw new Refusal("stateConflict");
      tx.audit("transactionRequest.handled", requestId, { after: { state: "paying", staffMessage: "" } });
      await emitChanged(tx, moved);
      await notifyOutcome(tx, moved);
    }
    auditFile(tx, "paymentFile.released", released);
    return released;
  });
  return present(context, row);
}

export async function cancelPaymentFile(context: Context, fileId: number): Promise<PaymentFile> {
  const viewer = requireViewer(context);
  const row = await transact(context, async (tx) => {
    enforce(refusalToCancelFile(viewer, await lock(tx, fileId)));
    const cancelled = await settlePaymentFile(tx, fileId, { to: "cancelled", by: viewer.userId });
    if (!cancelled) throw new Refusal("stateConflict");
    auditFile(tx, "paymentFile.cancelled", cancelled);
    return cancelled;
  });
  return present(context, row);
}

/** The XML, if the file was released; `notFound` also once a client's records that it names were deleted. */
export async function downloadPaymentFile(
  context: Context,
  fileId: number,
): Promise<Answer<Calls["downloadPaymentFile"]>> {
  const file = await findPaymentFile(context.db, fileId);
  if (!file) throw new Refusal("notFound");
  enforce(refusalToDownload(requireViewer(context), file));
  if (file.content === null) throw new Refusal("notFound");
  return { fileName: `${file.messageId}.xml`, content: file.content };
}

export async function listPaymentFiles(
  context: Context,
  { cursor, limit }: Parsed<Calls["listPaymentFiles"]>["query"],
): Promise<Answer<Calls["listPaymentFiles"]>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "newest" },
    (start) => listPaymentFileRows(context.db, { below: start.after?.id, limit: start.limit }),
    ({ id }) => ["", id],
  );
  return { files: await Promise.all(rows.map((row) => present(context, row))), nextCursor };
}

async function present(context: Context, row: PaymentFileRow): Promise<PaymentFile> {
  const viewer = requireViewer(context);
  const { createdBy, settledBy } = row;
  const people = await getUserNames(
    context.db,
    [createdBy, settledBy].filter((id) => id !== null),
  );
  const byTwo = await needsTwo(context.db);
  return {
    id: row.id,
    message_id: row.messageId,
    currency: row.currency,
    debtor_iban: row.debtorIban,
    debtor_bank: row.debtorBank,
    execute_on: row.executeOn,
    payments: row.payments,
    total: row.total,
    sha256: row.sha256,
    state: row.state,
    created_at: row.createdAt.toISOString(),
    created_by: people.get(createdBy) ?? "",
    settled_at: row.settledAt?.toISOString() ?? null,
    settled_by: settledBy === null ? null : (people.get(settledBy) ?? ""),
    can: canOf({
      release: refusalToRelease(viewer, row, { byTwo }),
      cancel: refusalToCancelFile(viewer, row),
      download: refusalToDownload(viewer, row),
    }),
  };
}
