/** By what the password is followed. */
import type { Factor } from "@portico/api/factors.ts";

/** Where a code comes from: six digits by mail or from the app, or a recovery code; undefined: a passkey is asked for, no code. */
export type CodeSource = "mail" | "authenticator" | "recoveryCode" | undefined;

/** What is offered first. A code is mailed by itself only where mail is the one factor; else on asking for it. */
export function firstSource(factors: readonly Factor[]): CodeSource {
  if (factors.includes("authenticator")) return "authenticator";
  return factors.includes("passkey") ? undefined : "mail";
}

/** Sources beside the open one. */
export const otherSources = (factors: readonly Factor[], source: CodeSource): NonNullable<CodeSource>[] =>
  (["authenticator", "mail", "recoveryCode"] as const).filter((each) => each !== source && factors.includes(each));
