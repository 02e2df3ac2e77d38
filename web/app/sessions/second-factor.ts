/** The second step after the password. */
import type { Factor } from "@portico/api/factors.ts";

/** Source of a code: six digits by mail or from the app, or a recovery code; undefined: a passkey is requested instead. */
export type CodeSource = "mail" | "authenticator" | "recoveryCode" | undefined;

/** The first offer. A code is mailed automatically only if mail is the only factor; otherwise on request. */
export function firstSource(factors: readonly Factor[]): CodeSource {
  if (factors.includes("authenticator")) return "authenticator";
  return factors.includes("passkey") ? undefined : "mail";
}

/** Sources other than the open one. */
export const otherSources = (factors: readonly Factor[], source: CodeSource): NonNullable<CodeSource>[] =>
  (["authenticator", "mail", "recoveryCode"] as const).filter((each) => each !== source && factors.includes(each));
