/** What staff weigh before money goes to an account: its age, who added it, and what its bank says of the owner. */
import type { BankAccount } from "@portico/api/payments/accounts.ts";
import { Age, RecordDay, RecordTime } from "../../../ui/dates.tsx";
import { useText } from "../../../ui/text.tsx";
import { useCheckText } from "../account-state.tsx";
import styles from "../accounts.module.css";

export function StaffAccountFacts({ account }: { account: BankAccount }) {
  const t = useText();
  const checkText = useCheckText();
  const { created_at, changed_at, created_by, changed_by, fromForm, usable_from, isWaiting, nameCheck } = account;
  return (
    <dl className={styles.facts}>
      <dt>{t("admin.accounts.added")}</dt>
      <dd>
        <RecordTime at={created_at} /> (<Age since={created_at} />) · {created_by?.name}
        {fromForm && ` · ${t("admin.accounts.fromForm")}`}
      </dd>
      {changed_at !== created_at && (
        <>
          <dt>{t("admin.accounts.changed")}</dt>
          <dd>
            <RecordTime at={changed_at} /> · {changed_by?.name}
          </dd>
        </>
      )}
      <dt>{t("admin.accounts.usableFrom")}</dt>
      <dd>
        <RecordTime at={usable_from} />
        {isWaiting && ` · ${t("admin.accounts.waits")}`}
      </dd>
      <dt>{t("admin.accounts.check")}</dt>
      <dd>
        {checkText(nameCheck)}
        {nameCheck && (
          <>
            {" "}
            (<RecordDay day={nameCheck.day} />)
          </>
        )}
      </dd>
    </dl>
  );
}
