/** The only place that decides access: compares the declaration of a call with its caller. */
import type { Access, Endpoint } from "@portico/api/endpoint.ts";
import type { MachineScope } from "@portico/api/machine-scopes.ts";
import type { StaffLevel } from "@portico/api/permissions.ts";
import type { DelegatedPart } from "@portico/api/rules/delegations.ts";
import { type Holder, holderParams, id } from "@portico/api/shapes.ts";
import { Refusal } from "../kernel/refusal.ts";
import { delegatedPartsOf, hasLevel, isHolder, type Viewer } from "../kernel/viewer.ts";

export type RawParams = Record<string, string | undefined>;

/** Why a caller may proceed: as themselves (or openly), or as staff or a delegate on a holder's data, which is logged. */
export type Passage = { as: "caller" } | { as: "staff" | "delegate"; holder: Holder };

/** Whose a row is, and the part of theirs that it belongs to for delegates. */
export interface RowOwner {
  holder: Holder;
  part: DelegatedPart | null;
  /** It is not published yet: for its holder and delegates there is no such row. */
  forStaffAlone?: true;
}

/** The holder that the query of a call for anyone signed in names, if any; half a name is refused. */
function queriedHolder({ holder_type, holder_id }: RawParams): Holder | undefined {
  if (holder_type === undefined && holder_id === undefined) return undefined;
  return subjectOf({ kind: "holder" }, { holderType: holder_type, holderId: holder_id });
}

/** Whom the path of a call is about: a holder, or the user or company that is its subject; undefined if nobody. */
export function holderIn(access: Access, params: RawParams): Holder | undefined {
  if (access.kind !== "self" && access.kind !== "company") return holderParams.safeParse(params).data;
  const { data } = id.safeParse(params[access.param]);
  return data === undefined ? undefined : { holderType: access.kind === "self" ? "user" : "company", holderId: data };
}

function subjectOf(access: Access & { kind: "self" | "company" | "holder" }, params: RawParams): Holder {
  const subject = holderIn(access, params);
  if (subject) return subject;
  throw new Refusal("badInput", {
    fields: [{ path: access.kind === "holder" ? "holderId" : access.param, code: "badFormat" }],
  });
}

/** The holder named by the path of a staff call, if any. */
function namedHolder(params: RawParams): Holder | undefined {
  return params["holderType"] === undefined ? undefined : holderParams.safeParse(params).data;
}

/** Whether the caller is a delegate of the holder, with a part that the call declares: that of the row, if it is about one. */
function passesAsDelegate(
  { access, method }: Pick<Endpoint, "access" | "method">,
  viewer: Viewer,
  subject: Holder,
  owner: RowOwner | undefined,
): boolean {
  if (method !== "GET" || (access.kind !== "holder" && access.kind !== "owner") || !access.delegates) return false;
  const declared = access.kind === "owner" ? access.delegates.filter((part) => part === owner?.part) : access.delegates;
  return delegatedPartsOf(viewer, subject).some((part) => declared.includes(part));
}

/** Refuses a machine whose key has not the scope of the call (`machineScopeOf`); null for a call that no key may make. */
export function requireScope(scope: MachineScope | null, { key }: Pick<Viewer, "key">): void {
  if (!key) return;
  if (scope === null) throw new Refusal("notForMachines");
  if (!key.scopes.includes(scope)) throw new Refusal("scopeMissing", { scope });
}

/**
 * Returns or throws: `unauthenticated` without a session, `secondFactorNeeded` for staff who still have to set one up,
 * `forbidden` for a staff call by a client, `notFound` if the caller may not know that the holder exists. `owner`: whose the
 * row is that the path names.
 */
export function authorise(
  endpoint: Pick<Endpoint, "access" | "method" | "beforeSecondFactor">,
  viewer: Viewer | null,
  params: RawParams,
  query: RawParams = {},
  owner?: RowOwner,
): Passage {
  const { access } = endpoint;
  if (access.kind === "anyone") return { as: "caller" };
  if (!viewer) throw new Refusal("unauthenticated");
  if (viewer.lacksSecondFactor && !endpoint.beforeSecondFactor) throw new Refusal("secondFactorNeeded");
  if (access.kind === "staff") {
    if (!hasLevel(viewer, access.level)) throw new Refusal("forbidden");
    const named = namedHolder(params);
    return named ? { as: "staff", holder: named } : { as: "caller" };
  }
  const subject =
    access.kind === "owner"
      ? owner?.holder
      : access.kind === "signedIn"
        ? access.staff !== undefined && queriedHolder(query)
        : subjectOf(access, params);
  // A row that is not there is nobody's: it is told apart from another's by nobody.
  if (!subject && access.kind !== "owner") return { as: "caller" };
  const isHidden = owner?.forStaffAlone === true;
  if (subject && isHolder(viewer, subject) && !isHidden) return { as: "caller" };
  if (viewer.lacksSecondFactor) throw new Refusal("secondFactorNeeded");
  const level: StaffLevel | undefined = access.staff;
  if (subject && level && hasLevel(viewer, level)) return { as: "staff", holder: subject };
  if (subject && hasLevel(viewer, "internal")) throw new Refusal("forbidden");
  if (subject && !isHidden && passesAsDelegate(endpoint, viewer, subject, owner))
    return { as: "delegate", holder: subject };
  throw new Refusal("notFound");
}
