/** A company of the person's in words: its name, where it stands, its number. */
import type { CompanyData } from "@portico/api/companies.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./companies.module.css";

export function CompanyWords({ company: { name, state, client_number } }: { company: CompanyData }) {
  const t = useText();
  return (
    <div className={styles.words}>
      <p className={styles.name}>{name || t("shell.account.newCompany")}</p>
      <p className={styles.facts}>
        <StatusBadge status={state}>{t(`companies.state.${state}`)}</StatusBadge>
        <span>
          {client_number
            ? t("shell.account.clientNumber", { number: client_number })
            : t("shell.account.noClientNumber")}
        </span>
      </p>
    </div>
  );
}
