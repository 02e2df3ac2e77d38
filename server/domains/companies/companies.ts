/** Companies: started by a user, represented by users, searched and assigned by staff. */

import type { CompanyData, companies, companySorts, OwnCompany } from "@portico/api/companies.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { type HolderState, listedStateOf } from "@portico/api/holder-states.ts";
import type { capacities } from "@portico/api/rules/capacities.ts";
import { isSameName } from "@portico/kyc/same-name.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { pageOf, pageStart } from "../../kernel/cursor.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { hasLevel, type Viewer } from "../../kernel/viewer.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { requireColleague } from "../colleagues/colleagues.ts";
import { getStatedAuthority } from "../holders/authority.ts";
import { canDecide, refusalToChange } from "../holders/holders.policy.ts";
import { findKept, getUserNames, refuseStaff } from "../holders/holders.ts";
import { type StatedAuthority, toSigners, withoutAmount } from "../holders/needed-signatures.ts";
import { findRepresentations } from "../holders/representation.ts";
import { findStateBefore, readLockedState } from "../holders/states.ts";
import { canOfOwn, refusalToDiscard } from "./companies.policy.ts";
import {
  deleteUnsubmitted,
  findBegun,
  findCompanies,
  findCompany,
  findCompanyPage,
  findRegistered,
  findRepresentatives,
  findStarted,
  insertCompany,
  isFormSubmitted,
  type ListFilter,
  releaseAssigned,
  updateCompanyAssigned,
  updateCompanyName,
  updateDraftFacts,
} from "./companies.queries.ts";

type Capacity = (typeof capacities)[number];
interface CompanyRow {
  id: number;
  name: string;
  state: string;
  created_at: Date;
  client_number: string | null;
}
/** A row that says whether anything is kept of the company. */
type OwnRow = CompanyRow & { has_records: boolean };

const companyOf = (holderId: number) => ({ holderType: "company", holderId }) as const;

const toCompanyData = ({ id, name, state, created_at, client_number }: CompanyRow): CompanyData => ({
  id,
  name,
  state: state as HolderState,
  client_number,
  created_at: created_at.toISOString(),
});

const toOwnCompany = (viewer: Viewer, row: OwnRow): OwnCompany => {
  const company = toCompanyData(row);
  return { ...company, can: canOfOwn(viewer, { ...company, hasRecords: row.has_records }) };
};

/** Ids of the companies that the user represents today, and of those started by them and never approved. */
export async function findOwn(db: Db, userId: number): Promise<number[]> {
  const [represented, begun] = await Promise.all([findRepresentations(db, { userId }), findBegun(db, userId)]);
  return [...new Set([...represented.map(({ company_id }) => company_id), ...begun])];
}

/** The companies of `findOwn`. */
export async function listOwnCompanies(context: Context, userId: number): Promise<OwnCompany[]> {
  const { db } = context;
  const viewer = requireViewer(context);
  const ids = await findOwn(db, userId);
  return ids.length === 0 ? [] : (await findCompanies(db, ids)).map((row) => toOwnCompany(viewer, row));
}

/** Creates a company, or returns the one already started, so that a second click creates no second one; `isStaff` for staff. */
export async function createCompany(context: Context, userId: number): Promise<OwnCompany> {
  const viewer = requireViewer(context);
  return transact(context, async (tx) => {
    await readLockedState(tx, { holderType: "user", holderId: userId });
    await refuseStaff(tx, [userId]);
    let inserted: { id: number } | undefined;
    let company: Awaited<ReturnType<typeof findStarted>>;
    // The one that prevented a new one may have been discarded since.
    while (!company) {
      inserted = await insertCompany(tx, userId);
      company = await findStarted(tx, userId);
    }
    if (inserted) {
      tx.audit("company.begun", company.id, { after: { creator: userId } });
      tx.rightsChanged({ userIds: [userId], companyIds: [] });
    }
    // The session was read before the company was there.
    return toOwnCompany({ ...viewer, begun: [...viewer.begun, company.id] }, company);
  });
}

/**
 * Deletes the user's started company, if nothing is kept of it, in the caller's transaction; returns its id. `notFound`
 * without a started company, `stateConflict` if it was submitted, has a client number, or has a ticket, document or another
 * record.
 */
export async function discardStartedCompany(tx: Tx, userId: number): Promise<number> {
  const started = await findStarted(tx, userId);
  if (!started) throw new Refusal("notFound");
  enforce(refusalToDiscard({ begun: [started.id] }, { ...toCompanyData(started), hasRecords: started.has_records }));
  // Asked again once its row is locked: staff may have given it a number, or it was submitted, at the same moment.
  const id = await deleteUnsubmitted(tx, userId);
  if (id === undefined) throw new Refusal("stateConflict");
  tx.audit("company.discarded", id, { before: { creator: userId } });
  tx.rightsChanged({ userIds: [userId], companyIds: [] });
  return id;
}

/** Stores what staff lists show of a company whose form is being filled in; part of the caller's transaction. */
export const noteDraftFacts = updateDraftFacts;

/** What is known of the company before its first form. */
export const getRegistered = async (db: Db, companyId: number): Promise<RegisteredCompany> => {
  const row = await findRegistered(db, companyId);
  if (!row) throw new Refusal("notFound");
  return { name: row.draft_name, registerNumber: row.register_number, country: row.register_country };
};
export interface RegisteredCompany {
  name: string;
  registerNumber: string;
  /** ISO 3166 code. */
  country: string | null;
}

