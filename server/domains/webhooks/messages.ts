/** Messages as administrators see them: the list, one with its payload and attempts, sending again, and a test. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { holderParams } from "@portico/api/shapes.ts";
import { testEvent, webhookMessage } from "@portico/api/webhook-events.ts";
import type { webhooks as calls } from "@portico/api/webhooks.ts";
import type { Context } from "../../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { messageOf, wakeDelivery } from "../../unit-of-work/outbox.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { requireEndpoint } from "./endpoints.ts";
import {
  type DeliveryRow,
  findDelivery,
  insertMessage,
  listAttempts,
  listDeliveries,
  saveAgain,
} from "./messages.queries.ts";
import { stateOf } from "./webhooks.policy.ts";

const sort = "id";
const shownAttempts = 50;

const present = (row: DeliveryRow) => ({
  id: row.id,
  messageId: row.message_id,
  type: row.type,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  tries: row.tries,
  nextTryAt: row.state === "waiting" ? row.next_try_at.toISOString() : null,
  endedAt: row.ended_at?.toISOString() ?? null,
  status: row.status,
  failure: row.failure,
});

/** One page, the newest first; what they say is in `readDelivery` alone. */
export async function listMessages(
  { db }: Context,
  endpointId: string,
  { cursor, limit, state }: Parsed<(typeof calls)["listDeliveries"]>["query"],
): Promise<Answer<(typeof calls)["listDeliveries"]>> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor, sort).id;
  const rows = await listDeliveries(db, { endpointId, state, before, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    deliveries: rows.slice(0, limit).map(present),
    nextCursor: last ? encodeCursor(sort, String(last.id), last.id) : null,
  };
}

/** `notFound`. Who reads a message that names a client is recorded as having had access to them. */
export async function readDelivery(
  context: Context,
  deliveryId: number,
): Promise<Answer<(typeof calls)["getDelivery"]>> {
  const row = await findDelivery(context.db, deliveryId);
  if (!row) throw new Refusal("notFound");
  const attempts = await listAttempts(context.db, deliveryId, shownAttempts);
  const { success, data: holder } = holderParams.safeParse(webhookMessage.parse(JSON.parse(row.body)).data);
  if (success)
    await transact(context, async (tx) => {
      tx.audit("holder.accessedByStaff", holder, { after: { call: "webhooks.getDelivery" }, oncePerHour: true });
    });
  return {
    ...present(row),
    endpointId: row.endpoint_id,
    body: row.body,
    attempts: attempts.map(({ duration_ms: durationMs, at, ...one }) => ({ ...one, at: at.toISOString(), durationMs })),
  };
}

/** `stateConflict` while it is being sent, or nothing is sent to its endpoint. */
export async function sendAgain(context: Context, deliveryId: number): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    const row = await findDelivery(tx, deliveryId);
    if (!row) throw new Refusal("notFound");
    const endpoint = await requireEndpoint(tx, row.endpoint_id);
    if (stateOf(endpoint) !== "active" || !(await saveAgain(tx, deliveryId, context.now())))
      throw new Refusal("stateConflict");
    tx.audit("webhook.sentAgain", endpoint.id, { after: { name: endpoint.name, message: row.message_id } });
    tx.emit("webhooks:changed", {});
    tx.afterCommit(() => wakeDelivery(context.db));
  });
  return { done: true };
}

/** `stateConflict` while nothing is sent to the endpoint. */
export async function sendTest(context: Context, endpointId: string): Promise<{ deliveryId: number }> {
  const deliveryId = await transact(context, async (tx) => {
    const endpoint = await requireEndpoint(tx, endpointId);
    if (stateOf(endpoint) !== "active") throw new Refusal("stateConflict");
    const at = context.now().toISOString();
    const id = await insertMessage(tx, endpointId, messageOf(testEvent, at, { endpoint: endpointId }));
    tx.audit("webhook.tested", endpointId, { after: { name: endpoint.name } });
    tx.emit("webhooks:changed", {});
    tx.afterCommit(() => wakeDelivery(context.db));
    return id;
  });
  return { deliveryId };
}
