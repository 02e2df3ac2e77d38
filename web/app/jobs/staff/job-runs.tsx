/** The firm's own jobs with their last run. */
import { useApi } from "../../shell/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PendingQuery } from "../../shell/query-states.tsx";
import styles from "../../shell/staff/parts.module.css";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { type Translate, useText } from "../../ui/text.tsx";

const known = {
  "kyc.yearly-review": "review",
  "kyc.document-expiry": "expiry",
  retention: "retention",
  "seal.certificate": "seal",
} as const;

/** Counts of a job that have a text. */
const counted = [
  "asked",
  "holders",
  "accounts",
  "rows",
  "files",
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
            <span>
              {job in known ? t(`admin.jobs.${known[job as keyof typeof known]}`) : job}
              <small>
                {last === null ? (
                  t("admin.jobs.never")
                ) : (
                  <>
                    <RecordTime at={last.started_at} /> ·{" "}
                    {last.failure !== null
                      ? t("admin.jobs.failed", { reason: last.failure })
                      : last.finished_at === null
                        ? t("admin.jobs.running")
                        : outcomeText(t, last.outcome) || t("admin.jobs.nothing")}
                  </>
                )}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
