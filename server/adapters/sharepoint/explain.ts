/** What is wrong with the firm's SharePoint, by the error of a call. */
import type { JobReason } from "@portico/api/job-reasons.ts";
import { z } from "zod";
import type { SharepointSettings } from "../../kernel/config-outside.ts";
import { ExplainedFailure } from "../../kernel/explained-failure.ts";
import { GraphError } from "./graph-error.ts";
import { NotInSharepoint } from "./graph-library.ts";
import { CredentialFault, SignInError } from "./graph-token.ts";

/** By Microsoft's numbers (learn.microsoft.com/entra/identity-platform/reference-error-codes). */
const signInReasons: Record<number, JobReason> = {
  90002: { kind: "sharepointTenant" },
  700016: { kind: "sharepointApplication" },
  7000215: { kind: "sharepointSecretWrong" },
  7000222: { kind: "sharepointSecretExpired" },
  700027: { kind: "sharepointCertificate" },
};
/** The assertion is not valid yet, or no longer. */
const wrongClock = 700024;

function signInReason({ number = 0, date }: SignInError): JobReason {
  if (number !== wrongClock || !date) return signInReasons[number] ?? { kind: "sharepointSignIn" };
  const minutes = Math.round((Date.now() - date.getTime()) / 60_000);
  return { kind: minutes < 0 ? "sharepointClockBehind" : "sharepointClockAhead", minutes: Math.abs(minutes) };
}

function graphReason({ code, status }: GraphError, { site }: SharepointSettings): JobReason {
  if (code === "accessDenied") return { kind: "sharepointPermission", site };
  if (code === "activityLimitReached" || status === 429) return { kind: "sharepointPause" };
  if (code === "serviceNotAvailable" || status >= 500) return { kind: "sharepointUnavailable" };
  return { kind: status === 0 ? "sharepointUnreachable" : "sharepointOther" };
}

/** The error as admins are told of it; one that is not of SharePoint is returned unchanged. */
export function explain(error: unknown, settings: SharepointSettings): unknown {
  const because = (reason: JobReason, detail: string | null) => new ExplainedFailure(reason, detail, { cause: error });
  if (error instanceof NotInSharepoint) return because(error.reason, null);
  if (error instanceof CredentialFault) return because({ kind: "sharepointCredential" }, error.message);
  if (error instanceof SignInError) return because(signInReason(error), error.message);
  if (error instanceof GraphError) return because(graphReason(error, settings), error.message);
  // An answer of another shape than Microsoft's reference says.
  if (error instanceof z.ZodError) return because({ kind: "sharepointOther" }, error.message);
  return error;
}
