/** Giving the right to act for a company: at once, or proposed while two people are needed. */
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { refusalToRepresent } from "../holders/holders.policy.ts";
import {
  addRepresentatives,
  editRepresentation,
  findRepresentations,
  type Pair,
  type RepresentationSide,
} from "../holders/holders.representation.service.ts";
import { getUserNames } from "../holders/holders.service.ts";
import type { ProposalKind } from "../proposals/proposals.kind.ts";
import { needsTwo, propose, refuseWhileProposed, requireReason } from "../proposals/proposals.service.ts";

interface Edited {
  /** Who represents it now, or what they represent. */
  ids: number[];
  /** What waits for a second person: one proposal for each company. */
  proposalIds: number[];
}

/**
 * As `editRepresentation`; with four eyes on, who would be added is proposed instead, with a reason, and who is left out
 * still ends at once. `proposalOpen` if new people of the company are already proposed.
 */
export async function representOrPropose(
  context: Context,
  side: RepresentationSide,
  {
    newRepIDs,
    capacity,
    reason,
  }: { newRepIDs: readonly number[]; capacity?: string | undefined; reason?: string | undefined },
): Promise<Edited> {
  const byTwo = await needsTwo(context.db);
  let proposalIds: number[] = [];
  const ids = await editRepresentation(context, side, newRepIDs, {
    capacity,
    async beforeAdding(tx: Tx, added: readonly Pair[]) {
      if (byTwo) requireReason(reason);
      proposalIds = [];
      for (const [companyId, userIds] of byCompany(added))
        if (byTwo) proposalIds.push(await proposeFor(tx, context, { companyId, userIds, capacity, reason }));
        else
          await refuseWhileProposed(tx, {
            action: "addRepresentatives",
            holder: { holderType: "company", holderId: companyId },
          });
      return !byTwo;
    },
  });
  return { ids, proposalIds };
}

function byCompany(added: readonly Pair[]): Map<number, number[]> {
  const companies = new Map<number, number[]>();
  for (const { companyId, userId } of added) companies.set(companyId, [...(companies.get(companyId) ?? []), userId]);
  return companies;
}

/** Who represents the company now: as one text to compare, and as names to read. */
async function getRepresentatives(tx: Tx, companyId: number): Promise<{ representatives: string; list: string }> {
  const ids = (await findRepresentations(tx, { companyId })).map(({ user_id }) => user_id).toSorted((a, b) => a - b);
  return { representatives: ids.join(), list: await describeUsers(tx, ids) };
}

/** "Anna Nowak (№ 7)", one a line. */
async function describeUsers(tx: Tx, ids: readonly number[]): Promise<string> {
  const names = await getUserNames(tx, ids);
  return ids.map((id) => `${names.get(id) ?? ""} (№ ${id})`).join("\n");
}

async function proposeFor(
  tx: Tx,
  context: Context,
  {
    companyId,
    userIds,
    capacity,
    reason,
  }: { companyId: number; userIds: number[]; capacity: string | undefined; reason: string | undefined },
): Promise<number> {
  const before = await getRepresentatives(tx, companyId);
  const added = await describeUsers(tx, userIds);
  return propose(tx, context, {
    action: "addRepresentatives",
    holder: { holderType: "company", holderId: companyId },
    before,
    after: {
      list: [before.list, added].filter(Boolean).join("\n"),
      added: userIds,
      ...(capacity !== undefined && { capacity }),
    },
    reason,
  });
}

/**
 * Adds the proposed people. `stateConflict` if others represent the company by now, or one of them may not, `fourEyes` if
 * the confirming person is among them.
 */
export const representativesProposal: ProposalKind = {
  async carryOut(tx, context, { holder, before, after }) {
    const added = (after["added"] as number[]).map((userId) => ({ userId, companyId: holder.holderId }));
    enforce(refusalToRepresent(requireViewer(context), after["added"] as number[]));
    const now = await getRepresentatives(tx, holder.holderId);
    if (now.representatives !== before["representatives"]) throw new Refusal("stateConflict");
    await addRepresentatives(tx, context, added, after["capacity"] as string | undefined);
  },
};
