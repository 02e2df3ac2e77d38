/** Browsers in which a user signed in before. Strangers' failed attempts elsewhere do not delay them. */

import type { Http } from "../../../http/handlers.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { randomValue, sha256 } from "../keys.ts";
import { findKnownBrowser, forgetKnownBrowsers, upsertKnownBrowser } from "./known-browsers.queries.ts";

const knownCookie = "__Host-portico-known";
const knownSeconds = 365 * 24 * 3600;

/** The hash of the browser's cookie if the user signed in with it before; undefined for any other caller. */
export async function recogniseBrowser(db: Db, http: Http, userId: number | undefined): Promise<Buffer | undefined> {
  const cookie = http.cookies[knownCookie];
  if (cookie === undefined) return undefined;
  const hash = sha256(cookie);
  return (await findKnownBrowser(db, userId ?? 0, hash)) ? hash : undefined;
}

/**
 * Adds the caller to the user's known browsers, in the caller's transaction; the cookie is set afterwards. A browser
 * shared by several people has one cookie.
 */
export async function rememberBrowser(tx: Tx, http: Http, userId: number): Promise<void> {
  const cookie = http.cookies[knownCookie] ?? randomValue();
  await upsertKnownBrowser(tx, userId, sha256(cookie));
  tx.afterCommit(() => http.setCookie(knownCookie, cookie, knownSeconds));
}

/** After a password reset no browser is known any more. */
export { forgetKnownBrowsers };
