/** Secrets that messages are signed with: encrypted, each for one endpoint. */
import { type Context, type Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { forgetFormerSecret, lockEndpoint, type Sendable, saveSecret } from "./endpoints.queries.ts";
import { createSecret } from "./signing.ts";
import { rotationEnd } from "./webhooks.policy.ts";

/** Those that sign now, the newest first. */
export async function openSecrets(
  { vault, now }: Pick<Services, "vault" | "now">,
  { id, secret, former_secret: former, former_until: until }: Sendable,
): Promise<string[]> {
  const open = async (sealed: Buffer) => (await vault.open("webhook", sealed, id)).toString();
  const isFormerUsed = former !== null && until !== null && until > now();
  return [await open(secret), ...(isFormerUsed ? [await open(former)] : [])];
}

/** Answers a new secret, which nobody is shown again. `stateConflict` while two sign already; `notFound`. */
export async function makeSecret(
  context: Context,
  id: string,
): Promise<{ secret: string; formerUntil: string | null }> {
  const secret = createSecret();
  const sealed = await context.vault.seal("webhook", Buffer.from(secret), id);
  const formerUntil = await transact(context, async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    if (!endpoint) throw new Refusal("notFound");
    const at = context.now();
    if (endpoint.former_until !== null && endpoint.former_until > at) throw new Refusal("stateConflict");
    const until = endpoint.hasSecret ? rotationEnd(at) : null;
    await saveSecret(tx, id, { secret: sealed, at, formerUntil: until });
    tx.audit("webhook.secretMade", id, { after: { name: endpoint.name, formerUntil: until?.toISOString() ?? null } });
    tx.emit("webhooks:changed", {});
    return until?.toISOString() ?? null;
  });
  return { secret, formerUntil };
}

/** `stateConflict` if one secret signs. */
export async function endFormerSecret(context: Context, id: string): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    if (!endpoint) throw new Refusal("notFound");
    if (endpoint.former_until === null || endpoint.former_until <= context.now()) throw new Refusal("stateConflict");
    await forgetFormerSecret(tx, id);
    tx.audit("webhook.formerSecretEnded", id, { after: { name: endpoint.name } });
    tx.emit("webhooks:changed", {});
  });
  return { done: true };
}
