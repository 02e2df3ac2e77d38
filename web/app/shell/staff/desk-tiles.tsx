/** What waits for one person or nobody: a tile for each kind, with the oldest of it. */

import { Age, RecordMinute } from "../../ui/dates.tsx";
import { formatMoney } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { LocaleLink } from "../navigation/locale-link.tsx";
import { type DeskEntry, type NamedWork, pageOfWork } from "./desk.ts";
import styles from "./staff-dashboard.module.css";
import { listOfWork } from "./work-lists.ts";

/** On the desk, proposals are those that the reader may decide. */
export const listOnDesk = (kind: DeskEntry["kind"], person: number): string =>
  `${listOfWork(kind, person)}${kind === "proposals" ? "&decidable=true" : ""}`;

interface DeskTilesProps {
  label: string;
  entries: readonly DeskEntry[];
  /** 0: nobody. */
  person: number;
}

export function DeskTiles({ label, entries, person }: DeskTilesProps) {
  const t = useText();
  return (
    <ul className={styles.list} aria-label={label}>
      {entries.map(({ kind, count, first }) => (
        <li key={kind} className={styles.tile}>
          <LocaleLink to={listOnDesk(kind, person)} className={styles.kind}>
            <strong>{count}</strong>
            <span>{t(`admin.dashboard.${kind}`)}</span>
          </LocaleLink>
          <ul className={styles.first}>
            {first.map((work) => (
              <li key={work.id}>
                <Item work={work} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Item({ work }: { work: NamedWork }) {
  const t = useText();
  const language = useLanguage();
  const { kind, holder, title, sum, currency, since } = work;
  const whose = holder.name || t("shell.account.newCompany");
  const subject = title ?? (sum !== null && currency !== null ? formatMoney(language, sum, currency) : null);
  return (
    <>
      {subject !== null && <span>{whose}</span>}
      <span className={styles.item}>
        <LocaleLink to={pageOfWork(work)}>{subject ?? whose}</LocaleLink>
        {kind === "ticketsSoon" ? <RecordMinute at={since} /> : <Age since={since} />}
      </span>
    </>
  );
}
