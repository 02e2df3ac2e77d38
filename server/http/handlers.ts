/** The interface of domains to the HTTP layer: one function per declared call, checked by the compiler. */
import type { Answer, Endpoint, Endpoints, Parsed } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../kernel/context.ts";
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
  /** The session token of the call, if any. */
  token: string | null;
}

/** What a handler gets: the declared input, and the holder that the path names, if any, without the path's other ids. */
export type Received<E extends Endpoint> = Parsed<E> &
  (Parsed<E>["params"] extends Holder ? { holder: Holder } : unknown);

export type Handler<E extends Endpoint> = (
  context: Context,
  input: Received<E>,
  http: Http,
) => Promise<E extends { binary: true } ? SentFile : Answer<E>>;
export type Handlers<Api extends Endpoints> = { [Name in keyof Api]: Handler<Api[Name]> };
