/** The staff dashboard: what waits for whom, with the first few of each kind and a link to all. */

import { Age } from "../../ui/dates.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { LocaleLink } from "../locale-link.tsx";
import { PageTitle } from "../page-title.tsx";
import { AwaitedAnswer } from "../query-states.tsx";
import { useProfile } from "../session.ts";
import styles from "./staff-dashboard.module.css";
import { useWaiting } from "./use-waiting.ts";

export default function StaffDashboardPage() {
  const t = useText();
  const { name } = useProfile();
  const query = useWaiting();
  return (
    <>
      <PageTitle>{t("admin.desk.title")}</PageTitle>
      <PageHead title={t("admin.desk.greeting", { name })}>{t("admin.desk.lead")}</PageHead>
      {!query.data && <AwaitedAnswer query={query} />}
      <ul className={styles.places}>
        {query.data?.map(({ id, count, to, first }) => (
          <li key={id} className={styles.place}>
            <LocaleLink to={to} className={styles.kind} data-none={count === 0 || undefined}>
              <strong>{count}</strong>
              <span>{t(`admin.desk.${id}`)}</span>
            </LocaleLink>
            {first.length > 0 && (
              <ul className={styles.first}>
                {first.map((item) => (
                  <li key={item.key}>
                    <LocaleLink to={item.to}>{item.name || t("shell.account.newCompany")}</LocaleLink>
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
