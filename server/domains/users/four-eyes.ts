/** Saves a setting; what weakens a guard of money, access or records needs two people. */
import { fourEyes } from "@portico/api/proposals/settings.ts";
import { isSettingName, type SettingName } from "@portico/api/settings/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import type { ProposalKind } from "../proposals/kind.ts";
import { needsTwo, propose, proposeInstead, refuseWhileProposed, requireReason } from "../proposals/proposals.ts";
import {
  applySetting,
  checkSetting,
  getLockedSetting,
  getSetting,
  readSetting,
  requireAccepted,
  requireMeant,
  saveSetting,
  weakeningOf,
} from "../settings/settings.ts";
import { requireConfirmer, requireTwoAdmins } from "./staff.ts";

interface Given {
  data?: unknown;
  reason?: string | undefined;
  since?: string | null | undefined;
  sure?: boolean | undefined;
}

/**
 * Saves the setting, or proposes it and returns the setting in force: switching four eyes off while they are on, and what
 * a domain declares as weakening (`weakens` of server/declaration.ts). `proposalOpen` if a change of it is proposed
 * already; `tooFewAdmins` if nobody could confirm what always needs two.
 */
export async function saveSettingOrPropose(context: Context, name: string, given: Given) {
  if (name === "fourEyes") return saveFourEyes(context, given);
  const value = checkSetting(name, given.data);
  await requireMeant(context, name, value, given.sure);
  return isSettingName(name)
    ? saveOrPropose(context, name, value, given)
    : saveSetting(context, name, value, given.since);
}

async function saveOrPropose(context: Context, name: SettingName, value: unknown, { reason, since }: Given) {
  return transact(context, async (tx) => {
    const before = await getLockedSetting(tx, name);
    const saved = await readSetting({ db: tx }, name);
    if (since !== undefined && since !== saved.updated_at) throw new Refusal("stateConflict");
    await refuseWhileProposed(tx, { action: "saveSetting", setting: name });
    const weakening = weakeningOf(context, name, { before, after: value });
    if (weakening === null || (weakening === "withFourEyes" && !(await needsTwo(tx))))
      return applySetting(tx, context, name, value, since);
    requireReason(reason);
    // Refused now rather than to the person who would confirm.
    await requireAccepted(tx, context, name, value);
    const { userId } = requireViewer(context);
    await requireConfirmer(tx, context, userId);
    const side = { setting: name, savedAt: saved.updated_at };
    const proposalId = await propose(tx, context, {
      action: "saveSetting",
      holder: { holderType: "user", holderId: userId },
      before: { ...side, ...(before as object) },
      after: { setting: name, ...(value as object) },
      reason,
    });
    return { ...saved, proposalId };
  });
}

/**
 * Switching four eyes on needs two active admins who have signed in (`tooFewAdmins`), because a single one could neither
 * confirm nor switch them off. Switching them off becomes a proposal while they are on; its holder is its proposer.
 */
async function saveFourEyes(context: Context, { data, reason, since }: Given) {
  const name = "fourEyes";
  const wanted = fourEyes.safeParse(data).data;
  if (!wanted) return saveSetting(context, name, data, since);
  if (wanted.on)
    return transact(context, async (tx) => {
      await requireTwoAdmins(tx);
      return applySetting(tx, context, name, wanted, since);
    });
  const proposalId = await proposeInstead(context, {
    action: "fourEyesOff",
    holder: { holderType: "user", holderId: requireViewer(context).userId },
    before: { on: true },
    after: { on: false },
    reason,
  });
  return proposalId === null
    ? saveSetting(context, name, wanted, since)
    : { ...(await readSetting(context, name)), proposalId };
}

/** Applies a confirmed proposal to switch four eyes off. */
export const fourEyesOffProposal: ProposalKind = {
  async carryOut(tx, context, { after }) {
    if (!(await getSetting(tx, "fourEyes")).on) throw new Refusal("stateConflict");
    await applySetting(tx, context, "fourEyes", after);
  },
};

/** Saves a confirmed setting; `stateConflict` if it was saved since it was proposed. */
export const settingProposal: ProposalKind = {
  async carryOut(tx, context, { before, after }) {
    const { setting, ...value } = after;
    const name = String(setting);
    await applySetting(tx, context, name, checkSetting(name, value), before["savedAt"] as string | null);
  },
};
