/** The reasons of failures in English, for commands and the log: the texts that admins read on the page of jobs. */
import type { JobReason } from "@portico/api/job-reasons.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { TextParams } from "@portico/messages/text.ts";

/** One clause without a full stop; the technical detail in parentheses. */
export function inEnglish({ reason, detail }: { reason: JobReason; detail: string | null }): string {
  const key = `admin.jobs.reason.${reason.kind}` as const;
  // That each text takes what its kind has is checked in web/app/jobs/staff/reason-text.ts.
  const text = textIn("en")(key, reason as TextParams<typeof key>);
  return detail === null ? text : `${text} (${detail})`;
}
