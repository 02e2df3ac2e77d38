/** The one-time code of whoever writes the list. */
import type { AccountInput } from "@portico/api/rules/bank-accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { hashContent, refuseMailbox, useBoundCode } from "../../sessions/step-code.ts";

/** What the code of whoever writes this list for themselves is bound to. */
export const boundToList = (holder: Holder, accounts: readonly AccountInput[]): string =>
  hashContent(
    `accounts:${holder.holderType}/${holder.holderId}`,
    accounts.map(({ id, name, iban, number, bic, bank, country, currency, owner, isDefault }) => [
      id ?? null,
      name,
      iban,
      number,
      bic,
      bank,
      country,
      currency,
      owner,
      isDefault,
    ]),
  );

/**
 * Refuses early, before anybody else is asked anything: without a confirmed code `freshCodeNeeded`, or `coolingOff`, so
 * that no code is mailed that would confirm nothing.
 */
export function requireFreshCode(viewer: Viewer, { isOwn, now }: { isOwn: boolean; now: Date }) {
  const { freshUntil } = viewer;
  if (freshUntil !== null && freshUntil > now) return;
  refuseMailbox(viewer, now);
  if (isOwn) throw new Refusal("freshCodeNeeded");
}

/**
 * Uses the confirmed code in the transaction of the change, so that a refused change leaves it. The holder needs one for
 * this list; others need one in the hours after a reset of their password, of another factor than the mailbox
 * (`coolingOff`).
 */
export async function requireCode(
  tx: Tx,
  context: Context,
  { isOwn, boundTo }: { isOwn: boolean; boundTo: string },
): Promise<void> {
  if (isOwn || requireViewer(context).coolingUntil !== null) await useBoundCode(tx, context, isOwn ? boundTo : null);
}
