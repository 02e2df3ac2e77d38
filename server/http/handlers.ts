/** What a domain hands to the HTTP layer: one function per declared call, or it does not compile. */
import type { Answer, Endpoint, Endpoints, Parsed } from "@portico/api/endpoint.ts";
import type { Context } from "../kernel/context.ts";

/** The few things of HTTP that a handler may need: cookies, read and set. */
export interface Http {
  cookies: Readonly<Record<string, string | undefined>>;
  /** Sets a `__Host-` cookie: HttpOnly, Secure, SameSite=Strict, path /. Lives `maxAgeSeconds`, or as long as the browser. */
  setCookie(name: string, value: string, maxAgeSeconds?: number): void;
  clearCookie(name: string): void;
  /** The session token that the call carried, if any. */
  token: string | null;
}

export type Handler<E extends Endpoint> = (context: Context, input: Parsed<E>, http: Http) => Promise<Answer<E>>;
export type Handlers<Api extends Endpoints> = { [Name in keyof Api]: Handler<Api[Name]> };
