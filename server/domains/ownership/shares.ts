/** Shares of persons in companies: what the form proposes, and what staff confirm, correct and remove, with four eyes on by two. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { OwnershipShare, ownership, StatedOwner } from "@portico/api/ownership.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { findOverHundred, type HeldShare, overlap } from "@portico/api/rules/ownership-shares.ts";
import { isSameJson } from "@portico/api/rules/same-json.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "decimal.js";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { readStatedOwners } from "../forms/stated-owners.ts";
import { getCompanyNames, getHolder, getUserNames, lockCompany, refuseStaff } from "../holders/holders.ts";
import { readLockedState } from "../holders/states.ts";
import type { ProposalKind } from "../proposals/kind.ts";
import { needsTwo, propose, refuseWhileProposed, requireReason } from "../proposals/proposals.ts";
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

/** What is asked for: of a new share, of one that is corrected, or removed. Kept by a proposal as it is. */
interface AskedChange {
  change: "confirm" | "correct" | "remove";
  /** The row that is corrected or removed; null of a new share. */
  share: number | null;
  person: number;
  percent: string;
  from: string;
  until: string | null;
  stated: NewShare["stated"];
}

/** What counts of a person, as a proposal compares it. */
const countedOf = (records: readonly ShareRecord[], userId: number) =>
  records
    .filter(({ user_id }) => user_id === userId)
    .map(({ id, percent, from, until }) => ({ id, percent, from, until }));

interface Written {
  id: number | null;
  proposalId: number | null;
}

/** Makes the change, or with four eyes on proposes what could be made; the company is locked. */
async function changeOrPropose(
  tx: Tx,
  context: Context,
  companyId: number,
  { records, asked, reason }: { records: readonly ShareRecord[]; asked: AskedChange; reason: string | undefined },
): Promise<Written> {
  const holder = companyOf(companyId);
  const plan = toPlan(records, asked);
  if (await needsTwo(tx)) {
    requireReason(reason);
    const name = (await getUserNames(tx, [asked.person])).get(asked.person) ?? "";
    const before = { held: countedOf(records, asked.person) };
    const proposed = { action: "setShare", holder, before, after: { ...asked, name }, reason } as const;
    return { id: null, proposalId: await propose(tx, context, proposed) };
  }
  await refuseWhileProposed(tx, { action: "setShare", holder, person: asked.person });
  return { id: await carryOutPlan(tx, context, companyId, { asked, plan }), proposalId: null };
}

/** The rows that the change touches; refuses what `check` refuses. */
function toPlan(records: readonly ShareRecord[], { change, ...asked }: AskedChange) {
  const share: HeldShare = { userId: asked.person, percent: asked.percent, from: asked.from, until: asked.until };
  const record = records.find(({ id }) => id === asked.share);
  if (change === "remove") return { share, record, ended: undefined };
  if (change === "correct") {
    check(share, records.filter((one) => one !== record).map(heldOf));
    return { share, record, ended: undefined };
  }
  const ended = records.find((one) => overlap(heldOf(one), share) && one.from < share.from && one.until === null);
  const others = records.map((one) =>
    one === ended ? { ...heldOf(one), until: addDays(share.from, -1) } : heldOf(one),
  );
  check(share, others);
  return { share, record: undefined, ended };
}

/** Writes the rows, tells the person, and returns the id of the share, or of the row that removes it. */
async function carryOutPlan(
  tx: Tx,
  context: Context,
  companyId: number,
  { asked, plan: { share, record, ended } }: { asked: AskedChange; plan: ReturnType<typeof toPlan> },
): Promise<number> {
  const { userId: by } = requireViewer(context);
  const { stated } = asked;
  let id: number;
  if (asked.change === "remove" && record) {
    id = await insertShare(tx, { companyId, ...heldOf(record), corrects: record.id, removed: true, stated: null, by });
    tx.audit("ownership.removed", companyOf(companyId), { before: recorded(record.id, heldOf(record)) });
    await tellOwner(tx, { companyId, by, type: "share_removed", share: heldOf(record) });
  } else if (asked.change === "correct" && record) {
    id = await replace(tx, { companyId, by, record }, share);
    const isEnded = record.until === null && share.until !== null && isSame(heldOf(record), { ...share, until: null });
    await tellOwner(tx, { companyId, by, type: isEnded ? "share_ended" : "share_set", share });
  } else {
    if (ended)
      await replace(tx, { companyId, by, record: ended }, { ...heldOf(ended), until: addDays(share.from, -1) });
    id = await insertShare(tx, { companyId, ...share, corrects: null, stated, by });
    tx.audit("ownership.confirmed", companyOf(companyId), {
      after: { ...recorded(id, share), revision: stated?.revision ?? null },
    });
    await tellOwner(tx, { companyId, by, type: "share_set", share });
  }
  tx.emit("holder:state", { holderType: "user", holderId: share.userId });
  tx.emit("holder:state", companyOf(companyId));
  return id;
}

