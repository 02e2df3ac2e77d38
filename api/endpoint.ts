/** One API call, declared once as data: its route, access check, client, documentation and access test derive from it. */
import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { StaffLevel } from "./permissions.ts";
import type { DelegatedPart } from "./rules/delegations.ts";
import { requireSchemas } from "./undefined-schemas.ts";

/**
 * Who may make the call. `signedIn` with a staff level: the query may name a holder (`ofHolder` in shapes.ts), and then
 * the rule of `holder` applies. `self`: the user whose id is the named path parameter. `company`: a representative of the
 * company named. `holder`: the user, or a representative of the company, in `holderType`/`holderId`. Each may also
 * admit staff of a level. `owner`: whom the row belongs to that `id` in the path names, as for `holder`; for everybody else there is
 * no such row. `delegates`: who may read one of these parts of the holder's may make it too, a reading call; of a row, its own part.
 * Access of staff and of delegates to a holder is logged, including staff calls whose path names one.
 */
export type Access =
  | { kind: "anyone" }
  | { kind: "signedIn"; staff?: StaffLevel }
  | { kind: "self"; param: string; staff?: StaffLevel }
  | { kind: "company"; param: string; staff?: StaffLevel }
  | { kind: "holder"; staff?: StaffLevel; delegates?: readonly DelegatedPart[] }
  | { kind: "owner"; of: OwnedRow; staff?: StaffLevel; delegates?: readonly DelegatedPart[] }
  | { kind: "staff"; level: StaffLevel };

/** Rows that calls name by their id alone. */
export type OwnedRow = "report";

export const anyone: Access = { kind: "anyone" };
export const signedIn: Access = { kind: "signedIn" };
export const ownOrNamed = (staff: StaffLevel): Access => ({ kind: "signedIn", staff });
export const self = (param: string, staff?: StaffLevel): Access => ({ kind: "self", param, ...(staff && { staff }) });
export const company = (param: string, staff?: StaffLevel): Access => ({
  kind: "company",
  param,
  ...(staff && { staff }),
});
export const holder = (staff?: StaffLevel, ...delegates: DelegatedPart[]): Access => ({
  kind: "holder",
  ...(staff && { staff }),
  ...(delegates.length > 0 && { delegates }),
});
export const reportOf = (staff?: StaffLevel, ...delegates: DelegatedPart[]): Access => ({
  kind: "owner",
  of: "report",
  ...(staff && { staff }),
  ...(delegates.length > 0 && { delegates }),
});
export const staff = (level: StaffLevel): Access => ({ kind: "staff", level });

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** At most `tries` per `seconds`, per caller's address or per account named by a path or body field. */
export interface RateLimit {
  tries: number;
  seconds: number;
  /** A network, who is signed in, or what a field of the path or body names. */
  per: "address" | "person" | { field: string };
}

/** A file as the caller of a `binary` call gets it; the server sends it without holding it in memory. */
export interface Download {
  name: string;
  media_type: string;
  content: Uint8Array<ArrayBuffer>;
  /** Bytes of the whole file, if one range of it was asked for. */
  total?: number;
}

/** The bytes of a file from `start` to before `end`. */
export interface ByteRange {
  start: number;
  end: number;
}
/** The answer of a `binary` call. */
export const download = z.custom<Download>();
/** The body of a `binaryBody` call. */
export const bytes = z.custom<Uint8Array<ArrayBuffer>>((body) => body instanceof Uint8Array);

export interface Endpoint {
  method: Method;
  /** Relative to the API base, parameters as `:name`. */
  path: string;
  /** One English sentence for the documentation page. */
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Fields not named here are not sent. */
  answer: z.ZodType;
  /** The answer is a `Download`: its bytes are sent as they are, as an attachment, whole or in ranges. */
  binary?: true;
  /** The body is bytes (`application/octet-stream`) instead of JSON; the handler gets them as a Buffer. */
  binaryBody?: true;
  /**
   * Fields of the body that nobody else reads, such as a password, or whose texts are checked for hidden characters later;
   * `all` for a draft.
   */
  unread?: readonly string[] | "all";
  /** Codes of this call, in addition to those any call can return. */
  errors?: readonly ErrorCode[];
  /** Needs a one-time code confirmed by check-validation just before; uses it up. */
  freshCode?: true;
  /** In the 24 hours after a password reset, requires a fresh confirmation by a factor other than the mailbox. */
  sensitive?: true;
  /** Open to staff who still have to set up the second factor that the firm requires. */
  beforeSecondFactor?: true;
  /** Changes nothing, although its method says otherwise: staff may make it in view-as. Never retried all the same. */
  readsOnly?: true;
  /**
   * A report or an export: what it reads may come from a replica of the database, as new as the call. It writes last, if at
   * all, and only by `transact`, since it is repeated if the replica cancels it.
   */
  fromReplica?: true;
  /** One of the small reads of a page that `sessions.readTogether` makes for its caller. */
  readTogether?: true;
  /**
   * Whether a machine's key with the call's scope may make it (machine-scopes.ts). Said by calls that change something, and by
   * others whose access names no staff level: they then check the caller themselves. `false`: only a person, although keys may
   * make the domain's other reading calls.
   */
  machine?: boolean;
  /** Sends mail or similar: never retried automatically, whatever its method. */
  notRepeatable?: true;
  rateLimits?: readonly RateLimit[];
  /** The answer is the same for everyone and may be cached for this long; without this it is never cached. */
  cacheSeconds?: number;
  /** The answer never changes: the browser of its caller may keep it for this long, for the same session alone. */
  privateSeconds?: number;
  /** Largest body in bytes, if not the default (1 MiB). */
  bodyLimit?: number;
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A path with parameters must declare each of them; POST and PATCH must declare a body. */
type Complete<E extends Endpoint> = ([ParamNames<E["path"]>] extends [never]
  ? { params?: never }
  : { params: z.ZodObject<Record<ParamNames<E["path"]>, z.ZodType>> }) &
  (E["method"] extends "POST" | "PATCH" ? { body: z.ZodType } : { body?: never });

export type Endpoints = Record<string, Endpoint>;

/** Declares the calls of one domain; a missing parameter schema or body is a compile error, an undefined one throws here. */
export function defineEndpoints<const T extends Endpoints>(endpoints: T & { [K in keyof T]: Complete<T[K]> }): T {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    requireSchemas(name, endpoint);
    if ("delegates" in endpoint.access && endpoint.method !== "GET") throw new Error(`${name}: delegates only read`);
  }
  return endpoints;
}

type Part<
  E extends Endpoint,
  K extends "params" | "query" | "body",
  Side extends "input" | "output",
> = E[K] extends z.ZodType ? (Side extends "input" ? z.input<E[K]> : z.output<E[K]>) : undefined;

type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a caller passes: the parts the call declares. */
export type Input<E extends Endpoint> = Present<{
  params: Part<E, "params", "input">;
  query: Part<E, "query", "input">;
  body: Part<E, "body", "input">;
}>;
/** What a handler gets, parsed. */
export type Parsed<E extends Endpoint> = {
  params: Part<E, "params", "output">;
  query: Part<E, "query", "output">;
  body: Part<E, "body", "output">;
};
/** What a handler returns and a caller gets. */
export type Answer<E extends Endpoint> = z.output<E["answer"]>;
