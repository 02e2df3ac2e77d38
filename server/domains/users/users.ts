/** People with an account: their profile as they and staff see it, and the staff list. */

import { type HolderState, listedStateOf } from "@portico/api/holder-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import { fitValue } from "@portico/api/rules/data-fields.ts";
import type { Holder } from "@portico/api/shapes.ts";
import {
  type Preferences,
  preferences as preferencesShape,
  type UserData,
  type userSorts,
} from "@portico/api/users.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { pageOf, pageStart } from "../../kernel/cursor.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { canOf } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Db, inTransaction, type Trx } from "../../kernel/transaction.ts";
import { hasLevel, isHolder } from "../../kernel/viewer.ts";
import { getDataFields } from "../data-fields/data-fields.ts";
import { refusalToChange } from "../holders/holders.policy.ts";
import { findKept } from "../holders/holders.ts";
import { findStateBefore } from "../holders/states.ts";
import { readReturned } from "../notifications/returned-mails.ts";
import { updateLastCompany, wasEverStaff } from "./staff.queries.ts";
import {
  findColleague,
  findIsOnlyDelegate,
  findUser,
  findUserPage,
  insertUser,
  isFormSubmitted,
  type ListFilter,
  type NewUser,
  updatePreferences,
} from "./users.queries.ts";

export { hasNoUser } from "./users.queries.ts";
export type { NewUser };

/** Creates an account; `emailInUse` if the e-mail has one. Part of the caller's transaction. */
export async function createUser(trx: Trx, user: NewUser): Promise<number> {
  try {
    return await insertUser(trx, user);
  } catch (error) {
    if (isDuplicate(error, "app_user_email_key")) throw new Refusal("emailInUse");
    throw error;
  }
}

/** Stored preferences; none if a former version of the portal stored others. */
function preferencesOf(stored: unknown): Preferences {
  const { success, data } = preferencesShape.safeParse(stored);
  return success ? data : {};
}

/** The user's whole profile; `notFound` for an unknown id. */
export async function getUserData(db: Db, userId: number): Promise<UserData> {
  const row = await findUser(db, userId);
  if (!row) throw new Refusal("notFound");
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    phone: row.phone,
    state: row.state as HolderState,
    role: row.role as Role,
    client_number: row.client_number,
    client_data: row.client_data as Record<string, unknown>,
    preferences: preferencesOf(row.preferences),
    repCompanies: row.rep_companies,
    lastCompany: row.last_company,
    isOnlyDelegate: row.is_only_delegate,
    created_at: row.created_at.toISOString(),
    isValidated: row.email_confirmed_at !== null,
  };
}

/** The holder that the user last acted for: a company that they still represent or have started, or themselves. */
export async function getActiveHolder(db: Db, userId: number): Promise<Holder> {
  const { lastCompany } = await getUserData(db, userId);
  return lastCompany === null
    ? { holderType: "user", holderId: userId }
    : { holderType: "company", holderId: lastCompany };
}

/** The profile; for staff also the assigned colleague and the state before disabling, which clients do not see. */
export async function getProfile({ db, viewer }: Context, userId: number) {
  const profile = await getUserData(db, userId);
  if (!viewer || !hasLevel(viewer, "internal")) return profile;
  const [colleague, state_before_disabled, everStaff, isSubmitted, returnedMail, kept] = await Promise.all([
    findColleague(db, userId),
    findStateBefore(db, { holderType: "user", holderId: userId }),
    wasEverStaff(db, userId),
    isFormSubmitted(db, userId),
    readReturned(db, profile.email),
    findKept(db, { holderType: "user", holderId: userId }),
  ]);
  const listed_state = listedStateOf(profile.state, isSubmitted);
  return {
    ...profile,
    assigned_to: colleague ?? null,
    state_before_disabled,
    everStaff,
    listed_state,
    returnedMail: returnedMail ?? null,
    held: kept?.held ?? false,
  };
}

