/** The firm's own jobs with their last run. */
import type { Answer } from "@portico/api/endpoint.ts";
import { type JobReason } from "@portico/api/job-reasons.ts";
import type { jobs } from "@portico/api/jobs.ts";
import { type Language, type TextKey, type TextParams } from "@portico/messages/text.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import styles from "../../shell/staff/parts.module.css";
import { RecordTime } from "../../ui/dates.tsx";
import { formatMoment } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import runs from "./job-runs.module.css";

/** Why a job failed, in the reader's language. */
type Kind = JobReason["kind"];
type KeyOf<K extends Kind> = `admin.jobs.reason.${K}`;
type ReasonOf<K extends Kind, R = JobReason> = R extends JobReason ? (K extends R["kind"] ? R : never) : never;
type ParamsOf<K extends TextKey> = TextParams<K> extends undefined ? object : TextParams<K>;

/** A kind whose text takes what its reasons do not have is the name of that kind, and does not compile below. */
type Unfit = { [K in Kind]: ReasonOf<K> extends ParamsOf<KeyOf<K>> ? never : K }[Kind];
type Fitting = [Unfit] extends [never] ? JobReason : Unfit;

/** One clause without a full stop. */
function reasonText(t: Translate, language: Language, reason: Fitting): string {
  const params = reason.kind === "mailSetAside" ? { ...reason, sentAt: formatMoment(language, reason.sentAt) } : reason;
  return t(`admin.jobs.reason.${reason.kind}`, params as TextParams<KeyOf<Kind>>);
}

const known = {
  "kyc.yearly-review": "review",
  "kyc.document-expiry": "expiry",
  retention: "retention",
  "seal.certificate": "seal",
  "analytics.months": "signInMonths",
  "audit.verify": "audit",
  "sharepoint.watch": "sharepoint",
  "tickets.watch-mailbox": "mailboxWatch",
  "tickets.read-mailbox": "mailbox",
  "pickups.watch": "pickups",
} as const;

/** Jobs that watch something outside: their last run begins when it went away or came back. */
const watching: readonly string[] = ["sharepoint.watch", "tickets.watch-mailbox", "pickups.watch"];

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
  "made",
  "moved",
  "dropped",
  "entries",
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

function runText(t: Translate, job: string, { finished_at, outcome }: Run): string {
  if (finished_at === null) return t("admin.jobs.running");
  return watching.includes(job) ? t("admin.jobs.reachable") : outcomeText(t, outcome) || t("admin.jobs.nothing");
}

const failedText = (job: string) =>
  job === mailbox ? "admin.jobs.setAside" : watching.includes(job) ? "admin.jobs.away" : "admin.jobs.failed";

/** Why a run failed, in the reader's language, and below it what only exists in English. */
export function FailedRun({ job, at, failure }: { job: string; at: string; failure: NonNullable<Run["failure"]> }) {
  const t = useText();
  const reason = reasonText(t, useLanguage(), failure.reason);
  return (
    <Notice tone="failed" live={false} title={<RecordTime at={at} />}>
      <p>{t(failedText(job), { reason })}</p>
      {failure.detail !== null && (
        <p className="small">
          {t("admin.jobs.detail")} <span lang="en">{failure.detail}</span>
        </p>
      )}
    </Notice>
  );
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
                <FailedRun job={job} at={last.started_at} failure={last.failure} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
