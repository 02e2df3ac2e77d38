/** The endpoints as administrators see them, and what they do with them. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { webhookEventNames } from "@portico/api/webhook-events.ts";
import type { webhooks as calls } from "@portico/api/webhooks.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getLockedSetting, getSetting } from "../settings/settings.ts";
import { saveSettingOrPropose } from "../users/four-eyes.ts";
import {
  countWaiting,
  type EndpointRow,
  giveUpWaiting,
  listEndpoints,
  lockEndpoint,
  markRemoved,
  savePaused,
  saveResumed,
  upsertEndpoint,
} from "./endpoints.queries.ts";
import { stateOf } from "./webhooks.policy.ts";

/** The rows follow the setting, in the transaction that saves it. */
export async function followSetting(tx: Tx, { after }: { after: SettingValue<"webhooks"> }): Promise<void> {
  await markRemoved(
    tx,
    after.endpoints.map(({ id }) => id),
    new Date(),
  );
  for (const endpoint of after.endpoints) await upsertEndpoint(tx, endpoint);
}

const present = (row: EndpointRow, now: Date) => ({
  state: stateOf(row),
  pausedFor: row.paused_at === null ? null : row.paused_for,
  disabledFor: row.disabled_for,
  disabledAt: row.disabled_at?.toISOString() ?? null,
  failingSince: row.failing_since?.toISOString() ?? null,
  lastSuccessAt: row.last_success_at?.toISOString() ?? null,
  secretMadeAt: row.secret_made_at?.toISOString() ?? null,
  formerUntil: row.former_until !== null && row.former_until > now ? row.former_until.toISOString() : null,
});

export async function listWebhooks({ db, now }: Context): Promise<Answer<(typeof calls)["list"]>> {
  const [{ endpoints }, rows, waiting] = await Promise.all([
    getSetting(db, "webhooks"),
    listEndpoints(db),
    countWaiting(db),
  ]);
  const typed = new Map(endpoints.map((one) => [one.id, one]));
  return {
    events: webhookEventNames,
    endpoints: rows.flatMap((row) => {
      const endpoint = typed.get(row.id);
      return endpoint ? [{ ...endpoint, ...present(row, now()), waiting: waiting.get(row.id) ?? 0 }] : [];
    }),
  };
}

/** `notFound`. */
export async function requireEndpoint(tx: Tx, id: string): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(tx, id);
  if (!endpoint) throw new Refusal("notFound");
  return endpoint;
}

/** `stateConflict` unless it is active. */
export async function pause(context: Context, id: string): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    const endpoint = await requireEndpoint(tx, id);
    if (stateOf(endpoint) !== "active") throw new Refusal("stateConflict");
    await savePaused(tx, id, context.now());
    tx.audit("webhook.paused", id, { after: { name: endpoint.name } });
    tx.emit("webhooks:changed", {});
  });
  return { done: true };
}

/** `stateConflict` unless it is paused or disabled. */
export async function resume(context: Context, id: string): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    const endpoint = await requireEndpoint(tx, id);
    const state = stateOf(endpoint);
    if (state !== "paused" && state !== "disabled") throw new Refusal("stateConflict");
    await saveResumed(tx, id);
    tx.audit("webhook.resumed", id, {
      before: { reason: endpoint.disabled_for ?? "paused" },
      after: { name: endpoint.name },
    });
    tx.emit("webhooks:changed", {});
  });
  return { done: true };
}

/** What waits is never sent. `stateConflict` unless it is paused or disabled: otherwise some of it is being sent. */
export async function dropWaiting(context: Context, id: string): Promise<{ dropped: number }> {
  return transact(context, async (tx) => {
    const endpoint = await requireEndpoint(tx, id);
    if (!["paused", "disabled"].includes(stateOf(endpoint))) throw new Refusal("stateConflict");
    const dropped = await giveUpWaiting(tx, id, context.now());
    if (dropped > 0) tx.audit("webhook.waitingDropped", id, { after: { name: endpoint.name, count: dropped } });
    tx.emit("webhooks:changed", {});
    return { dropped };
  });
}

/** Takes it out of the setting, whose history names it. `proposalOpen` while a change of the setting is proposed. */
export async function removeEndpoint(context: Context, id: string): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    const { endpoints } = await getLockedSetting(tx, "webhooks");
    if (!endpoints.some((one) => one.id === id)) throw new Refusal("notFound");
    const data = { endpoints: endpoints.filter((one) => one.id !== id) };
    await saveSettingOrPropose({ ...context, db: tx }, "webhooks", { data });
    tx.emit("webhooks:changed", {});
  });
  return { done: true };
}
