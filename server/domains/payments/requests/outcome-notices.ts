/** What a holder is told and mailed when a request is ordered, carried out, declined, returned, ended or opened again. */
import { dayIn } from "@portico/api/rules/calendar.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { getSetting } from "../../settings/settings.ts";
import type { RequestRecord } from "./requests.queries.ts";

/** Notifies the holder of the result with the staff's message; the request is named by type and day. */
export async function notifyOutcome(tx: Tx, record: RequestRecord): Promise<void> {
  const { timeZone } = await getSetting(tx, "portalRules");
  const types = {
    paying: "withdrawal_paying",
    done: "request_done",
    declined: "request_declined",
    returned: "withdrawal_returned",
    expired: "request_expired",
    open: "request_reopened",
  } as const;
  const { state } = record;
  if (state === "awaitingSigners" || state === "withdrawn") return;
  await tx.notify(holderOf(record), {
    type: types[state],
    text: record.staff_message || undefined,
    params: { asked: record.type, day: dayIn(timeZone, record.created_at) },
    target_id: record.id,
    created_by: record.handled_by,
  });
}
