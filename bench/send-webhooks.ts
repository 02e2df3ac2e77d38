/** 10,000 events a minute, told and sent by the process that answers calls. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { createOutside } from "../server/adapters/outside/outside.ts";
import { saveSecret, upsertEndpoint } from "../server/domains/webhooks/endpoints.queries.ts";
import { sendDue } from "../server/domains/webhooks/sending.ts";
import { createSecret } from "../server/domains/webhooks/signing.ts";
import { inTransaction } from "../server/kernel/transaction.ts";
import { storeEvents } from "../server/unit-of-work/outbox.ts";
import type { openPortal } from "./database.ts";

const perMinute = 10_000;
const everyMs = 50;

export interface Sent {
  /** Per minute, over the whole time. */
  perMinute: number;
  /** Not sent when the last event was told. */
  behind: number;
}

/** Tells and sends for so many seconds. */
export async function sendWebhooks(
  { services }: Awaited<ReturnType<typeof openPortal>>,
  { url, seconds }: { url: string; seconds: number },
): Promise<Sent> {
  const { db, vault } = services;
  const sender = { ...services, outside: createOutside({ allowed: ["127.0.0.1"] }) };
  const id = randomUUID();
  const secret = await vault.seal("webhook", Buffer.from(createSecret()), id);
  await inTransaction(db, async (trx) => {
    await upsertEndpoint(trx, { id, name: "Bench", url, events: ["ticket.opened"] });
    await saveSecret(trx, id, { secret, at: new Date(), formerUntil: null });
  });
  const count = async (state: string): Promise<number> =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from webhook_delivery where endpoint_id = ${id} and state = ${state}`.execute(db)
    ).rows[0]?.count ?? 0;
  const begun = performance.now();
  const elapsed = () => (performance.now() - begun) / 1000;
  let told = 0;
  const telling = async () => {
    while (elapsed() < seconds) {
      const due = Math.floor((elapsed() * perMinute) / 60) - told;
      const at = new Date().toISOString();
      // Each a change of its own, as in the portal, which has several at once.
      const changes = Array.from({ length: due }, (_, one) => ({
        holderType: "user",
        holderId: 1,
        ticket: told + one + 1,
      }));
      told += due;
      await Promise.all(
        changes.map((facts) => inTransaction(db, (trx) => storeEvents(trx, [{ name: "ticket.opened", at, facts }]))),
      );
      await pause(everyMs);
    }
  };
  const sending = async () => {
    while (elapsed() < seconds) {
      await sendDue(sender, { forMs: (seconds - elapsed()) * 1000 });
      await pause(everyMs);
    }
  };
  await Promise.all([telling(), sending()]);
  const [sent, behind] = [await count("delivered"), await count("waiting")];
  sender.outside.close();
  await sql`update webhook_endpoint set disabled_at = now(), disabled_for = 'gone' where id = ${id}`.execute(db);
  return { perMinute: (sent / elapsed()) * 60, behind };
}
