/** The staff dashboard: what waits for whom, with the first few of each kind and a link to all. */

import { lastingPages } from "@portico/api/rules/content.ts";
import { Fragment } from "react";
import { Button } from "../../ui/button.tsx";
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
import { countOf, listOfWork, type WorkRow } from "./work-lists.ts";

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
  const work = useCall(useApi().workload.list);
  const waiting = query.data?.filter(({ count }) => count > 0) ?? [];
  const nothing = query.data?.filter(({ count }) => count === 0) ?? [];
  return (
    <>
      <PageTitle>{t("admin.dashboard.title")}</PageTitle>
      <PageHead
        title={t("admin.dashboard.greeting", { name })}
        actions={
          <Button variant="default" component={LocaleLink} to="/admin/workload">
            {t("admin.workload.title")}
          </Button>
        }
      >
        {t("admin.dashboard.lead")}
      </PageHead>
      <MissingTexts />
      {!query.data && <PendingQuery query={query} />}
      <ul className={styles.list}>
        {waiting.map(({ id, count, to, first }) => (
          <li key={id} className={styles.tile}>
            <div>
              <LocaleLink to={to} className={styles.kind}>
                <strong>{count}</strong>
                <span>{t(`admin.dashboard.${id}`)}</span>
              </LocaleLink>
              {isShared(id) && <Shares kind={id} rows={work.data?.rows ?? []} />}
            </div>
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
      {nothing.length > 0 && (
        <p className={styles.nothing}>
          {t("admin.workload.nothing")}{" "}
          {nothing.map(({ id, to }, place) => (
            <Fragment key={id}>
              {place > 0 && " · "}
              <LocaleLink to={to}>{t(`admin.dashboard.${id}`)}</LocaleLink>
            </Fragment>
          ))}
        </p>
      )}
    </>
  );
}

/** Kinds whose lists are filtered by the colleague in charge; tickets have queues of their own. */
const shared = ["people", "companies", "contracts"] as const;
type Shared = (typeof shared)[number];
const isShared = (id: string): id is Shared => shared.some((one) => one === id);

/** How many of them are the reader's, and nobody's. */
function Shares({ kind, rows }: { kind: Shared; rows: readonly WorkRow[] }) {
  const t = useText();
  const { id } = useProfile();
  const [mine, ofNobody] = [countOf(rows, kind, id), countOf(rows, kind, null)];
  return (
    <p className={styles.shares}>
      {mine > 0 && <LocaleLink to={listOfWork(kind, id)}>{t("admin.workload.mine", { count: mine })}</LocaleLink>}
      {ofNobody > 0 && (
        <LocaleLink to={listOfWork(kind, 0)}>{t("admin.workload.ofNobody", { count: ofNobody })}</LocaleLink>
      )}
    </p>
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
