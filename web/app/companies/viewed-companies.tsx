/** A client's companies in view-as, read-only. */
import { useApi } from "../shell/calls/api.tsx";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./companies.module.css";
import { CompanySummary } from "./company-summary.tsx";

export function ViewedCompanies({ userId }: { userId: number }) {
  const t = useText();
  const api = useApi();
  const query = useCall(api.companies.listOwn, { params: { userId } });
  return (
    <Section title={t("companies.section.title")} hint={t("companies.section.hint")}>
      {!query.data ? (
        <PendingQuery query={query} />
      ) : query.data.length === 0 ? (
        <p className={styles.none}>{t("companies.section.none")}</p>
      ) : (
        <ul className={styles.list}>
          {query.data.map((company) => (
            <li key={company.id}>
              <CompanySummary company={company} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
