/** The one-time code of whoever writes the list. */
import type { Context } from "../../kernel/context.ts";
import { requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { useFreshCode } from "../sessions/sessions.viewer.ts";

const coolingOff = (until: Date, now: Date) =>
  new Refusal("coolingOff", { retryAfter: Math.max(1, (until.getTime() - now.getTime()) / 1000) });

/**
 * Refuses early, before anybody else is asked anything: without a confirmed code `freshCodeNeeded`, or `coolingOff`, so
 * that no code is mailed that would confirm nothing.
 */
export function requireFreshCode({ freshUntil, coolingUntil }: Viewer, { isOwn, now }: { isOwn: boolean; now: Date }) {
  if (freshUntil !== null && freshUntil > now) return;
  if (coolingUntil !== null) throw coolingOff(coolingUntil, now);
  if (isOwn) throw new Refusal("freshCodeNeeded");
}

/**
 * Uses the confirmed code in the transaction of the change, so that a refused change leaves it. The holder needs one
 * always; everybody does in the hours after a reset of their password, and then of another factor than the mailbox
 * (`coolingOff`).
 */
export async function requireCode(tx: Tx, context: Context, { isOwn }: { isOwn: boolean }): Promise<void> {
  const { sessionId, coolingUntil } = requireViewer(context);
  if (!isOwn && coolingUntil === null) return;
  const code = await useFreshCode(tx, sessionId, null);
  if (coolingUntil !== null && (code === undefined || code.factor === "mail"))
    throw coolingOff(coolingUntil, context.now());
  if (code === undefined) throw new Refusal("freshCodeNeeded");
}
