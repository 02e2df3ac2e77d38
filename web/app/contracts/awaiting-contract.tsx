/** A contract that awaits the reader's signature, with the one thing to do. */

import type { ContractRow } from "@portico/api/contracts.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { formatDay } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./contracts.module.css";

export function AwaitingContract({ contract, to }: { contract: ContractRow; to: string }) {
  const t = useText();
  const language = useLanguage();
  const { contract_name: name, expires_on, signed, needed } = contract;
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name} lang={contract.language}>
          {name}
        </p>
        <p className="small">
          {t("contracts.page.signBy", { day: formatDay(language, expires_on) })}
          {needed > 1 && ` · ${t("contracts.page.signedOf", { signed, needed })}`}
        </p>
      </div>
      <Button component={LocaleLink} to={to} aria-label={`${t("contracts.page.readAndSign")}: ${name}`}>
        {t("contracts.page.readAndSign")}
      </Button>
    </li>
  );
}
