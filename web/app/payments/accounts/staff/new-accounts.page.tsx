/** The queue of new bank accounts that wait to be confirmed, those that have waited longest first. */
import type { QueuedAccount } from "@portico/api/payments/accounts.ts";
import { AssignedFilter } from "../../../colleagues/staff/assigned-filter.tsx";
import { useApi } from "../../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../../shell/calls/query-states.tsx";
import { usePages } from "../../../shell/calls/use-pages.ts";
import { PageTitle } from "../../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../../shell/navigation/locale-link.tsx";
import { useAssignedParam } from "../../../shell/staff/lists/use-assigned-param.ts";
import { PageHead } from "../../../ui/section.tsx";
import { Empty } from "../../../ui/states.tsx";
import { useText } from "../../../ui/text.tsx";
import { AccountNumber } from "../account-number.tsx";
import styles from "../accounts.module.css";
import { StaffAccountFacts } from "./account-facts.tsx";
import { DecideButtons } from "./decide-buttons.tsx";

export default function NewAccountsPage() {
  const t = useText();
  const api = useApi();
  const query = usePages(api.payments.listNewAccounts, { query: { ...useAssignedParam(), limit: 30 } });
  const accounts = query.data?.rows;
  return (
    <>
      <PageTitle>{t("admin.accounts.queue")}</PageTitle>
      <PageHead title={t("admin.accounts.queue")}>{t("admin.accounts.queueLead")}</PageHead>
      <search className={styles.filter} data-no-print>
        <AssignedFilter />
      </search>
      {!accounts && <PendingQuery query={query} />}
      {accounts?.length === 0 && <Empty icon="check" title={t("admin.accounts.queueEmpty")} />}
      <ul className={styles.list}>
        {accounts?.map((account) => (
          <NewAccount key={account.id} account={account} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  );
}

function NewAccount({ account }: { account: QueuedAccount }) {
  const { holder_type: holderType, holder_id: holderId, holderName } = account;
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2>
          <LocaleLink to={`/admin/${holderType}/${holderId}/accounts`}>{holderName}</LocaleLink>
        </h2>
      </div>
      <p>
        {account.owner} <AccountNumber account={account} />
      </p>
      <StaffAccountFacts account={account} />
      <DecideButtons holder={{ holderType, holderId }} name={holderName} account={account} />
    </li>
  );
}
