/** The one-time code of whoever writes the list. */
import type { AccountBody } from "@portico/api/bank-accounts.ts";
import type { AccountInput } from "@portico/api/rules/bank-accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { isHolder, type Viewer } from "../../kernel/viewer.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { digestOf, refuseMailbox, requestBoundCode, useBoundCode } from "../sessions/sessions.validation.service.ts";
import { changesOf, inputOf } from "./bank-accounts.changes.ts";
import { refusalToSave } from "./bank-accounts.policy.ts";
import { findAccounts } from "./bank-accounts.queries.ts";

/** What the code of whoever writes this list for themselves is bound to. */
export const boundToList = (holder: Holder, accounts: readonly AccountInput[]): string =>
  digestOf(
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

const lastDigits = (account: { iban: string | null; number: string | null; currency: string }): string =>
  `…${(account.iban || account.number || "").slice(-4)} ${account.currency}`;

/** Mails the holder a code for this list; the mail names the accounts that come, change and go. */
export async function requestListCode(
  context: Context,
  { holderType, holderId }: Holder,
  { accounts: bodies }: { accounts: readonly AccountBody[] },
): Promise<{ for: string | null }> {
  const viewer = requireViewer(context);
  const holder: Holder = { holderType, holderId };
  enforce(refusalToSave(viewer, holder));
  if (!isHolder(viewer, holder)) return { for: null };
  const accounts = bodies.map(inputOf);
  const { kept, changed, added, removed } = changesOf(await findAccounts(context.db, holder), accounts);
  const named = [
    ...added.map(({ account }) => `+ ${lastDigits(account)}`),
    ...changed.map(({ account }) => `± ${lastDigits(account)}`),
    ...removed.map((row) => `− ${lastDigits(row)}`),
  ];
  const about = named.length > 0 ? named : kept.map(({ row }) => lastDigits(row));
  const bound = boundToList(holder, accounts);
  await requestBoundCode(context, { boundTo: bound, about: about.join(", "), step: "accounts" });
  return { for: bound };
}
