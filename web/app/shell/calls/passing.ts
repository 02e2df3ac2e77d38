/** Which failures of a call pass by themselves. The one definition for everything that waits and tries again. */
import { ApiError } from "@portico/api/errors.ts";

/** docs/rules.md, Registration and calls: an idempotent call that fails with these is retried once, at once. */
export const retryStatusCodes = [408, 409, 425, 429, 500, 502, 503, 504];

const passing4xx = new Set([408, 425, 429]);
const noRoom = 507;

/**
 * Whether the same call may succeed later without anything being changed: no connection (`status` 0), a server that
 * asks for a moment (408, 425, 429), or one that failed (5xx). A call that passes is kept and sent again.
 *
 * 500 passes, because nothing was decided about the call; a lost database connection is also answered as 500. A caller
 * that would repeat something large limits how often. 409 does not: the server compared the call with the present state
 * and refused it. It is retried once where reading again is harmless (`retryStatusCodes`), but waiting does not help.
 * Nor do a full store (507) or an error that is not the server's: a fault of the page repeats itself.
 */
export const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.status === 0 || passing4xx.has(error.status) || (error.status >= 500 && error.status !== noRoom));
