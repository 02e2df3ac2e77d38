/** The staff dashboard: what waits for whom, with the first few of each kind and a link to all. */

import { Age } from "../../ui/dates.tsx";
import { formatMoney } from "../../ui/format.ts";
import { PageHead } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { PendingQuery } from "../calls/query-states.tsx";
import { PageTitle } from "../layouts/page-title.tsx";
import { LocaleLink } from "../navigation/locale-link.tsx";
import { useProfile } from "../session/session.ts";
import { MissingTexts } from "./missing-texts.tsx";
import styles from "./staff-dashboard.module.css";
import { type PendingItem, usePendingWork } from "./use-pending-work.ts";

export default function StaffDashboardPage() {
  const t = useText();
  const { name } = useProfile();
  const query = usePendingWork();
  return (
    <>
      <PageTitle>{t("admin.dashboard.title")}</PageTitle>
      <PageHead title={t("admin.dashboard.greeting", { name })}>{t("admin.dashboard.lead")}</PageHead>
      <MissingTexts />
      {!query.data && <PendingQuery query={query} />}
      <ul className={styles.list}>
        {query.data?.map(({ id, count, to, first }) => (
          <li key={id} className={styles.tile}>
            <LocaleLink to={to} className={styles.kind} data-none={count === 0 || undefined}>
              <strong>{count}</strong>
              <span>{t(`admin.dashboard.${id}`)}</span>
            </LocaleLink>
            {first.length > 0 && (
              <ul className={styles.first}>
                {[...Map.groupBy(first, ({ name }) => name)].map(([whose, items]) => (
                  <li key={items[0]?.key}>
                    <Items whose={whose || t("shell.account.newCompany")} items={items} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What waits of one person or company, named once: each by its subject, or by the name if it has none. */
function Items({ whose, items }: { whose: string; items: readonly PendingItem[] }) {
  const language = useLanguage();
  return (
    <>
      {items.some(({ subject }) => subject) && <span>{whose}</span>}
      {items.map(({ key, to, since, subject }) => (
        <span key={key} className={styles.item}>
          <LocaleLink to={to}>
            {subject === undefined
              ? whose
              : typeof subject === "string"
                ? subject
                : formatMoney(language, subject.sum, subject.currency)}
          </LocaleLink>
          <Age since={since} />
        </span>
      ))}
    </>
  );
}
