/** The firm's own jobs with their runs, when each runs next, and a run at once. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { JobReason } from "@portico/api/job-reasons.ts";
import type { jobs } from "@portico/api/jobs.ts";
import { dateLocale, type Language, type TextKey, type TextParams } from "@portico/messages/text.ts";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { formatMinutes } from "../../ui/durations.ts";
import { formatMoment } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
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
  "screening.nightly": "screening",
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
  "due",
  "unchanged",
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

/** How long a run took: "0.4 s", "12 min". */
function tookText(t: Translate, language: Language, { started_at, finished_at }: Run): string | undefined {
  if (finished_at === null) return undefined;
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  if (seconds >= 60) return t("admin.jobs.took", { duration: formatMinutes(language, Math.round(seconds / 60)) });
  const unit = { style: "unit", unit: "second", unitDisplay: "short", maximumFractionDigits: 1 } as const;
  return t("admin.jobs.took", { duration: new Intl.NumberFormat(dateLocale(language), unit).format(seconds) });
}

const nameOfJob = (t: Translate, job: string): string =>
  job in known ? t(`admin.jobs.${known[job as keyof typeof known]}`) : job;

function RunLine({ job, run }: { job: string; run: Run }) {
  const t = useText();
  const language = useLanguage();
  const took = watching.includes(job) ? undefined : tookText(t, language, run);
  if (run.failure !== null)
    return (
      <>
        <FailedRun job={job} at={run.started_at} failure={run.failure} />
        {took && <small>{took}</small>}
      </>
    );
  return (
    <small>
      <RecordTime at={run.started_at} /> · {runText(t, job, run)}
      {took && ` · ${took}`}
    </small>
  );
}

/** The last runs of a job, read when they are opened. */
function LastRuns({ job }: { job: string }) {
  const t = useText();
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  const query = useCall(api.jobs.listRuns, { params: { job } }, { enabled: isOpen });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t("admin.jobs.runsOf", { job: nameOfJob(t, job) })}>{t("admin.jobs.runs")}</summary>
      {isOpen && !query.data && <PendingQuery query={query} />}
      {query.data?.length === 0 && <p className="small">{t("admin.jobs.never")}</p>}
      <ol className={runs.list}>
        {query.data?.map((run) => (
          <li key={run.started_at}>
            <RunLine job={job} run={run} />
          </li>
        ))}
      </ol>
    </details>
  );
}

type Listed = Answer<typeof jobs.list>[number];

function JobItem({ job: { job, last, next, state } }: { job: Listed }) {
  const t = useText();
  const language = useLanguage();
  const runChange = useRunChange();
  const name = nameOfJob(t, job);
  return (
    <>
      <div className={runs.job}>
        <span>
          {name}{" "}
          {state !== "idle" && (
            <StatusBadge status={state} colour="blue">
              {t(`admin.jobs.state.${state}`)}
            </StatusBadge>
          )}
        </span>
        {last === null ? (
          <small>{t(job === mailbox ? "admin.jobs.noneSetAside" : "admin.jobs.never")}</small>
        ) : (
          <RunLine job={job} run={last} />
        )}
        {next !== null && <small>{t("admin.jobs.next", { at: formatMoment(language, next) })}</small>}
        {last !== null && <LastRuns job={job} />}
      </div>
      <Button
        size="compact-sm"
        variant="default"
        disabled={state !== "idle"}
        aria-label={t("admin.jobs.runNowOf", { job: name })}
        onClick={() =>
          openConfirmation({
            title: t("admin.jobs.runTitle"),
            text: t("admin.jobs.runText", { job: name }),
            confirmLabel: t("admin.jobs.runNow"),
            action: async () => {
              await runChange((calls) => calls.jobs.run({ params: { job }, body: {} }));
            },
          })
        }
      >
        {t("admin.jobs.runNow")}
      </Button>
    </>
  );
}

/** While a job runs the list is asked for again: jobs announce nothing. */
const lookMs = 3000;

export function JobRuns() {
  const t = useText();
  const api = useApi();
  const query = useCall(api.jobs.list, undefined, {
    refetchInterval: ({ state }) => (state.data?.some((job) => job.state !== "idle") ? lookMs : false),
  });
  return (
    <Section title={t("admin.jobs.title")} hint={t("admin.jobs.hint")}>
      {!query.data && <PendingQuery query={query} />}
      <ul className={styles.list}>
        {query.data?.map((job) => (
          <li key={job.job}>
            <JobItem job={job} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
