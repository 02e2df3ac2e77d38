/** Shares of persons in companies: what the form proposes, and what staff confirm, correct and remove. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { OwnershipShare, ownership, StatedOwner } from "@portico/api/ownership.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { findOverHundred, type HeldShare, overlap } from "@portico/api/rules/ownership-shares.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "decimal.js";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { readStatedOwners } from "../forms/stated-owners.ts";
import { getCompanyNames, getHolder, lockCompany, refuseStaff } from "../holders/holders.ts";
import { readLockedState } from "../holders/states.ts";
import { firmDay } from "../settings/firm-day.ts";
import { refusalToConfirm } from "./ownership.policy.ts";
import { insertShare, listShareRecords, listSharesOver, type NewShare, type ShareRecord } from "./shares.queries.ts";

export { listSharesOver } from "./shares.queries.ts";

/** What a person holds today, of companies that are clients. */
export async function listOwnShares(
  { db, now }: Context,
  userId: number,
): Promise<Answer<(typeof ownership)["listOwn"]>> {
  const { today } = await firmDay(db, now());
  const shares = await listSharesOver(db, userId, { from: today, to: today });
  const names = await getCompanyNames(
    db,
    shares.map(({ companyId }) => companyId),
  );
  return shares.map(({ companyId, ...share }) => ({
    company: { id: companyId, name: names.get(companyId) ?? "" },
    ...share,
  }));
}

const companyOf = (holderId: number): Holder => ({ holderType: "company", holderId });

/** States of clients whom the firm has identified. */
const reviewed: readonly HolderState[] = ["postKYC", "pendingReKYC"];

const counts = ({ replaced_at, removed }: ShareRecord): boolean => replaced_at === null && !removed;

const presentShare = (record: ShareRecord): OwnershipShare => ({
  id: record.id,
  owner: { id: record.user_id, name: record.owner_name },
  percent: record.percent,
  from: record.from,
  until: record.until,
  confirmed_at: record.confirmed_at.toISOString(),
  confirmed_by: record.confirmed_by,
  revision: record.form_revision,
  stated_owner: record.form_owner,
});

type Form = { revision: number; owners: StatedOwner[] } | undefined;

/** What the form says of the owner, if it is another share than the one held today or later. */
function formSays(form: Form, record: ShareRecord, today: string): string | null {
  if (!form || record.form_owner === null || (record.until !== null && record.until < today)) return null;
  const stated = form.owners.find(({ owner, name }) => owner === record.form_owner && name === record.form_name);
  const percent = stated?.percent ?? "0";
  return new Decimal(percent).eq(record.percent) ? null : percent;
}

/** What is confirmed of a company's owners, what was corrected, and what its newest approved form says. */
export async function listShares(context: Context, companyId: number): Promise<Answer<(typeof ownership)["list"]>> {
  const { db } = context;
  await getHolder(db, companyOf(companyId));
  const records = await listShareRecords(db, companyId);
  const form = await readStatedOwners(context, companyId);
  const { today } = await firmDay(db, context.now());
  const removals = new Map(records.flatMap((one) => (one.removed ? [[one.corrects, one] as const] : [])));
  return {
    shares: records.filter(counts).map((one) => ({ ...presentShare(one), form_says: formSays(form, one, today) })),
    former: records
      .flatMap((one) =>
        one.replaced_at === null || one.replaced_by === null
          ? []
          : [
              {
                ...presentShare(one),
                removed: removals.has(one.id),
                replaced_at: one.replaced_at.toISOString(),
                replaced_by: one.replaced_by,
              },
            ],
      )
      .toSorted((a, b) => b.replaced_at.localeCompare(a.replaced_at) || b.id - a.id),
    form: form ?? null,
    can: canOf({ change: refusalToConfirm(requireViewer(context), companyId) }),
  };
}

const refuse = (path: string, code: FieldCode): never => {
  throw new Refusal("badInput", { fields: [{ path, code }] });
};

const heldOf = ({ user_id: userId, percent, from, until }: ShareRecord): HeldShare => ({
  userId,
  percent,
  from,
  until,
});

const recorded = (id: number, { userId, percent, from, until }: HeldShare) => ({
  share: id,
  person: userId,
  percent,
  from,
  until,
});

/** Refuses days that end before they begin, a second share of the person on a day, and more than 100 % on a day. */
function check(share: HeldShare, others: readonly HeldShare[]): void {
  if (share.until !== null && share.until < share.from) refuse("until", "endBeforeStart");
  if (others.some((other) => overlap(other, share))) refuse("from", "timesOverlap");
  if (findOverHundred([...others, share])) refuse("percent", "overHundred");
}

/** The rows that count, once the company is locked: two colleagues follow one another. */
async function lockShares(tx: Tx, context: Context, companyId: number): Promise<ShareRecord[]> {
  await lockCompany(tx, companyId);
  await getHolder(tx, companyOf(companyId));
  enforce(refusalToConfirm(requireViewer(context), companyId));
  return (await listShareRecords(tx, companyId)).filter(counts);
}

/** The page of the person, and of the company for staff. */
function announce(tx: Tx, companyId: number, userId: number): void {
  tx.emit("holder:state", { holderType: "user", holderId: userId });
  tx.emit("holder:state", companyOf(companyId));
}

