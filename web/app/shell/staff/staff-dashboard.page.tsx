/** The staff dashboard: what waits for whom, with the first few of each kind and a link to all. */

import { lastingPages } from "@portico/api/rules/content.ts";
import { Age } from "../../ui/dates.tsx";
import { formatMoney } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { PendingQuery } from "../calls/query-states.tsx";
import { useCall } from "../calls/use-call.ts";
import { PageTitle } from "../layouts/page-title.tsx";
import { LocaleLink } from "../navigation/locale-link.tsx";
import { useProfile } from "../session/session.ts";
import styles from "./staff-dashboard.module.css";
import { type PendingItem, usePendingWork } from "./use-pending-work.ts";

/** Texts that the firm has to show to everybody who registers, and that are nowhere. */
function MissingTexts() {
  const t = useText();
  const { data } = useCall(useApi().content.list);
  if (!data) return null;
  const missing = lastingPages.filter((page) => {
    if (data.pages.some((published) => published.page === page)) return false;
    // Terms and privacy notice may also be at an address of the firm's own.
    const address = page === "terms" || page === "privacy" ? data.documents[page] : undefined;
    return address === undefined || Object.values(address).includes(null);
  });
  if (missing.length === 0) return null;
  return (
    <Notice tone="attention" title={t("admin.dashboard.missingTexts")}>
      <p>
        {t("admin.dashboard.missingTextsWhich", {
          pages: missing.map((page) => t(`shell.learnMore.${page}`)).join(", "),
        })}
      </p>
      <LocaleLink to="/admin/content">{t("admin.content.title")}</LocaleLink>
    </Notice>
  );
}

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
