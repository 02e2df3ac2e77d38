/**
 * Events for the firm's own systems, stored with the change that they tell of. They follow from what the change records in
 * the audit log (api/webhook-events.ts), and are sent by the job webhooks.deliver.
 */
import { randomUUID } from "node:crypto";
import { type WebhookEvent, webhookDataOf } from "@portico/api/webhook-events.ts";
import { z } from "zod";
import { enqueue } from "../jobs/enqueue.ts";
import { defineJob } from "../jobs/jobs.ts";
import { type Db, inTransaction, type Trx } from "../kernel/transaction.ts";
import { insertEvents, listRequestFacts, listSubscribed } from "./outbox.queries.ts";

/** An event with the time at which it happened. */
export interface DatedEvent extends WebhookEvent {
  /** ISO 8601 UTC. */
  at: string;
}

/** Sends what is due. One is enough for all that waits. */
export const deliverJob = defineJob({
  name: "webhooks.deliver",
  data: z.object({}),
  schedule: "* * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 900,
});

/** The row of a message. */
export const messageOf = (name: string, at: string, data: object) => ({
  message_id: `evt_${randomUUID().replaceAll("-", "")}`,
  type: name,
  body: JSON.stringify({ type: name, timestamp: at, data }),
  created_at: at,
});

/** Entries about a request name it alone. */
async function complete(trx: Trx, events: readonly DatedEvent[]): Promise<DatedEvent[]> {
  const lacking = events.flatMap(({ facts: { transactionRequest: id, holderId } }) =>
    typeof id === "number" && holderId === undefined ? [id] : [],
  );
  if (lacking.length === 0) return [...events];
  const known = await listRequestFacts(trx, lacking);
  return events.map((event) => {
    const found = known.get(event.facts["transactionRequest"] as number);
    return found ? { ...event, facts: { ...found, ...event.facts } } : event;
  });
}

/**
 * Stores the events that some endpoint wants, in the caller's transaction; whether there were any. Called after the audit
 * entries: their chains are locked by then, so the events of one object are stored in the order of their commits.
 */
export async function storeEvents(trx: Trx, events: readonly DatedEvent[]): Promise<boolean> {
  if (events.length === 0) return false;
  const wanted = await listSubscribed(trx, [...new Set(events.map(({ name }) => name))]);
  const told = await complete(
    trx,
    events.filter(({ name }) => wanted.has(name)),
  );
  if (told.length === 0) return false;
  const messages = told.map((event) => {
    const { object, data } = webhookDataOf(event);
    return { ...messageOf(event.name, event.at, data), object };
  });
  await insertEvents(trx, messages);
  return true;
}

/** Between two of a process; the job looks for more by itself. */
const pauseMs = 200;
const waking = new WeakMap<Db, NodeJS.Timeout>();

/** Queues the delivery soon. What is lost of this with a process is found by the job's schedule. */
export function wakeDelivery(db: Db): void {
  // A transaction of the caller's: its commit comes later.
  if (db.isTransaction || waking.has(db)) return;
  const wake = () => {
    waking.delete(db);
    inTransaction(db, (trx) => enqueue(trx, deliverJob, {}, { key: "now" })).catch(() => undefined);
  };
  const timer = setTimeout(wake, pauseMs);
  timer.unref();
  waking.set(db, timer);
}
