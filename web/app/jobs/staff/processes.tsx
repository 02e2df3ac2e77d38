/** The portal's processes: where they run, what they do, and what does not fit. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { jobs } from "@portico/api/jobs.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import styles from "../../shell/staff/parts.module.css";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import runs from "./job-runs.module.css";

type Process = Answer<typeof jobs.processes>[number];

/** The processes, and a warning if none of them runs jobs. */
export function ProcessList({ processes }: { processes: readonly Process[] }) {
  const t = useText();
  const runsJobs = processes.some(({ alive, kind }) => alive && kind !== "serve");
  return (
    <>
      {!runsJobs && (
        <Notice tone="failed" live={false}>
          {t("admin.processes.noJobs")}
        </Notice>
      )}
      <ul className={styles.list}>
        {processes.map((process) => (
          <li key={process.id}>
            <div className={runs.job}>
              <ProcessState process={process} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function ProcessState({ process }: { process: Process }) {
  const t = useText();
  const {
    host,
    pid,
    kind,
    build,
    started_at,
    seen_at,
    alive,
    otherBuild,
    alone,
    reachesDirect,
    reachesRedis,
    clockAheadSeconds,
    replica,
  } = process;
  const warnings = alive
    ? [
        ...(otherBuild ? [t("admin.processes.otherBuild")] : []),
        ...(reachesDirect ? [] : [t("admin.processes.direct", { kind })]),
        ...(reachesRedis ? [] : [t("admin.processes.redis")]),
        ...alone.map((store) => t("admin.processes.alone", { store })),
        ...(replica === null ? [] : [t("admin.processes.replica", { problem: replica })]),
        ...(clockAheadSeconds === 0
          ? []
          : [
              t(clockAheadSeconds > 0 ? "admin.processes.clockAhead" : "admin.processes.clockBehind", {
                seconds: Math.abs(clockAheadSeconds),
              }),
            ]),
      ]
    : [t("admin.processes.lost")];
  return (
    <>
      <span>{`${host} (${pid})`}</span>
      <small>
        {t("admin.processes.kind", { kind })} · {t("admin.processes.version", { build })} · {t("admin.processes.since")}{" "}
        <RecordTime at={started_at} /> · {t("admin.processes.seen")} <RecordTime at={seen_at} />
      </small>
      {warnings.length > 0 && (
        <Notice tone={alive ? "attention" : "failed"} live={false}>
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
    </>
  );
}

/** Shown after the runs of jobs above it, which would move it down. */
export function Processes() {
  const t = useText();
  const api = useApi();
  const jobs = useCall(api.jobs.list);
  const query = useCall(api.jobs.processes);
  if (!jobs.data && !jobs.error) return null;
  return (
    <Section title={t("admin.processes.title")} hint={t("admin.processes.hint")}>
      {query.data ? <ProcessList processes={query.data} /> : <PendingQuery query={query} />}
    </Section>
  );
}