/** The owner of the form that the share is confirmed by; `stateConflict` if another form is the newest. */
async function findStated(
  context: Context,
  companyId: number,
  stated: { revision: number; owner: string } | null,
): Promise<NewShare["stated"]> {
  if (!stated) return null;
  const form = await readStatedOwners(context, companyId);
  const owner = form?.owners.find((one) => one.owner === stated.owner);
  if (!form || !owner || form.revision !== stated.revision) throw new Refusal("stateConflict");
  return { revision: form.revision, owner: owner.owner, name: owner.name };
}

type ConfirmBody = Parsed<(typeof ownership)["confirm"]>["body"];

/**
 * Confirms a share from a day on. One that the person had on that day, and had before it, ends the day before. The same share
 * confirmed twice is one. `notApproved` for a company, and `notReviewed` at `user_id` for a person, that the firm has not
 * identified; `overHundred` at `percent`, `timesOverlap` at `from`.
 */
export async function confirmShare(context: Context, companyId: number, body: ConfirmBody): Promise<{ id: number }> {
  const stated = await findStated(context, companyId, body.stated);
  return transact(context, async (tx) => {
    const { userId: by } = requireViewer(context);
    await requireIdentified(tx, body.user_id);
    const records = await lockShares(tx, context, companyId);
    if (!reviewed.includes((await getHolder(tx, companyOf(companyId))).state)) throw new Refusal("notApproved");
    const share: HeldShare = { userId: body.user_id, percent: body.percent, from: body.from, until: body.until };
    const same = records.find((one) => isSame(heldOf(one), share));
    if (same) return { id: same.id };
    const ended = records.find((one) => overlap(heldOf(one), share) && one.from < share.from && one.until === null);
    const others = records.map((one) =>
      one === ended ? { ...heldOf(one), until: addDays(share.from, -1) } : heldOf(one),
    );
    check(share, others);
    if (ended)
      await replace(tx, { companyId, by, record: ended }, { ...heldOf(ended), until: addDays(share.from, -1) });
    const id = await insertShare(tx, { companyId, ...share, corrects: null, stated, by });
    tx.audit("ownership.confirmed", companyOf(companyId), {
      after: { ...recorded(id, share), revision: stated?.revision ?? null },
    });
    announce(tx, companyId, share.userId);
    return { id };
  });
}

const isSame = (a: HeldShare, b: HeldShare): boolean =>
  a.userId === b.userId && a.from === b.from && a.until === b.until && new Decimal(a.percent).eq(b.percent);

/** Locks the person; `notReviewed` or `unknown` at `user_id`, `isStaff` for a member of staff. */
async function requireIdentified(tx: Tx, userId: number): Promise<void> {
  const state = await readLockedState(tx, { holderType: "user", holderId: userId }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "notFound") return refuse("user_id", "unknown");
    throw error;
  });
  await refuseStaff(tx, [userId]);
  if (!reviewed.includes(state)) refuse("user_id", "notReviewed");
}

async function replace(
  tx: Tx,
  { companyId, by, record }: { companyId: number; by: number; record: ShareRecord },
  share: HeldShare,
): Promise<number> {
  const { form_revision: revision, form_owner: owner, form_name: name } = record;
  const stated = revision === null || owner === null || name === null ? null : { revision, owner, name };
  const id = await insertShare(tx, { companyId, ...share, corrects: record.id, stated, by });
  tx.audit("ownership.corrected", companyOf(companyId), {
    before: recorded(record.id, heldOf(record)),
    after: recorded(id, share),
  });
  announce(tx, companyId, share.userId);
  return id;
}

type CorrectBody = Parsed<(typeof ownership)["correct"]>["body"];

/** Corrects percentage or days; `notFound` for no share of the company, `stateConflict` for one that another row replaced. */
export const correctShare = (
  context: Context,
  { id: companyId, shareId }: { id: number; shareId: number },
  body: CorrectBody,
): Promise<{ id: number }> =>
  transact(context, async (tx) => {
    const { userId: by } = requireViewer(context);
    const records = await lockShares(tx, context, companyId);
    const record = records.find(({ id }) => id === shareId) ?? (await refuseFormer(tx, companyId, shareId));
    const share: HeldShare = { userId: record.user_id, ...body };
    if (isSame(heldOf(record), share)) return { id: record.id };
    check(share, records.filter((one) => one !== record).map(heldOf));
    return { id: await replace(tx, { companyId, by, record }, share) };
  });

async function refuseFormer(db: Db, companyId: number, shareId: number): Promise<never> {
  const all = await listShareRecords(db, companyId);
  throw new Refusal(all.some(({ id }) => id === shareId) ? "stateConflict" : "notFound");
}

/** Removes a share that was never held; doing it twice is one. `notFound` for no share of the company. */
export const removeShare = (
  context: Context,
  { id: companyId, shareId }: { id: number; shareId: number },
): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const { userId: by } = requireViewer(context);
    const records = await lockShares(tx, context, companyId);
    const record = records.find(({ id }) => id === shareId);
    if (!record) {
      const removed = (await listShareRecords(tx, companyId)).some((one) => one.corrects === shareId && one.removed);
      return removed ? { done: true } : refuseFormer(tx, companyId, shareId);
    }
    const share = heldOf(record);
    await insertShare(tx, { companyId, ...share, corrects: record.id, removed: true, stated: null, by });
    tx.audit("ownership.removed", companyOf(companyId), { before: recorded(record.id, share) });
    announce(tx, companyId, share.userId);
    return { done: true };
  });
