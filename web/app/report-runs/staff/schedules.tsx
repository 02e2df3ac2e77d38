/** The schedules of runs: what is next, switched on and off, and the runs of each. */
import type { ReportSchedule } from "@portico/api/report-runs.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { HistoryButton } from "../../shell/staff/history/history-button.tsx";
import parts from "../../shell/staff/parts.module.css";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { runPath, whomText } from "./run-texts.tsx";
import styles from "./runs.module.css";
import { useSchedules, useSwitchSchedule } from "./use-report-runs.ts";

export function Schedules() {
  const t = useText();
  const canWork = useHasLevel("office");
  const query = useSchedules();
  return (
    <Section
      title={t("admin.runs.schedule.title")}
      actions={
        <>
          <HistoryButton kind="reportSchedule" title={t("admin.runs.schedule.title")} />
          {canWork && (
            <Button component={LocaleLink} variant="default" to="/admin/reports/schedules/new">
              {t("admin.runs.schedule.new")}
            </Button>
          )}
        </>
      }
    >
      {!query.data && <PendingQuery query={query} />}
      {query.data?.length === 0 && <p className={parts.muted}>{t("admin.runs.schedule.none")}</p>}
      <ul className={styles.schedules}>
        {query.data?.map((schedule) => (
          <li key={schedule.id}>
            <Schedule schedule={schedule} canWork={canWork} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Schedule({ schedule, canWork }: { schedule: ReportSchedule; canWork: boolean }) {
  const t = useText();
  const language = useLanguage();
  const change = useSwitchSchedule(schedule.id);
  const { kind, repeats, enabled, lost, next, runs, startsItself } = schedule;
  const due = t("admin.runs.schedule.nextOf", {
    due: formatDay(language, next.due),
    from: formatDay(language, next.from),
    to: formatDay(language, next.to),
  });
  return (
    <>
      <div>
        <strong>{t(`reports.kind.${kind}`)}</strong>
        <p className={parts.muted}>
          {[
            t(`admin.runs.schedule.${repeats}`),
            whomText(t, language, schedule),
            t(startsItself ? "admin.runs.schedule.startsItself" : "admin.runs.schedule.byPerson"),
            t(schedule.atOnce ? "admin.runs.form.atOnce" : "admin.runs.form.afterLook"),
          ].join(" · ")}
        </p>
        {lost ? (
          <Notice tone="attention">{t("admin.runs.schedule.lost")}</Notice>
        ) : (
          <p>{enabled ? `${t("admin.runs.schedule.next")}: ${due}` : t("admin.runs.schedule.off")}</p>
        )}
        {runs.length > 0 && (
          <p>
            {t("admin.runs.schedule.history")}:{" "}
            {runs.map((run, index) => (
              <span key={run.id}>
                {index > 0 && ", "}
                <LocaleLink to={runPath(run.id)}>{`${run.from} – ${run.to}`}</LocaleLink> (
                {t(`admin.runs.state.${run.state}`)})
              </span>
            ))}
          </p>
        )}
        {change.error && <Notice tone="failed">{errorText(t, change.error)}</Notice>}
      </div>
      {canWork && (
        <Button size="compact-sm" variant="default" loading={change.isPending} onClick={() => change.mutate(!enabled)}>
          {t(enabled ? "admin.runs.schedule.switchOff" : "admin.runs.schedule.switchOn")}
        </Button>
      )}
    </>
  );
}
