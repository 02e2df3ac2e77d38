/** The staff dashboard: what waits for whom, with the first few of each kind and a link to all. */

import { Age } from "../../ui/dates.tsx";
import { formatMoney } from "../../ui/format.ts";
import { PageHead } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { PendingQuery } from "../calls/query-states.tsx";
import { PageTitle } from "../layouts/page-title.tsx";
import { LocaleLink } from "../navigation/locale-link.tsx";
import { useProfile } from "../session/session.ts";
import styles from "./staff-dashboard.module.css";
import { usePendingWork } from "./use-pending-work.ts";

export default function StaffDashboardPage() {
  const t = useText();
  const language = useLanguage();
  const { name } = useProfile();
  const query = usePendingWork();
  return (
    <>
      <PageTitle>{t("admin.dashboard.title")}</PageTitle>
      <PageHead title={t("admin.dashboard.greeting", { name })}>{t("admin.dashboard.lead")}</PageHead>
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
                {first.map((item) => (
                  <li key={item.key}>
                    <LocaleLink to={item.to}>{item.name || t("shell.account.newCompany")}</LocaleLink>
                    {item.subject && (
                      <span className={styles.subject}>
                        {typeof item.subject === "string"
                          ? item.subject
                          : formatMoney(language, item.subject.sum, item.subject.currency)}
                      </span>
                    )}
                    <Age since={item.since} />
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
