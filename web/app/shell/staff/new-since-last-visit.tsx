/** Changes since the last view: their number, and a mark on each. */
import { formatMoment } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./new-since-last-visit.module.css";

/** Shows how many are new; nothing if none is, or on the first view. */
export function NewSinceLastVisit({ times, last }: { times: readonly string[] | undefined; last: string | undefined }) {
  const t = useText();
  const language = useLanguage();
  const count = times?.filter((time) => isSince(time, last)).length ?? 0;
  if (count === 0 || last === undefined) return null;
  return (
    <span className={styles.since}>
      <span className={styles.dot} aria-hidden="true" />
      {t("admin.since.count", { count, time: formatMoment(language, last) })}
    </span>
  );
}

export function NewMark({ time, last }: { time: string; last: string | undefined }) {
  const t = useText();
  if (!isSince(time, last)) return null;
  return (
    <>
      <span className={styles.dot} title={t("admin.since.mark")} />
      <span className="visually-hidden">{t("admin.since.mark")}: </span>
    </>
  );
}

const isSince = (time: string, last: string | undefined): boolean => last !== undefined && time > last;
