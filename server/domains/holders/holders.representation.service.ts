/** Representations, granted and ended by staff; repCompanies and every access check derive from them. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { refusalToRepresent } from "./holders.policy.ts";
import {
  endRepresentation,
  findRepresentations,
  findStates,
  insertRepresentation,
  lockHolders,
} from "./holders.representation.queries.ts";
import { getUserNames } from "./holders.service.ts";

export { findRepresentations } from "./holders.representation.queries.ts";

/** The side that is edited: a company's representatives, or a user's companies. */
export type RepresentationSide = { companyId: number } | { userId: number };

export interface Pair {
  userId: number;
  companyId: number;
}

/**
 * Sets the given ids as the representatives, or represented companies: new ones count at once, missing ones end.
 * `notFound` for a side that does not exist, `badInput` (at `newRepIDs`) for an unknown id or somebody new whose account
 * has not passed review, `fourEyes` if the editor would be added or removed. Returns the resulting ids.
 * `beforeAdding` is given the new ones, and says whether they are added now. Whoever acts for a company, or did until
 * now, is told who no longer does.
 */
export async function editRepresentation(
  context: Context,
  side: RepresentationSide,
  ids: readonly number[],
  {
    capacity,
    beforeAdding,
  }: { capacity?: string | undefined; beforeAdding?: (tx: Tx, added: readonly Pair[]) => Promise<boolean> } = {},
): Promise<number[]> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
  return transact(context, async (tx) => {
    await lockBoth(tx, side, wanted);
    const active = (await findRepresentations(tx, side)).map((row) =>
      "companyId" in side ? row.user_id : row.company_id,
    );
    const pair = (id: number): Pair =>
      "companyId" in side ? { userId: id, companyId: side.companyId } : { userId: side.userId, companyId: id };
    const added = wanted.filter((id) => !active.includes(id)).map(pair);
    const ended = active.filter((id) => !wanted.includes(id)).map(pair);
    enforce(
      refusalToRepresent(
        requireViewer(context),
        [...added, ...ended].map((one) => one.userId),
      ),
    );
    await refuseUnreviewed(tx, side, wanted, added);
    await notifyOfEnd(tx, context, ended);
    for (const one of ended) await endRepresentation(tx, one);
    const isAdded = added.length > 0 && ((await beforeAdding?.(tx, added)) ?? true);
    if (isAdded) await insertAll(tx, context, added, capacity);
    const changed = isAdded ? [...added, ...ended] : ended;
    const result = isAdded ? wanted : wanted.filter((id) => active.includes(id));
    if (changed.length === 0) return result;
    const holder = sideHolder(side);
    tx.audit("holder.representationChanged", holder, { before: { ids: active }, after: { ids: result } });
    announce(tx, changed);
    return result;
  });
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

/** Adds them, and tells those who act for the company at once. */
async function insertAll(tx: Tx, context: Context, added: readonly Pair[], capacity = "statutory"): Promise<void> {
  const { userId: created_by } = requireViewer(context);
  const names = await getUserNames(
    tx,
    added.map(({ userId }) => userId),
  );
  for (const { userId, companyId } of added) {
    await insertRepresentation(tx, { userId, companyId, capacity });
    const company: Holder = { holderType: "company", holderId: companyId };
    await tx.notify(company, {
      type: "representative_added",
      params: { account: names.get(userId) ?? "" },
      created_by,
    });
  }
}

/** Tells everybody who acts for the companies, before it ends, and so also whoever loses the right. */
async function notifyOfEnd(tx: Tx, context: Context, ended: readonly Pair[]): Promise<void> {
  const { userId: created_by } = requireViewer(context);
  const names = await getUserNames(
    tx,
    ended.map(({ userId }) => userId),
  );
  for (const { userId, companyId } of ended)
    await tx.notify(
      { holderType: "company", holderId: companyId },
      { type: "representative_removed", params: { account: names.get(userId) ?? "" }, created_by },
    );
}

/** Adds people that two colleagues agreed on; `stateConflict` if one of them may not act for a client by now. */
export async function addRepresentatives(
  tx: Tx,
  context: Context,
  added: readonly Pair[],
  capacity: string | undefined,
): Promise<void> {
  const userIds = added.map(({ userId }) => userId);
  await lockHolders(tx, "app_user", userIds);
  if ((await areReviewed(tx, userIds)).size < userIds.length) throw new Refusal("stateConflict");
  await insertAll(tx, context, added, capacity);
  for (const { companyId, userId } of added)
    tx.audit(
      "holder.representationChanged",
      { holderType: "company", holderId: companyId },
      { before: { ids: [] }, after: { ids: [userId] } },
    );
  announce(tx, added);
}

const sideHolder = (side: RepresentationSide): Holder =>
  "companyId" in side
    ? { holderType: "company", holderId: side.companyId }
    : { holderType: "user", holderId: side.userId };

/** Makes the user a representative of the company, in the caller's transaction. */
export async function grantRepresentation(tx: Tx, pair: Pair): Promise<void> {
  await insertRepresentation(tx, { ...pair, capacity: "statutory" });
  announce(tx, [pair]);
}

/** Announces whose rights changed, so that what waits for them, pages and sockets follow. */
function announce(tx: Tx, changed: readonly Pair[]): void {
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
