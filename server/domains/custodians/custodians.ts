/** Custodians and cash banks: what they send, and what lets their files pass. */
import { type CustodianContent, custodians as calls } from "@portico/api/custodians.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { custodianLimits } from "@portico/api/rules/custodians.ts";
import type { ImportFormat } from "@portico/api/rules/import-kinds.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { canOf, enforce, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import type { ProposalKind } from "../proposals/kind.ts";
import { needsTwo, propose, refuseWhileProposed, requireReason } from "../proposals/proposals.ts";
import { countUnknown } from "./account-lists.queries.ts";
import { type Guards, guardsOf, loosened, refusalToSave, withFormerName } from "./custodians.policy.ts";
import {
  type CustodianRow,
  findNameInUse,
  insertCustodian,
  listCustodianRows,
  listSenders,
  lockCustodian,
  setCustodianEnded,
  updateCustodian,
} from "./custodians.queries.ts";

export { findCustodianName, listKnownNames } from "./custodians.queries.ts";

export async function listCustodians(context: Context): Promise<Answer<typeof calls.list>> {
  const viewer = requireViewer(context);
  const [rows, unknown_accounts] = await Promise.all([listCustodianRows(context.db), countUnknown(context.db)]);
  return {
    custodians: rows.map((row) => ({
      ...row,
      ended_at: row.ended_at?.toISOString() ?? null,
      can: canOf({
        save: refusalToSave(viewer, row),
        end: refusalToSave(viewer, row),
        restore: staffVerdict(viewer, calls.restore) ?? (row.ended_at === null ? "stateConflict" : null),
      }),
    })),
    unknown_accounts,
    can: canOf({ create: staffVerdict(viewer, calls.create), link: staffVerdict(viewer, calls.linkAccount) }),
  };
}

/** The only custodian that sends files of the format; undefined if none does, or several. */
export async function findOnlySender(db: Db, format: ImportFormat | null): Promise<number | undefined> {
  if (format === null) return undefined;
  const senders = await listSenders(db, format);
  return senders.length === 1 ? senders[0]?.id : undefined;
}

const changed = (tx: Tx) => tx.emit("custodians:changed", {});

/** Refuses (`nameInUse`) a name by which another custodian is known. */
async function refuseNames(trx: Trx, id: number | null, names: readonly string[]): Promise<void> {
  if ((await findNameInUse(trx, id, names)) !== undefined) throw new Refusal("nameInUse");
}

async function orNameInUse<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error, "custodian_name")) throw new Refusal("nameInUse");
    throw error;
  }
}

/** Adds one; `nameInUse` for a name by which another is known, `quotaFull` at `name` if there are too many. */
export const createCustodian = (context: Context, content: CustodianContent): Promise<{ id: number }> =>
  orNameInUse(() =>
    transact(context, async (tx) => {
      await refuseNames(tx, null, [content.name, ...content.other_names]);
      if ((await listCustodianRows(tx)).length >= custodianLimits.count)
        throw new Refusal("badInput", { fields: [{ path: "name", code: "quotaFull" }] });
      const id = await insertCustodian(tx, content, requireViewer(context).userId);
      tx.audit("custodian.created", id, { after: content });
      changed(tx);
      return { id };
    }),
  );

const contentOf = ({ id: _id, version: _version, ended_at: _ended, ...content }: CustodianRow): CustodianContent =>
  content as CustodianContent;

/**
 * Saves a custodian. With four eyes on, what lets more pass is proposed and the rest saved; returns the proposal's id. `stateConflict` if
 * it was saved since or has ended, `nameInUse`, `proposalOpen` if such a change is proposed already.
 */
export const saveCustodian = (
  context: Context,
  id: number,
  { version, reason, ...wanted }: Parsed<typeof calls.save>["body"],
): Promise<{ proposalId: number | null }> =>
  orNameInUse(() =>
    transact(context, async (tx) => {
      const before = await lockCustodian(tx, id);
      if (!before) throw new Refusal("notFound");
      enforce(refusalToSave(requireViewer(context), before));
      if (before.version !== version) throw new Refusal("stateConflict");
      const loose = loosened(before, wanted);
      const isLooser = Object.keys(loose).length > 0;
      const byTwo = isLooser && (await needsTwo(tx));
      if (isLooser) await refuseWhileProposed(tx, { action: "loosenCustodian", custodian: String(id) });
      const kept = Object.fromEntries(Object.keys(loose).map((name) => [name, before[name as keyof Guards]]));
      const content: CustodianContent = { ...wanted, ...(byTwo && kept), other_names: withFormerName(before, wanted) };
      await refuseNames(tx, id, [content.name, ...content.other_names]);
      await write(tx, before, content);
      if (!byTwo) return { proposalId: null };
      requireReason(reason);
      const side = { custodian: String(id), name: content.name };
      const proposalId = await propose(tx, context, {
        action: "loosenCustodian",
        holder: { holderType: "user", holderId: requireViewer(context).userId },
        before: { ...side, ...guardsOf(content) },
        after: { ...side, ...guardsOf({ ...content, ...loose }) },
        reason,
      });
      return { proposalId };
    }),
  );

async function write(tx: Tx, before: CustodianRow, content: CustodianContent): Promise<void> {
  const { id, version } = before;
  if ((await updateCustodian(tx, { id, version }, content)) === undefined) throw new Refusal("stateConflict");
  tx.audit("custodian.saved", id, { before: contentOf(before), after: content });
  changed(tx);
}

/** Applies confirmed guards; `stateConflict` if they were changed since they were proposed. */
export const looseningProposal: ProposalKind = {
  async carryOut(tx, _context, { before, after }) {
    const stored = await lockCustodian(tx, Number(after["custodian"]));
    const seen = before as unknown as Guards;
    if (!stored || stored.ended_at !== null) throw new Refusal("stateConflict");
    const now = guardsOf(stored);
    if (Object.entries(now).some(([name, value]) => seen[name as keyof Guards] !== value))
      throw new Refusal("stateConflict");
    await write(tx, stored, { ...contentOf(stored), ...guardsOf(after as unknown as Guards) });
  },
};

/** Ends or takes back; doing it twice is one. */
export const setEnded = (context: Context, id: number, ended: boolean): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const before = await lockCustodian(tx, id);
    if (!before) throw new Refusal("notFound");
    if (!(await setCustodianEnded(tx, id, ended ? requireViewer(context).userId : null))) return { done: true };
    if (ended) tx.audit("custodian.ended", id, { before: { name: before.name } });
    else tx.audit("custodian.restored", id, { after: { name: before.name } });
    changed(tx);
    return { done: true };
  });
