/** By what the password is followed. */
import type { Factor } from "@portico/api/sessions.ts";

/** Where the six digits come from; undefined: a passkey is asked for, no code. */
export type CodeSource = "mail" | "authenticator" | undefined;

/** What is offered first. A code is mailed by itself only where mail is the one factor; else on asking for it. */
export function firstSource(factors: readonly Factor[]): CodeSource {
  if (factors.includes("authenticator")) return "authenticator";
  return factors.includes("passkey") ? undefined : "mail";
}

/** Sources beside the open one. */
export const otherSources = (factors: readonly Factor[], source: CodeSource): ("mail" | "authenticator")[] =>
  (["authenticator", "mail"] as const).filter((each) => each !== source && factors.includes(each));
