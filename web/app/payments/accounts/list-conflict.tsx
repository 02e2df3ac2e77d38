/** The list was changed meanwhile: as it was, as it is, and how to go on with what was typed. */

import type { AccountList } from "@portico/api/payments/accounts.ts";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { AccountNumber } from "./account-number.tsx";
import styles from "./accounts.module.css";

interface ListConflictProps {
  before: AccountList;
  now: AccountList;
  onContinue: () => void;
}

export function ListConflict({ before, now, onContinue }: ListConflictProps) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone, and this may be below what is seen.
  useEffect(() => button.current?.focus(), []);
  const sides = [
    { title: t("accounts.conflict.before"), accounts: before.accounts },
    { title: t("accounts.conflict.now"), accounts: now.accounts },
  ];
  return (
    <Notice tone="attention" title={t("accounts.conflict.title")} live>
      <p>{t("accounts.conflict.text")}</p>
      <div className={styles.sides}>
        {sides.map(({ title, accounts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            {accounts.length === 0 && <p>{t("accounts.none")}</p>}
            <ul>
              {accounts.map((account) => (
                <li key={account.id}>
                  <AccountNumber account={account} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Button ref={button} size="sm" variant="default" onClick={onContinue}>
        {t("accounts.conflict.continue")}
      </Button>
    </Notice>
  );
}
