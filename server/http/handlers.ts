/** The interface of domains to the HTTP layer: one function per declared call, checked by the compiler. */
import type { Answer, Endpoint, Endpoints, Parsed } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../kernel/context.ts";
import type { HolderRow } from "../kernel/holder-row.ts";
import type { RawJson } from "../kernel/raw-json.ts";
import type { Stamped } from "../kernel/stamped.ts";
import type { SentFile } from "./downloads.ts";

/** The parts of HTTP that a handler may need: reading and setting cookies. */
export interface Http {
  cookies: Readonly<Record<string, string | undefined>>;
  /**
   * Sets a `__Host-` cookie: HttpOnly, Secure, SameSite=Strict, path /. It lives `maxAgeSeconds`, or as long as the
   * browser.
   */
  setCookie(name: string, value: string, maxAgeSeconds?: number): void;
  clearCookie(name: string): void;
  /** Has the browser drop what it keeps of answers. */
  clearCache(): void;
  /** The answer of another call that allows it (`readTogether`), as JSON text for the same caller; null unless it is good. */
  readAlso(path: string): Promise<string | null>;
  /** The session token of the call, if any. */
  token: string | null;
}

/** What a handler gets: the declared input, and the holder that the path names, if any, without the path's other ids. */
export type Received<E extends Endpoint> = Parsed<E> &
  (Parsed<E>["params"] extends Holder ? { holder: Holder } : unknown);

/** What a handler returns; a stamped answer is sent with its ETag, or only that to a caller who has it. */
type Returned<E extends Endpoint> = E extends { binary: true } ? SentFile : Sent<E> | Stamped<Sent<E>>;

type Sent<E extends Endpoint> = Answer<E> | RawJson<Answer<E>>;

export type Handler<E extends Endpoint> = (
  context: Context,
  input: Received<E>,
  http: Http,
) => Promise<Returned<E>> | Returned<E>;

type HandleRow<E extends Endpoint, Row> = (
  context: Context,
  input: Received<E> & { row: Row | undefined },
) => Promise<Returned<E>> | Returned<E>;

/** A handler that begins with a row about the holder of its path, or about the firm. */
export interface RowHandler<E extends Endpoint> {
  row: HolderRow<unknown>;
  handle: HandleRow<E, unknown>;
}

/** Such a handler; its row is undefined if there is none. */
export const beginWith = <E extends Endpoint, Row>(row: HolderRow<Row>, handle: HandleRow<E, Row>): RowHandler<E> => ({
  row,
  handle: handle as HandleRow<E, unknown>,
});

export type Handlers<Api extends Endpoints> = { [Name in keyof Api]: Handler<Api[Name]> | RowHandler<Api[Name]> };
