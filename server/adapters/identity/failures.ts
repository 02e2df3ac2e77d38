/** Why an identity provider told us nothing. */

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : JSON.stringify(cause));

/** It does not answer in time, or says itself that it does not work. */
export class ProviderAway extends Error {
  override readonly name = "ProviderAway";
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** It refused, or what it says does not stand up to the checks. The message is for the log, and has no secret. */
export class ProviderRefused extends Error {
  override readonly name = "ProviderRefused";
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** It let the person go back without signing in: they gave up, or are not allowed to. */
export class ProviderDenied extends Error {
  override readonly name = "ProviderDenied";
}

/** The code with which the browser came back instead of a sign-in (RFC 6749, section 4.1.2.1). */
export const answeredError = (error: unknown): string | undefined =>
  error instanceof Error &&
  "error" in error &&
  typeof error.error === "string" &&
  error.cause instanceof URLSearchParams
    ? error.error
    : undefined;

/** Codes of a provider that does not work. */
const brokenCodes: readonly (string | undefined)[] = ["server_error", "temporarily_unavailable"];

/** Whether the failure, or one below it, is of the way to the provider. Libraries wrap what `fetch` throws. */
export function wasAway(error: unknown): boolean {
  if (brokenCodes.includes(answeredError(error))) return true;
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ProviderAway) return true;
    if (["TimeoutError", "AbortError"].includes(one.name)) return true;
    if ("code" in one && ["OAUTH_TIMEOUT", "OAUTH_ABORT", "ERR_JWKS_TIMEOUT"].includes(String(one.code))) return true;
  }
  return false;
}