/** Stores the legal name from a submitted form; part of the caller's transaction. */
export const renameCompany = (trx: Trx, companyId: number, name: string) => updateCompanyName(trx, companyId, name);

export async function getCompanyState({ db }: Context, companyId: number) {
  const { state, name, client_number } = toCompanyData(await requireCompany(db, companyId));
  return { state, name, client_number };
}

/** Id and state of the user's started company; nulls without one. */
export async function getStartedState({ db }: Context, userId: number) {
  const row = await findStarted(db, userId);
  return { id: row?.id ?? null, state: (row?.state as HolderState | undefined) ?? null };
}

/** One company with its representatives; for staff also the assigned colleague, which clients do not see. */
export async function getCompany(
  { db, viewer }: Context,
  companyId: number,
): Promise<Answer<(typeof companies)["get"]>> {
  const row = await requireCompany(db, companyId);
  const isSeenByStaff = viewer !== null && hasLevel(viewer, "internal");
  const assignee = isSeenByStaff ? row.assigned_to : null;
  const [representatives, before, isSubmitted, names, kept] = await Promise.all([
    findRepresentatives(db, companyId),
    isSeenByStaff ? findStateBefore(db, { holderType: "company", holderId: companyId }) : null,
    isSeenByStaff && isFormSubmitted(db, companyId),
    getUserNames(db, [row.creator_id, ...(assignee === null ? [] : [assignee])]),
    isSeenByStaff ? findKept(db, companyOf(companyId)) : null,
  ]);
  const person = (id: number) => ({ id, name: names.get(id) ?? "" });
  const stated = isSeenByStaff ? await getStatedAuthority(db, companyOf(companyId)) : [];
  const signers = toSigners(representatives, stated, withoutAmount);
  const bindsAlone = new Map(signers.map((one) => [one.id, one.bindsAlone]));
  return {
    ...toCompanyData(row),
    creator: person(row.creator_id),
    assigned_to: assignee === null ? null : person(assignee),
    state_before_disabled: before,
    listed_state: isSeenByStaff ? listedStateOf(row.state as HolderState, isSubmitted) : null,
    ...(kept && { held: kept.held }),
    ...(isSeenByStaff && { can: canDecide(viewer, { holder: companyOf(row.id), state: row.state as HolderState }) }),
    representatives: representatives.map((one) => ({
      ...one,
      capacity: one.capacity as Capacity,
      ...(isSeenByStaff && { binds_alone: bindsAlone.get(one.id) ?? true }),
      ...(stated.length > 0 && { stated: presentStated(one.name, stated) }),
    })),
  };
}

/** What the form says of this person; where it names them twice, the narrower. */
function presentStated(name: string, stated: readonly StatedAuthority[]) {
  const own = stated.filter((one) => isSameName(one.name, name));
  if (own.length === 0) return null;
  return {
    authority: own.some(({ authority }) => authority === "jointly") ? ("jointly" as const) : ("severally" as const),
    with: [...new Set(own.flatMap((one) => one.with ?? []))],
    limit: own.find(({ limit }) => limit)?.limit ?? null,
  };
}

/** Assigns the company to a member of staff, or to nobody; `badInput` for the id of anybody else. */
export async function assignCompany(context: Context, companyId: number, staffId: number | null) {
  const company = companyOf(companyId);
  enforce(refusalToChange(requireViewer(context), company));
  await transact(context, async (tx) => {
    if (staffId !== null) await requireColleague(tx, staffId);
    const changed = await updateCompanyAssigned(tx, companyId, staffId);
    if (!changed) throw new Refusal("notFound");
    if (changed.before !== staffId)
      tx.audit("holder.assigned", company, { before: { staffId: changed.before }, after: { staffId } });
    tx.emit("holder:state", company);
  });
  return { admin_id: staffId };
}

/** Removes a former member of staff from all their companies, in the caller's transaction; returns how many. */
export const releaseStaffCompanies = (trx: Trx, staffId: number): Promise<number> => releaseAssigned(trx, staffId);

interface ListQuery extends ListFilter {
  sort: (typeof companySorts)[number];
  cursor?: string | undefined;
  limit: number;
}

/** One page of companies, with a cursor to the next and a capped count. */
export async function listCompanyPage(
  context: Context,
  { sort, cursor, limit, ...filter }: ListQuery,
): Promise<Answer<(typeof companies)["list"]>> {
  const column = sort.replace("-", "") as "name" | "created_at";
  const descending = sort.startsWith("-");
  const query = { cursor, limit, order: sort, key: column === "created_at" ? "moment" : "text" } as const;
  const found = await findCompanyPage(context.db, filter, { column, descending, ...pageStart(query) });
  const { rows, nextCursor } = pageOf(found.rows, query, (row) => [row[column], row.id]);
  const viewer = requireViewer(context);
  return {
    companies: rows.map((row) => ({
      ...toCompanyData(row),
      listed_state: listedStateOf(row.state as HolderState, row.is_submitted),
      assigned_to: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assigned_name ?? "" },
      can: canOf({ assign: refusalToChange(viewer, companyOf(row.id)) }),
    })),
    nextCursor,
    count: found.count,
  };
}

async function requireCompany(db: Context["db"], companyId: number) {
  const row = await findCompany(db, companyId);
  if (!row) throw new Refusal("notFound");
  return row;
}
