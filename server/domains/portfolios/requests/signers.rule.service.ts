/** How many of a company's people confirm its withdrawals, where it differs from the firm's rule. */
import type { SignerRule } from "@portico/api/contract-states.ts";
import { money } from "@portico/api/money.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce, type Verdict } from "../../../kernel/policy.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";
import { getHolder } from "../../holders/holders.service.ts";
import { reconsiderCompany } from "./ended-rights.service.ts";
import { findSignerRule, saveSignerRule } from "./reservations.queries.ts";
import { getSigners } from "./signers.service.ts";

/** Of companies alone: a person confirms by themselves. */
export const refusalToSetSigners = (viewer: Viewer, holder: Holder): Verdict =>
  holder.holderType === "user" ? "forbidden" : refusalToDecide(viewer, money.setSigners, holder);

/** Sets a company's own rule, or null for the firm's. Withdrawals that wait follow it at once. */
export async function setSigners(
  context: Context,
  holder: Holder,
  rule: SignerRule | null,
): Promise<{ rule: SignerRule }> {
  const viewer = requireViewer(context);
  await getHolder(context.db, holder);
  enforce(refusalToSetSigners(viewer, holder));
  return transact(context, async (tx) => {
    const before = (await findSignerRule(tx, holder.holderId)) ?? null;
    if (before !== rule) {
      await saveSignerRule(tx, holder.holderId, rule, viewer.userId);
      tx.audit("holder.withdrawalSignersSet", holder, { before: { rule: before }, after: { rule } });
      tx.emit("money:changed", holder);
      await reconsiderCompany(tx, holder.holderId);
    }
    return { rule: (await getSigners(tx, holder)).rule };
  });
}
