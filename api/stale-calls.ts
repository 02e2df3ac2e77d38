/** Which answers a page can no longer rely on, as data: api/events.ts declares it for events, api/changes.ts for calls that write. */
import type { Endpoint, Parsed } from "./endpoint.ts";
import type { Api } from "./index.ts";

type OfDomain<Domain extends keyof Api> = {
  [Name in keyof Api[Domain] & string as `${Domain}.${Name}`]: Api[Domain][Name];
};
type Union<T> = T[keyof T];
type Merged<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never;
/** Every call by its name in api/index.ts, such as `tickets.list`. */
export type Calls = Merged<Union<{ [Domain in keyof Api]: OfDomain<Domain> }>>;

type EndpointOf<Name extends keyof Calls> = Calls[Name] extends Endpoint ? Calls[Name] : never;
type OfMethod<Method> = Union<{
  [Name in keyof Calls]: EndpointOf<Name>["method"] extends Method ? Name : never;
}>;
export type ReadingCall = OfMethod<"GET">;
export type WritingCall = OfMethod<"POST" | "PATCH" | "DELETE">;

/** What a caller of the named call passed, once parsed. */
export type InputOf<Name extends keyof Calls> = Parsed<EndpointOf<Name>>;

/** Which of a call's answers are meant: those whose input has these values; all of them where nothing is said. */
export interface Narrowing<Name extends ReadingCall = ReadingCall> {
  params?: Partial<InputOf<Name>["params"]>;
  query?: Partial<InputOf<Name>["query"]>;
  /** Of what is on the page, only answers that list a row with these values. */
  rows?: { id: number };
  /** Only what no page shows now: it is asked for again when somebody comes back to it. */
  left?: true;
}

export type StaleCalls = { readonly [Name in ReadingCall]?: Narrowing<Name> };
