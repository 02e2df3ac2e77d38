/** Name, state and client number of one of the person's companies. */
import type { CompanyData } from "@portico/api/companies.ts";
import { clientNumberText } from "../shell/client-number.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./companies.module.css";

export function CompanySummary({ company: { name, state, client_number } }: { company: CompanyData }) {
  const t = useText();
  return (
    <div className={styles.summary}>
      <p className={styles.name}>{name || t("shell.account.newCompany")}</p>
      <p className={styles.facts}>
        <StatusBadge status={state}>{t(`companies.state.${state}`)}</StatusBadge>
        <span>{clientNumberText(t, client_number, state)}</span>
      </p>
    </div>
  );
}
