/** The payments of a file, as the person reads them who releases it. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { paymentFileCalls } from "@portico/api/payments/payment-files.ts";
import type { Context } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { getHolder } from "../../holders/holders.ts";
import { listReservations } from "../withdrawals/reservations.queries.ts";
import { findPaymentFile, listFileRows } from "./payment-files.queries.ts";
import { findPayment } from "./payment-files.ts";

/** To whom each payment goes and for whom, in the order of the file; `notFound` for a file that does not exist. */
export async function listFilePayments(
  { db }: Context,
  fileId: number,
): Promise<Answer<(typeof paymentFileCalls)["listFilePayments"]>> {
  if (!(await findPaymentFile(db, fileId))) throw new Refusal("notFound");
  const rows = await listFileRows(db, fileId);
  const reservations = await listReservations(
    db,
    rows.map(({ id }) => id),
  );
  const payments: Answer<(typeof paymentFileCalls)["listFilePayments"]>["payments"] = [];
  for (const record of rows) {
    const payment = await findPayment(db, { record, reservation: reservations.get(record.id) });
    if (!payment) continue;
    const holder = holderOf(record);
    payments.push({
      request_id: record.id,
      holder_type: holder.holderType,
      holder_id: holder.holderId,
      holderName: (await getHolder(db, holder)).name,
      amount: record.amount,
      owner: payment.name,
      number: payment.number,
      reference: payment.reference,
      state: record.state,
    });
  }
  return { payments };
}
