/** Representations, granted and ended by staff; repCompanies and every access check derive from them. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { refusalToRepresent } from "./holders.policy.ts";
import { getUserNames, refuseStaff } from "./holders.ts";
import {
  endRepresentation,
  findRepresentations,
  findStanding,
  findStates,
  insertRepresentation,
  lockHolders,
} from "./representation.queries.ts";

export { findRepresentations, findStanding } from "./representation.queries.ts";

/** The side that is edited: a company's representatives, or a user's companies. */
export type RepresentationSide = { companyId: number } | { userId: number };

export interface Pair {
  userId: number;
  companyId: number;
}

/** What an edit changes. */
export interface RepresentationChange {
  added: readonly Pair[];
  ended: readonly Pair[];
}

/**
 * Sets the given ids as the representatives, or represented companies: new ones count at once, missing ones end; a right
 * that is suspended is neither. `notFound` for a side that does not exist, `badInput` (at `newRepIDs`) for an unknown id or
 * somebody new whose account has not passed review, `isStaff` for somebody new who is staff, `fourEyes` if the editor would be added or removed. Returns the ids
 * that count afterwards. `beforeChange` is given what would change, and says whether it changes now. Whoever acts for a
 * company, or did until now, is told who no longer does.
 */
export async function editRepresentation(
  context: Context,
  side: RepresentationSide,
  ids: readonly number[],
  {
    capacity,
    beforeChange,
  }: {
    capacity?: string | undefined;
    beforeChange?: (tx: Tx, change: RepresentationChange) => Promise<boolean>;
  } = {},
): Promise<number[]> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
  const otherOf = (row: { user_id: number; company_id: number }) =>
    "companyId" in side ? row.user_id : row.company_id;
  return transact(context, async (tx) => {
    await lockBoth(tx, side, wanted);
    const active = (await findRepresentations(tx, side)).map(otherOf);
    const pair = (id: number): Pair =>
      "companyId" in side ? { userId: id, companyId: side.companyId } : { userId: side.userId, companyId: id };
    const added = wanted.filter((id) => !active.includes(id)).map(pair);
    const ended = active.filter((id) => !wanted.includes(id)).map(pair);
    const changed = [...added, ...ended];
    enforce(
      refusalToRepresent(
        requireViewer(context),
        changed.map((one) => one.userId),
      ),
    );
    await refuseStaff(
      tx,
      added.map(({ userId }) => userId),
    );
    await refuseUnreviewed(tx, side, wanted, added);
    if (changed.length > 0 && ((await beforeChange?.(tx, { added, ended })) ?? true)) {
      await apply(tx, context, { added, ended }, capacity);
      const after = (await findRepresentations(tx, side)).map(otherOf);
      tx.audit("holder.representationChanged", sideHolder(side), { before: { ids: active }, after: { ids: after } });
    }
    return (await findRepresentations(tx, side)).map(otherOf);
  });
}

/** Ends and adds, tells the companies' people, and announces whose rights changed. */
async function apply(
  tx: Tx,
  context: Context,
  { added, ended }: RepresentationChange,
  capacity: string | undefined,
): Promise<void> {
  // Before it ends, and so also whoever loses the right.
  await notifyAbout(tx, context, "representative_removed", ended);
  for (const one of ended) await endRepresentation(tx, one);
  await insertAll(tx, context, added, capacity);
  announceRights(tx, [...added, ...ended]);
}

/** States of people whom the firm has identified. */
const reviewed: readonly HolderState[] = ["postKYC", "pendingReKYC"];

const areReviewed = async (trx: Trx, userIds: readonly number[]): Promise<Set<number>> =>
  new Set((await findStates(trx, userIds)).filter(({ state }) => reviewed.includes(state)).map(({ id }) => id));

/** Nobody acts for a client whom the firm has not identified. */
async function refuseUnreviewed(
  trx: Trx,
  side: RepresentationSide,
  wanted: readonly number[],
  added: readonly Pair[],
): Promise<void> {
  const known = await areReviewed(
    trx,
    added.map(({ userId }) => userId),
  );
  const fields = added
    .filter(({ userId }) => !known.has(userId))
    .map(({ userId, companyId }) => ({
      path: `newRepIDs.${wanted.indexOf("companyId" in side ? userId : companyId)}`,
      code: "notReviewed" as const,
    }));
  if (fields.length > 0) throw new Refusal("badInput", { fields });
}

