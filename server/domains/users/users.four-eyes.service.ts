/** Saves a setting; switching four eyes off needs two people. */
import { fourEyes } from "@portico/api/proposals/settings.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import type { ProposalKind } from "../proposals/proposals.kind.ts";
import { proposeInstead } from "../proposals/proposals.service.ts";
import { applySetting, getSetting, readSetting, saveSetting } from "../settings/settings.service.ts";
import { requireTwoAdmins } from "./users.staff.service.ts";

/**
 * Saves the setting. Switching four eyes on needs two active admins (`tooFewAdmins`), because a single one could
 * neither confirm nor switch them off. Switching them off becomes a proposal while they are on, and the current setting
 * is returned; the proposal's holder is its proposer. `proposalOpen` if they already proposed it.
 */
export async function saveSettingOrPropose(
  context: Context,
  name: string,
  { data, reason, since }: { data?: unknown; reason?: string | undefined; since?: string | null | undefined },
) {
  const wanted = name === "fourEyes" ? fourEyes.safeParse(data).data : undefined;
  if (!wanted) return saveSetting(context, name, data, since);
  if (wanted.on)
    return transact(context, async (tx) => {
      await requireTwoAdmins(tx);
      return applySetting(tx, context, name, wanted, since);
    });
  const proposed = await proposeInstead(context, {
    action: "fourEyesOff",
    holder: { holderType: "user", holderId: requireViewer(context).userId },
    before: { on: true },
    after: { on: false },
    reason,
  });
  return proposed === null ? saveSetting(context, name, wanted, since) : readSetting(context, name);
}

/** Applies a confirmed proposal to switch four eyes off. */
export const fourEyesOffProposal: ProposalKind = {
  async carryOut(tx, context, { after }) {
    if (!(await getSetting(tx, "fourEyes")).on) throw new Refusal("stateConflict");
    await applySetting(tx, context, "fourEyes", after);
  },
};
