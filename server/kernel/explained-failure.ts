/** A failure outside the portal that admins read in their language, with the technical detail in English. */
import type { JobReason } from "@portico/api/job-reasons.ts";

export class ExplainedFailure extends Error {
  readonly reason: JobReason;
  /** Such as the words of a mail server; null if the reason says everything. */
  readonly detail: string | null;
  constructor(reason: JobReason, detail: string | null, options?: { cause: unknown }) {
    super(detail === null ? reason.kind : `${reason.kind}: ${detail}`, options);
    this.name = "ExplainedFailure";
    this.reason = reason;
    this.detail = detail;
  }
}
