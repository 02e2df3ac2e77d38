/** What happened to a holder, newest first, from the audit log. */
import type { Holder } from "@portico/api/shapes.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";
import { AwaitedAnswer, ShowMore } from "../../shell/query-states.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./holders.module.css";
import { timelineWords } from "./timeline-words.ts";

export function Timeline({ holder }: { holder: Holder }) {
  const t = useText();
  const api = useApi();
  const query = useInfiniteQuery({
    queryKey: ["admin", "timeline", holder.holderType, holder.holderId],
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
        {entries?.map((entry) => (
          <li key={`${entry.at} ${entry.action} ${JSON.stringify(entry.after)}`}>
            <p>{timelineWords(t, entry)}</p>
            <p className={styles.when}>
              <RecordTime at={entry.at} /> · {entry.by ?? t("admin.holder.bySystem")}
            </p>
          </li>
        ))}
      </ol>
      <ShowMore query={query} />
    </Section>
  );
}
