/**
 * What a domain declares of itself in `api/<domain>/domain.ts`, for pages and server alike: each part is an export of
 * that file, with one of the types below. Without zod, because every page loads it. api/domains.ts names all domains.
 *
 * | export | content |
 * | --- | --- |
 * | `events` | socket events by name; services emit them by the same names |
 * | `changes` | what each writing call makes stale in the browser that made it; other browsers follow the events |
 * | `afterReconnect` | calls of the domain that an event can make stale: fetched again after events may have been missed |
 * | `staleBySetting` | what a saved setting makes stale |
 * | `notifications` | types of notifications and who receives them; `generic` shows its text, others have their own wording |
 */
import type { Endpoint, Parsed } from "./endpoint.ts";
import type { Api } from "./index.ts";
import type { SettingName } from "./settings/shapes.ts";
import type { Holder } from "./shapes.ts";
import type { ReadingCall, StaleCalls } from "./stale-calls.ts";

/** Whose open pages receive an event: those of its holder, of all staff, of both, or of one session. */
type Audience = "holder" | "holderAndStaff" | "staff" | "session";

/** Names every field, so that other values of the server's event are not sent; lists are sent as they are. */
type Carried<Fields> = {
  readonly [Field in keyof Fields]-?: NonNullable<Fields[Field]> extends readonly unknown[]
    ? true
    : NonNullable<Fields[Field]> extends object
      ? Carried<NonNullable<Fields[Field]>>
      : true;
};

/**
 * An event that the server sends to open pages. It carries ids and times, and the page refetches what it makes stale;
 * an event of a conversation carries the change itself, with its number.
 */
export interface SocketEvent<Fields> {
  to: Fields extends Holder ? Audience : "staff" | "session";
  carries: Carried<Fields>;
  /** The calls whose answers it makes stale, narrowed by the event's fields. */
  stale: (event: Fields) => StaleCalls;
}
export const socketEvent = <Fields>(event: SocketEvent<Fields>): SocketEvent<Fields> => event;
export const theHolder = { holderType: true, holderId: true } as const;

type WritingCallOf<Domain extends keyof Api> = {
  [Call in keyof Api[Domain]]: Api[Domain][Call] extends { method: "POST" | "PATCH" | "DELETE" } ? Call : never;
}[keyof Api[Domain]];
type Input<Call> = Call extends Endpoint ? Parsed<Call> : never;

/** Every writing call of the domain, with what it makes stale. */
export type Changes<Domain extends keyof Api> = {
  readonly [Call in WritingCallOf<Domain>]: (input: Input<Api[Domain][Call]>) => StaleCalls;
};
/** Of a writing call that changes nothing shown on a page, or only what its own page updates itself. */
export const nothing = (): StaleCalls => ({});

export type StaleBySetting = { readonly [Name in SettingName]?: StaleCalls };

/** Who receives a notification: a holder, also by mail; staff, about a client or about none. */
export type NotificationAudience = "holder" | "holderAndMail" | "staffAboutClient" | "staff";
export type Notifications = Readonly<Record<string, NotificationAudience>>;

/** All parts, as those see them who collect them. */
export interface Declaration {
  readonly events?: object;
  readonly changes?: object;
  readonly afterReconnect?: readonly ReadingCall[];
  readonly staleBySetting?: StaleBySetting;
  readonly notifications?: Notifications;
}
