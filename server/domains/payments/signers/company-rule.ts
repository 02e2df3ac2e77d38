/** How many of a company's people confirm its withdrawals, where it differs from the firm's rule. */
import type { SignerRule } from "@portico/api/contract-states.ts";
import { cashCalls } from "@portico/api/payments/cash.ts";
import { isLowered } from "@portico/api/rules/guards.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce, type Verdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";
import { getHolder } from "../../holders/holders.ts";
import { readLockedState } from "../../holders/states.ts";
import type { ProposalKind } from "../../proposals/kind.ts";
import { needsTwo, propose, refuseWhileProposed, requireReason } from "../../proposals/proposals.ts";
import { getSetting } from "../../settings/settings.ts";
import { findSignerRule, saveSignerRule } from "../withdrawals/reservations.queries.ts";
import { reconsiderCompany } from "./ended-rights.ts";
import { getActing } from "./signers.ts";

/** Of companies alone: a person confirms by themselves. */
export const refusalToSetSigners = (viewer: Viewer, holder: Holder): Verdict =>
  holder.holderType === "user" ? "forbidden" : refusalToDecide(viewer, cashCalls.setSigners, holder);

/** A company's own rule, or null for the firm's, and the one in force. */
interface RuleNow {
  own: SignerRule | null;
  rule: SignerRule;
}
async function toRuleNow(db: Db, own: SignerRule | null): Promise<RuleNow> {
  return { own, rule: own ?? (await getSetting(db, "withdrawalRules")).companySigners };
}

/**
 * Sets a company's own rule, or null for the firm's; withdrawals that wait follow it at once, and everybody who acts for
 * the company is told that fewer people confirm. With four eyes on, a rule that asks for fewer is proposed. `proposalOpen`
 * if a change of it is proposed already.
 */
export async function setSigners(
  context: Context,
  holder: Holder,
  { rule, reason }: { rule: SignerRule | null; reason?: string | undefined },
): Promise<{ rule: SignerRule; proposalId: number | null }> {
  const viewer = requireViewer(context);
  await getHolder(context.db, holder);
  enforce(refusalToSetSigners(viewer, holder));
  return transact(context, async (tx) => {
    await readLockedState(tx, holder);
    const before = await toRuleNow(tx, (await findSignerRule(tx, holder.holderId)) ?? null);
    const after = await toRuleNow(tx, rule);
    if (before.own === after.own) return { rule: (await getActing(tx, holder)).rule, proposalId: null };
    if (isLowered(before.rule, after.rule) && (await needsTwo(tx))) {
      requireReason(reason);
      const proposed = { action: "setSigners", holder, before: { ...before }, after: { ...after }, reason } as const;
      return { rule: before.rule, proposalId: await propose(tx, context, proposed) };
    }
    await refuseWhileProposed(tx, { action: "setSigners", holder });
    await applyRule(tx, context, holder, { before, after });
    return { rule: (await getActing(tx, holder)).rule, proposalId: null };
  });
}

async function applyRule(
  tx: Tx,
  context: Context,
  holder: Holder,
  { before, after }: { before: RuleNow; after: RuleNow },
): Promise<void> {
  const { userId: by } = requireViewer(context);
  await saveSignerRule(tx, holder.holderId, after.own, by);
  tx.audit("holder.withdrawalSignersSet", holder, { before: { rule: before.own }, after: { rule: after.own } });
  tx.emit("money:changed", holder);
  await reconsiderCompany(tx, holder.holderId);
  if (isLowered(before.rule, after.rule)) await notifyLowered(tx, holder, { rule: after.rule, by });
}

/** Tells everybody who acts for the company that fewer of them confirm its withdrawals. */
export const notifyLowered = (
  tx: Tx,
  holder: Holder,
  { rule, by }: { rule: SignerRule; by: number | null },
): Promise<void> => tx.notify(holder, { type: "withdrawal_signers_lowered", params: { asked: rule }, created_by: by });

/** Applies a confirmed rule; `stateConflict` if the company's or the firm's has changed since it was proposed. */
export const signersProposal: ProposalKind = {
  async carryOut(tx, context, { holder, before, after }) {
    enforce(refusalToSetSigners(requireViewer(context), holder));
    await readLockedState(tx, holder);
    const now = await toRuleNow(tx, (await findSignerRule(tx, holder.holderId)) ?? null);
    if (now.own !== before["own"] || now.rule !== before["rule"]) throw new Refusal("stateConflict");
    await applyRule(tx, context, holder, {
      before: now,
      after: await toRuleNow(tx, after["own"] as SignerRule | null),
    });
  },
};
