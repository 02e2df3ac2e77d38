/** The one-time code of whoever writes the list. */
import type { Context } from "../../kernel/context.ts";
import { requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { hasAuthenticator } from "../sessions/sessions.factors.ts";
import { useFreshCode } from "../sessions/sessions.viewer.ts";

const coolingOff = (until: Date, now: Date) =>
  new Refusal("coolingOff", { retryAfter: Math.max(1, (until.getTime() - now.getTime()) / 1000) });

/** Refuses early, before anybody else is asked anything: `freshCodeNeeded` without a confirmed code. */
export function hasFreshCode({ freshUntil }: Viewer, now: Date): void {
  if (freshUntil === null || freshUntil <= now) throw new Refusal("freshCodeNeeded");
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

/** Before a code is mailed that would confirm nothing: `coolingOff` without an app whose code would. */
export async function requireUsefulCode(context: Context): Promise<void> {
  const { userId, coolingUntil } = requireViewer(context);
  if (coolingUntil !== null && !(await hasAuthenticator(context.db, userId)))
    throw coolingOff(coolingUntil, context.now());
}