/** State, name, number and companies; for the viewer's own, as just read by the session's query. */
export async function getUserState(
  { db, viewer }: Context,
  userId: number,
): Promise<Pick<UserData, "state" | "name" | "client_number" | "repCompanies" | "isOnlyDelegate">> {
  if (viewer?.userId !== userId) return getUserData(db, userId);
  const { state, name, clientNumber, represents, delegated } = viewer;
  const isOnlyDelegate = delegated.length > 0 && (await findIsOnlyDelegate(db, userId));
  return { state, name, client_number: clientNumber, repCompanies: [...represents], isOnlyDelegate };
}

export async function setPreferences(context: Context, userId: number, preferences: Preferences): Promise<Preferences> {
  await updatePreferences(context.db, userId, preferences);
  return preferences;
}

/**
 * Stores the user's active company; one that is not theirs is ignored (docs/rules.md, The active holder). Returns the
 * stored one.
 */
export async function setLastCompany(context: Context, userId: number, companyId: number | null) {
  const viewer = requireViewer(context);
  const isTheirs = companyId === null || isHolder(viewer, { holderType: "company", holderId: companyId });
  // In a transaction, which is retried after a conflict with an edit of representatives.
  const isStored = isTheirs && (await inTransaction(context.db, (trx) => updateLastCompany(trx, userId, companyId)));
  if (isStored) return { lastCompany: companyId };
  return { lastCompany: (await getUserData(context.db, userId)).lastCompany };
}

interface ListQuery extends GivenFilter {
  sort: (typeof userSorts)[number];
  cursor?: string | undefined;
  limit: number;
}

interface GivenFilter extends Omit<ListFilter, "fact"> {
  /** A data field by its id, and what they have under it; any value without one. */
  field?: number | undefined;
  value?: string | undefined;
}

/** The filter as its query reads it. `badInput` for a data field that there is not, and a value that does not fit it. */
export async function readFilter(
  { db }: Pick<Context, "db">,
  { field: id, value: text, ...filter }: GivenFilter,
): Promise<ListFilter> {
  if (id === undefined) return filter;
  const field = (await getDataFields(db)).find((one) => one.id === id);
  if (!field) throw new Refusal("badInput", { fields: [{ path: "field", code: "unknown" }] });
  const value = text === undefined ? undefined : fitValue(field, text);
  if (text !== undefined && value === undefined)
    throw new Refusal("badInput", { fields: [{ path: "value", code: "badFormat" }] });
  return { ...filter, fact: { label: field.label, value } };
}

/** One page of users, with a cursor to the next and a capped count. */
export async function listUserPage(context: Context, { sort, cursor, limit, ...given }: ListQuery) {
  const filter = await readFilter(context, given);
  const descending = sort.startsWith("-");
  const column = sort.replace("-", "") as "name" | "email" | "created_at";
  const query = { cursor, limit, order: sort, key: column === "created_at" ? "moment" : "text" } as const;
  const found = await findUserPage(context.db, filter, { column, descending, ...pageStart(query) });
  const { rows, nextCursor } = pageOf(found.rows, query, (row) => [row[column], row.id]);
  const viewer = requireViewer(context);
  return {
    users: rows.map(({ assigned_to, assigned_name, is_submitted, rep_companies, last_company, ...row }) => ({
      ...row,
      client_data: row.client_data as Record<string, unknown>,
      preferences: preferencesOf(row.preferences),
      repCompanies: rep_companies,
      lastCompany: last_company,
      listed_state: listedStateOf(row.state as HolderState, is_submitted),
      assigned_to: assigned_to === null ? null : { id: assigned_to, name: assigned_name ?? "" },
      state: row.state as HolderState,
      role: row.role as Role,
      created_at: row.created_at.toISOString(),
      can: canOf({ assign: refusalToChange(viewer, { holderType: "user", holderId: row.id }) }),
    })),
    nextCursor,
    count: found.count,
  };
}
