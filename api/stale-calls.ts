/** Which cached answers become stale, as data: declared for events in api/events.ts, for writing calls in api/changes.ts. */
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

/** The parsed input of the named call. */
export type InputOf<Name extends keyof Calls> = Parsed<EndpointOf<Name>>;

/** Narrows a call's answers to those whose input has these values; all of them by default. */
export interface Narrowing<Name extends ReadingCall = ReadingCall> {
  params?: Partial<InputOf<Name>["params"]>;
  query?: Partial<InputOf<Name>["query"]>;
  /** Of the answers on screen, only those that list a row with these values. */
  rows?: { id: number };
  /** Only answers not on screen; they are refetched when shown again. */
  left?: true;
}

export type StaleCalls = { readonly [Name in ReadingCall]?: Narrowing<Name> };
