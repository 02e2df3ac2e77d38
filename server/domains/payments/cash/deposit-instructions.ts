/** Saves where clients pay in; whoever changes it alone could lead their money elsewhere. */
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import { requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { ProposalKind } from "../../proposals/kind.ts";
import { proposeInstead, refuseWhileProposed } from "../../proposals/proposals.ts";
import { instructionLines, readInstructions } from "../../settings/deposit-instructions.ts";
import { applySetting, checkSetting, readSetting, saveSetting } from "../../settings/settings.ts";
import { findInstructionFaults } from "../settings.ts";

const name = "depositInstructions";

/**
 * Saves the accounts, or proposes them with four eyes on, and returns the setting in force. The proposal's holder is its
 * proposer. `proposalOpen` if a change is proposed already, `stateConflict` if the setting was saved after `since`.
 */
export async function saveInstructionsOrPropose(
  context: Context,
  { data, reason, since }: { data?: unknown; reason?: string | undefined; since?: string | null | undefined },
) {
  const wanted = checkSetting(name, data) as SettingValue<typeof name>;
  // A proposal that could not be confirmed is not made.
  const faults = await findInstructionFaults(context.db, wanted);
  if (faults.length > 0)
    throw new Refusal("badInput", { fields: faults.map(({ path, code }) => ({ path: `data.${path}`, code })) });
  const before = await readInstructions(context.db);
  if (since !== undefined && since !== before.savedAt) throw new Refusal("stateConflict");
  await inTransaction(context.db, (trx) => refuseWhileProposed(trx, { action: "setDepositInstructions" }));
  const proposalId = await proposeInstead(context, {
    action: "setDepositInstructions",
    holder: { holderType: "user", holderId: requireViewer(context).userId },
    before: { ...before },
    after: { accounts: wanted.accounts, list: instructionLines(wanted) },
    reason,
  });
  return proposalId === null
    ? saveSetting(context, name, data, since)
    : { ...(await readSetting(context, name)), proposalId };
}

/** Saves confirmed accounts; `stateConflict` if the setting was saved since they were proposed. */
export const instructionsProposal: ProposalKind = {
  async carryOut(tx, context, { before, after }) {
    const accounts = checkSetting(name, { accounts: after["accounts"] });
    await applySetting(tx, context, name, accounts, before["savedAt"] as string | null);
  },
};
