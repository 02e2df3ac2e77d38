/** A holder's history from the audit log, newest first. */
import type { Holder } from "@portico/api/shapes.ts";
import { reasonOf, revisionOf, timelineLabel } from "../../holders/staff/timeline-labels.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import styles from "../../shell/staff/parts.module.css";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { timelineChanges } from "./timeline-changes.ts";

export function Timeline({ holder }: { holder: Holder }) {
  const t = useText();
  const api = useApi();
  const query = usePages(api.timeline.get, { params: holder, query: { limit: 20 } });
  const entries = query.data?.rows;
  return (
    <Section title={t("admin.holder.timeline")}>
      {!entries && <PendingQuery query={query} />}
      {entries?.length === 0 && <p className={styles.muted}>{t("admin.holder.timelineNone")}</p>}
      <ol className={styles.timeline}>
        {entries?.map((entry) => {
          const revision = revisionOf(entry);
          const reason = reasonOf(entry);
          return (
            <li key={`${entry.at} ${entry.action} ${JSON.stringify(entry.after)}`}>
              <p>{timelineLabel(t, entry, holder.holderType)}</p>
              {timelineChanges(t, entry).map((change) => (
                <p key={change} className={styles.muted}>
                  {change}
                </p>
              ))}
              {reason && <p className={styles.reason}>{reason}</p>}
              <p className="small">
                <RecordTime at={entry.at} /> · {entry.by ?? t("admin.holder.bySystem")}
                {revision !== null && (
                  <>
                    {" · "}
                    <LocaleLink to={`/admin/${holder.holderType}/${holder.holderId}/review?revision=${revision}`}>
                      {t("admin.timeline.revision", { number: revision })}
                    </LocaleLink>
                  </>
                )}
              </p>
            </li>
          );
        })}
      </ol>
      <ShowMore query={query} />
    </Section>
  );
}
