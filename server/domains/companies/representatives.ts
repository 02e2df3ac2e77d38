/** Who may act for a company: changed at once, or proposed while two people are needed. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { getUserNames } from "../holders/holders.ts";
import {
  announceRights,
  changeRepresentatives,
  editRepresentation,
  findStanding,
  notifyAbout,
  type Pair,
  type RepresentationChange,
  type RepresentationSide,
} from "../holders/representation.ts";
import type { DecidedProposal, ProposalKind } from "../proposals/kind.ts";
import { needsTwo, propose, refuseWhileProposed, requireReason } from "../proposals/proposals.ts";

interface Edited {
  /** Who represents it now, or what they represent. */
  ids: number[];
  /** What waits for a second person: one proposal for each company. */
  proposalIds: number[];
}

/**
 * As `editRepresentation`; with four eyes on, the change is proposed instead, with a reason, and a right that it would end
 * is suspended until it is decided. `proposalOpen` if the company's people are already to be changed, also with four eyes off.
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
    async beforeChange(tx: Tx, change: RepresentationChange) {
      if (byTwo) requireReason(reason);
      proposalIds = [];
      for (const [companyId, changed] of byCompany(change)) {
        for (const action of ["setRepresentatives", "addRepresentatives"])
          await refuseWhileProposed(tx, { action, holder: companyOf(companyId) });
        if (byTwo) proposalIds.push(await proposeFor(tx, context, companyId, { ...changed, capacity, reason }));
      }
      return !byTwo;
    },
  });
  return { ids, proposalIds };
}

const companyOf = (holderId: number): Holder => ({ holderType: "company", holderId });

interface ChangedPeople {
  added: number[];
  ended: number[];
}

function byCompany({ added, ended }: RepresentationChange): Map<number, ChangedPeople> {
  const companies = new Map<number, ChangedPeople>();
  const add = (to: keyof ChangedPeople, pairs: readonly Pair[]) => {
    for (const { companyId, userId } of pairs) {
      const changed = companies.get(companyId) ?? { added: [], ended: [] };
      changed[to].push(userId);
      companies.set(companyId, changed);
    }
  };
  add("added", added);
  add("ended", ended);
  return companies;
}

/** "Anna Nowak (№ 7)", one a line. */
async function describeUsers(tx: Tx, ids: readonly number[]): Promise<string> {
  const names = await getUserNames(tx, ids);
  return ids.map((id) => `${names.get(id) ?? ""} (№ ${id})`).join("\n");
}

/** Who represents the company now, or is suspended, in order of their ids. */
const getRepresentatives = async (tx: Tx, companyId: number): Promise<number[]> =>
  (await findStanding(tx, { companyId })).map(({ user_id }) => user_id);

async function proposeFor(
  tx: Tx,
  context: Context,
  companyId: number,
  { added, ended, capacity, reason }: ChangedPeople & { capacity: string | undefined; reason: string | undefined },
): Promise<number> {
  const pairs = ended.map((userId) => ({ userId, companyId }));
  // Before the right is suspended, and so also whoever has it.
  await notifyAbout(tx, context, "representative_suspended", pairs);
  const ids = await getRepresentatives(tx, companyId);
  const id = await propose(tx, context, {
    action: "setRepresentatives",
    holder: companyOf(companyId),
    before: { representatives: ids.join(), list: await describeUsers(tx, ids) },
    after: {
      list: await describeUsers(tx, [...ids.filter((one) => !ended.includes(one)), ...added]),
      added,
      ended,
      ...(capacity !== undefined && { capacity }),
    },
    reason,
  });
  if (pairs.length > 0) announceRights(tx, pairs);
  return id;
}

/** What the proposal changes; one of earlier versions ends nobody's right. */
const peopleOf = ({ after }: Pick<DecidedProposal, "after">): ChangedPeople => ({
  added: after["added"] as number[],
  ended: (after["ended"] as number[] | undefined) ?? [],
});

/** `stateConflict` if others represent the company by now, or somebody who would be added may not. */
export const representativesProposal: ProposalKind = {
  async carryOut(tx, context, { holder: { holderId: companyId }, before, after }) {
    if ((await getRepresentatives(tx, companyId)).join() !== before["representatives"])
      throw new Refusal("stateConflict");
    const capacity = after["capacity"] as string | undefined;
    await changeRepresentatives(tx, context, companyId, { ...peopleOf({ after }), capacity });
  },
  /** The rights that were suspended count again. */
  async dropped(tx, context, { holder: { holderId: companyId }, after }) {
    const pairs = peopleOf({ after }).ended.map((userId) => ({ userId, companyId }));
    if (pairs.length === 0) return;
    await notifyAbout(tx, context, "representative_restored", pairs);
    announceRights(tx, pairs);
  },
};
