/** Representations, granted and ended by staff; repCompanies and every access check derive from them. */
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
  insertRepresentation,
  lockHolders,
} from "./holders.representation.queries.ts";

export { findRepresentations } from "./holders.representation.queries.ts";

/** The side that is edited: a company's representatives, or a user's companies. */
type RepresentationSide = { companyId: number } | { userId: number };

interface Pair {
  userId: number;
  companyId: number;
}

/**
 * Sets the given ids as the representatives, or represented companies: new ones count at once, missing ones end.
 * `notFound` for a side that does not exist, `badInput` (at `newRepIDs`) for an unknown id, `fourEyes` if the editor
 * would be added or removed. Returns the resulting ids.
 */
export async function editRepresentation(
  context: Context,
  side: RepresentationSide,
  ids: readonly number[],
  capacity = "statutory",
): Promise<number[]> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
  await transact(context, async (tx) => {
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
    for (const one of added) await insertRepresentation(tx, { ...one, capacity });
    for (const one of ended) await endRepresentation(tx, one);
    const changed = [...added, ...ended];
    if (changed.length === 0) return;
    const holder = sideHolder(side);
    tx.audit("holder.representationChanged", holder, { before: { ids: active }, after: { ids: wanted } });
    announce(tx, changed);
  });
  return wanted;
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
