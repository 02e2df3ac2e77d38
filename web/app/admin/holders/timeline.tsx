/** What happened to a holder, newest first, from the audit log. */
import type { Holder } from "@portico/api/shapes.ts";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";
import { LocaleLink } from "../../shell/locale-link.tsx";
import { AwaitedAnswer, ShowMore } from "../../shell/query-states.tsx";
import { useSocketEvent } from "../../shell/use-socket-event.ts";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./holders.module.css";
import { reasonOf, revisionOf, timelineWords } from "./timeline-words.ts";

/** Of which what is done to a holder is told. */
export const timelineKey = ({ holderType, holderId }: Holder) => ["admin", "timeline", holderType, holderId] as const;

/** Whatever happens to the holder while the page is open stands in it too. */
function useFollow(holder: Holder): void {
  const queries = useQueryClient();
  const again = (event: Holder | undefined) => {
    if (event?.holderType === holder.holderType && event.holderId === holder.holderId)
      void queries.invalidateQueries({ queryKey: timelineKey(holder) });
  };
  useSocketEvent("holder:state", again);
  useSocketEvent("form:changed", again);
  useSocketEvent("desk:changed", (event) => again(event.holder));
}

export function Timeline({ holder }: { holder: Holder }) {
  const t = useText();
  const api = useApi();
  useFollow(holder);
  const query = useInfiniteQuery({
    queryKey: timelineKey(holder),
    queryFn: ({ pageParam, signal }) =>
      api.staffDesk.getTimeline({
        params: holder,
        query: { limit: 20, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <Section title={t("admin.holder.timeline")}>
      {!entries && <AwaitedAnswer query={query} />}
      {entries?.length === 0 && <p className={styles.muted}>{t("admin.holder.timelineNone")}</p>}
      <ol className={styles.timeline}>
        {entries?.map((entry) => {
          const revision = revisionOf(entry);
          const reason = reasonOf(entry);
          return (
            <li key={`${entry.at} ${entry.action} ${JSON.stringify(entry.after)}`}>
              <p>{timelineWords(t, entry, holder.holderType)}</p>
              {reason && <p className={styles.reason}>{reason}</p>}
              <p className={styles.when}>
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
