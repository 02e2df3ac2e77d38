/** Who may write and decide bank accounts, and to which of them money may go. */

import type { FieldCode } from "@portico/api/errors.ts";
import { accountCalls } from "@portico/api/payments/accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { staffVerdict, type Verdict } from "../../../kernel/policy.ts";
import { isHolder, type Viewer } from "../../../kernel/viewer.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";

/** The holder, or office on their behalf. */
export const refusalToSave = (viewer: Viewer, holder: Holder): Verdict =>
  isHolder(viewer, holder) ? null : staffVerdict(viewer, accountCalls.saveAccounts);

/**
 * Office decides new accounts; nobody one of their own, of a company they act for, or one that they added or changed on
 * the client's behalf (`fourEyes`).
 */
export function refusalToDecideAccount(
  viewer: Viewer,
  holder: Holder,
  account: { state: string; changed_by: number },
): Verdict {
  const verdict = refusalToDecide(viewer, accountCalls.decideAccount, holder);
  if (verdict !== null) return verdict;
  if (account.state !== "new") return "stateConflict";
  return account.changed_by === viewer.userId ? "fourEyes" : null;
}

/** Why no money may go to the account now, or none in this currency; null if it may. */
export function refusalToPay(
  account: { state: string; currency: string; usable_from: Date; removed_at: Date | null },
  { now, currency }: { now: Date; currency?: string | undefined },
): FieldCode | null {
  if (account.removed_at !== null) return "accountGone";
  if (account.state === "refused") return "accountRefused";
  if (account.state !== "confirmed") return "accountNotConfirmed";
  if (account.usable_from > now) return "accountWaits";
  return currency === undefined || currency === account.currency ? null : "otherCurrency";
}
