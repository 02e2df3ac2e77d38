/** Who acts for which company: staff grant it and take it away; repCompanies and every access check derive from it. */
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction, type Trx } from "../../kernel/transaction.ts";
import {
  endRepresentation,
  findRepresentations,
  insertRepresentation,
  lockHolders,
} from "./holders.representation.queries.ts";

export { findRepresentations } from "./holders.representation.queries.ts";

/** The side of the representation that is edited: a company's representatives, or a user's companies. */
type RepresentationSide = { companyId: number } | { userId: number };

interface Pair {
  userId: number;
  companyId: number;
}

/**
 * Makes the ids the ones that represent, or are represented: who is new counts from now, who is left out no longer counts.
 * `notFound` for a side that does not exist, `badInput` (at `newRepIDs`) for an id of nobody, `fourEyes` where who edits would come
 * or go. Returns the ids as they stand.
 */
export async function editRepresentation(
  context: Context,
  side: RepresentationSide,
  ids: readonly number[],
  capacity = "statutory",
): Promise<number[]> {
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b);
  const changed = await inTransaction(context.db, async (trx) => {
    await lockBoth(trx, side, wanted);
    const standing = (await findRepresentations(trx, side)).map((row) =>
      "companyId" in side ? row.user_id : row.company_id,
    );
    const pair = (id: number): Pair =>
      "companyId" in side ? { userId: id, companyId: side.companyId } : { userId: side.userId, companyId: id };
    const added = wanted.filter((id) => !standing.includes(id)).map(pair);
    const ended = standing.filter((id) => !wanted.includes(id)).map(pair);
    // Nobody makes themself the one who acts for a company, or stops being it before they judge it.
    const { userId } = requireViewer(context);
    if ([...added, ...ended].some((one) => one.userId === userId)) throw new Refusal("fourEyes");
    for (const one of added) await insertRepresentation(trx, { ...one, capacity });
    for (const one of ended) await endRepresentation(trx, one);
    if (added.length + ended.length > 0) await auditChange(trx, context, { side, before: standing, after: wanted });
    return [...added, ...ended];
  });
  tellOf(context, changed);
  return wanted;
}

/** Lets the user represent the company, as part of the caller's transaction; the caller tells with `tellOf` after commit. */
export const grantRepresentation = (trx: Trx, pair: Pair): Promise<unknown> =>
  insertRepresentation(trx, { ...pair, capacity: "statutory" });

/** Says after commit whose rights changed, so that pages and sockets follow. */
export function tellOf(context: Pick<Context, "events">, changed: readonly Pair[]): void {
  if (changed.length === 0) return;
  const userIds = [...new Set(changed.map(({ userId }) => userId))];
  for (const holderId of userIds) context.events.emit("holderChanged", { holderType: "user", holderId });
  context.events.emit("rightsChanged", { userIds });
}

/** Users first, then companies, each by id: two edits at once wait for one another and never in a circle. */
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

async function auditChange(
  trx: Trx,
  context: Context,
  { side, before, after }: { side: RepresentationSide; before: number[]; after: number[] },
): Promise<void> {
  const viewer = requireViewer(context);
  await audit(trx, {
    actor: { userId: viewer.userId, sessionId: viewer.sessionId },
    action: "holder.representationChanged",
    subject: "companyId" in side ? { type: "company", id: side.companyId } : { type: "user", id: side.userId },
    before: { ids: before },
    after: { ids: after },
    address: context.caller.address,
    requestId: context.caller.requestId,
  });
}
