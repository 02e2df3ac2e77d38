/** The firm's own jobs with their last run. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { jobs } from "@portico/api/jobs.ts";
import { useApi } from "../../shell/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PendingQuery } from "../../shell/query-states.tsx";
import styles from "../../shell/staff/parts.module.css";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { type Translate, useText } from "../../ui/text.tsx";
import runs from "./job-runs.module.css";

const known = {
  "kyc.yearly-review": "review",
  "kyc.document-expiry": "expiry",
  retention: "retention",
  "seal.certificate": "seal",
  "sharepoint.watch": "sharepoint",
  "tickets.watch-mailbox": "mailboxWatch",
  "tickets.read-mailbox": "mailbox",
} as const;

/** Jobs that watch something outside: their last run begins when it went away or came back. */
const watching: readonly string[] = ["sharepoint.watch", "tickets.watch-mailbox"];

/** Only a mail that could not be handled is recorded. */
const mailbox = "tickets.read-mailbox";

/** Counts of a job that have a text. */
const counted = [
  "asked",
  "holders",
  "accounts",
  "rows",
  "files",
  "sharedFolders",
  "auditEntries",
  "signIns",
  "kept",
  "failed",
  "daysLeft",
] as const;

/** Result of a run: its counts that are not zero. */
const outcomeText = (t: Translate, outcome: Record<string, number> | null): string =>
  counted
    .flatMap((what) => {
      const count = outcome?.[what] ?? 0;
      return count > 0 ? [t(`admin.jobs.outcome.${what}`, { count })] : [];
    })
    .join(", ");

type Run = NonNullable<Answer<typeof jobs.list>[number]["last"]>;

function runText(t: Translate, job: string, { failure, finished_at, outcome }: Run): string {
  const watches = watching.includes(job);
  if (failure !== null && job === mailbox) return t("admin.jobs.setAside", { reason: failure });
  if (failure !== null) return t(watches ? "admin.jobs.away" : "admin.jobs.failed", { reason: failure });
  if (finished_at === null) return t("admin.jobs.running");
  return watches ? t("admin.jobs.reachable") : outcomeText(t, outcome) || t("admin.jobs.nothing");
}

export function JobRuns() {
  const t = useText();
  const api = useApi();
  const query = useCall(api.jobs.list);
  return (
    <Section title={t("admin.jobs.title")} hint={t("admin.jobs.hint")}>
      {!query.data && <PendingQuery query={query} />}
      <ul className={styles.list}>
        {query.data?.map(({ job, last }) => (
          <li key={job}>
            <div className={runs.job}>
              {job in known ? t(`admin.jobs.${known[job as keyof typeof known]}`) : job}
              {last === null ? (
                <small>{t(job === mailbox ? "admin.jobs.noneSetAside" : "admin.jobs.never")}</small>
              ) : last.failure === null ? (
                <small>
                  <RecordTime at={last.started_at} /> · {runText(t, job, last)}
                </small>
              ) : (
                <Notice tone="failed" live={false} title={<RecordTime at={last.started_at} />}>
                  {runText(t, job, last)}
                </Notice>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