/** Tells the person, and records it in their activity. */
async function tellOwner(
  tx: Tx,
  {
    companyId,
    by,
    type,
    share,
  }: { companyId: number; by: number; type: "share_set" | "share_ended" | "share_removed"; share: HeldShare },
): Promise<void> {
  const owner: Holder = { holderType: "user", holderId: share.userId };
  const { percent, from, until } = share;
  const side = { company: companyId, percent, from, until };
  if (type === "share_set") tx.audit("ownership.set", owner, { after: side });
  else tx.audit("ownership.ended", owner, { before: side });
  const company = (await getCompanyNames(tx, [companyId])).get(companyId) ?? "";
  const [point, comma] = [percent, percent.replace(".", ",")];
  await tx.notify(owner, {
    type,
    params: {
      name_en: `${company}, ${point}%`,
      name_bg: `${company}, ${comma} %`,
      name_pl: `${company}, ${comma}%`,
      ...(type !== "share_removed" && { day: type === "share_ended" && until !== null ? until : from }),
    },
    created_by: by,
  });
}

type ConfirmBody = Parsed<(typeof ownership)["confirm"]>["body"];

/**
 * Confirms a share from a day on. One that the person had on that day, and had before it, ends the day before. The same share
 * confirmed twice is one. With four eyes on it is proposed, with a reason. `notApproved` for a company, and `notReviewed` at
 * `user_id` for a person, that the firm has not identified; `overHundred` at `percent`, `timesOverlap` at `from`; `proposalOpen` if
 * a change of the person's share is proposed.
 */
export async function confirmShare(
  context: Context,
  companyId: number,
  { user_id: person, percent, from, until, reason, ...body }: ConfirmBody,
): Promise<Written> {
  const stated = await findStated(context, companyId, body.stated);
  return transact(context, async (tx) => {
    await requireIdentified(tx, person);
    const records = await lockShares(tx, context, companyId);
    await requireApproved(tx, companyId);
    const share: HeldShare = { userId: person, percent, from, until };
    const same = records.find((one) => isSame(heldOf(one), share));
    if (same) return { id: same.id, proposalId: null };
    const asked: AskedChange = { change: "confirm", share: null, person, percent, from, until, stated };
    return changeOrPropose(tx, context, companyId, { records, asked, reason });
  });
}

async function requireApproved(tx: Tx, companyId: number): Promise<void> {
  if (!reviewed.includes((await getHolder(tx, companyOf(companyId))).state)) throw new Refusal("notApproved");
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
  return id;
}

type CorrectBody = Parsed<(typeof ownership)["correct"]>["body"];

/**
 * Corrects percentage or days; with four eyes on it is proposed. `notFound` for no share of the company, `stateConflict` for one that
 * another row replaced, `proposalOpen` if a change of the person's share is proposed.
 */
export const correctShare = (
  context: Context,
  { id: companyId, shareId }: { id: number; shareId: number },
  { reason, ...dates }: CorrectBody,
): Promise<Written> =>
  transact(context, async (tx) => {
    const records = await lockShares(tx, context, companyId);
    const record = records.find(({ id }) => id === shareId) ?? (await refuseFormer(tx, companyId, shareId));
    const person = record.user_id;
    if (isSame(heldOf(record), { userId: person, ...dates })) return { id: record.id, proposalId: null };
    const asked: AskedChange = { change: "correct", share: shareId, person, ...dates, stated: null };
    return changeOrPropose(tx, context, companyId, { records, asked, reason });
  });

async function refuseFormer(db: Db, companyId: number, shareId: number): Promise<never> {
  const all = await listShareRecords(db, companyId);
  throw new Refusal(all.some(({ id }) => id === shareId) ? "stateConflict" : "notFound");
}

/**
 * Removes a share that was never held; doing it twice is one. With four eyes on it is proposed. `notFound` for no share of the company.
 */
export const removeShare = (
  context: Context,
  { id: companyId, shareId }: { id: number; shareId: number },
  { reason }: { reason?: string | undefined },
): Promise<Written> =>
  transact(context, async (tx) => {
    const records = await lockShares(tx, context, companyId);
    const record = records.find(({ id }) => id === shareId);
    if (!record) {
      const removal = (await listShareRecords(tx, companyId)).find((one) => one.corrects === shareId && one.removed);
      return removal ? { id: removal.id, proposalId: null } : refuseFormer(tx, companyId, shareId);
    }
    const { user_id: person, percent, from, until } = record;
    const asked: AskedChange = { change: "remove", share: shareId, person, percent, from, until, stated: null };
    return changeOrPropose(tx, context, companyId, { records, asked, reason });
  });

/**
 * Makes a proposed change; `stateConflict` if what counts of the person has changed since, if the form that states the share is no
 * longer the newest, or if the shares of others leave no room for it by now.
 */
export const shareProposal: ProposalKind = {
  async carryOut(tx, context, { holder, before, after }) {
    const asked = after as unknown as AskedChange;
    const companyId = holder.holderId;
    if (asked.change === "confirm") {
      await requireIdentified(tx, asked.person);
      const { stated } = asked;
      const found = await findStated(context, companyId, stated && { revision: stated.revision, owner: stated.owner });
      if (found?.name !== stated?.name) throw new Refusal("stateConflict");
    }
    const records = await lockShares(tx, context, companyId);
    if (asked.change === "confirm") await requireApproved(tx, companyId);
    if (!isSameJson(countedOf(records, asked.person), before["held"])) throw new Refusal("stateConflict");
    await carryOutPlan(tx, context, companyId, { asked, plan: planNow(records, asked) });
  },
};

/** A plan that is refused by now is one of a state that has changed. */
function planNow(records: readonly ShareRecord[], asked: AskedChange) {
  try {
    return toPlan(records, asked);
  } catch (error) {
    if (error instanceof Refusal && error.code === "badInput") throw new Refusal("stateConflict");
    throw error;
  }
}