async function insertAll(tx: Tx, context: Context, added: readonly Pair[], capacity = "statutory"): Promise<void> {
  for (const one of added) {
    await insertRepresentation(tx, { ...one, capacity });
    await notifyAbout(tx, context, "representative_added", [one]);
  }
}

/** Tells everybody who acts for the companies at this moment, in the portal and by mail. */
export async function notifyAbout(
  tx: Tx,
  context: Context,
  type: `representative_${"added" | "suspended" | "restored" | "removed"}`,
  pairs: readonly Pair[],
): Promise<void> {
  const { userId: created_by } = requireViewer(context);
  const names = await getUserNames(
    tx,
    pairs.map(({ userId }) => userId),
  );
  for (const { userId, companyId } of pairs)
    await tx.notify(
      { holderType: "company", holderId: companyId },
      { type, params: { account: names.get(userId) ?? "" }, created_by },
    );
}

/**
 * Changes what two colleagues agreed on; `stateConflict` if one of the people who would be added may not act for a client
 * by now.
 */
export async function changeRepresentatives(
  tx: Tx,
  context: Context,
  companyId: number,
  { added, ended, capacity }: { added: readonly number[]; ended: readonly number[]; capacity: string | undefined },
): Promise<void> {
  await lockHolders(tx, "app_user", [...added, ...ended]);
  await lockHolders(tx, "company", [companyId]);
  await refuseStaff(tx, added);
  if ((await areReviewed(tx, added)).size < added.length) throw new Refusal("stateConflict");
  const pairs = (ids: readonly number[]) => ids.map((userId) => ({ userId, companyId }));
  const before = (await findStanding(tx, { companyId })).map(({ user_id }) => user_id);
  await apply(tx, context, { added: pairs(added), ended: pairs(ended) }, capacity);
  const after = (await findStanding(tx, { companyId })).map(({ user_id }) => user_id);
  const holder: Holder = { holderType: "company", holderId: companyId };
  tx.audit("holder.representationChanged", holder, { before: { ids: before }, after: { ids: after } });
}

const sideHolder = (side: RepresentationSide): Holder =>
  "companyId" in side
    ? { holderType: "company", holderId: side.companyId }
    : { holderType: "user", holderId: side.userId };

/** Makes the user a representative of the company, in the caller's transaction; `isStaff` for a member of staff. */
export async function grantRepresentation(tx: Tx, pair: Pair): Promise<void> {
  await refuseStaff(tx, [pair.userId]);
  await insertRepresentation(tx, { ...pair, capacity: "statutory" });
  announceRights(tx, [pair]);
}

/** Announces whose rights changed, so that what waits for them, pages and sockets follow. */
export function announceRights(tx: Tx, changed: readonly Pair[]): void {
  const userIds = [...new Set(changed.map(({ userId }) => userId))];
  for (const holderId of userIds) tx.emit("holder:state", { holderType: "user", holderId });
  tx.rightsChanged({ userIds, companyIds: changed.map(({ companyId }) => companyId) });
}

/** Users first, then companies, each by id: concurrent edits wait for each other without a deadlock. */
async function lockBoth(trx: Trx, side: RepresentationSide, wanted: readonly number[]): Promise<void> {
  const users = "userId" in side ? [side.userId] : wanted;
  const companies = "companyId" in side ? [side.companyId] : wanted;
  const knownUsers = await lockHolders(trx, "app_user", users);
  const knownCompanies = await lockHolders(trx, "company", companies);
  const [own, others] = "userId" in side ? [knownUsers, knownCompanies] : [knownCompanies, knownUsers];
  if (own.size === 0) throw new Refusal("notFound");
  if (others.size < wanted.length)
    throw new Refusal("badInput", {
      fields: wanted.flatMap((id, index) => (others.has(id) ? [] : [{ path: `newRepIDs.${index}`, code: "unknown" }])),
    });
}
