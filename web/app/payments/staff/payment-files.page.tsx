/** Withdrawals as a file for the bank: prepared, released by a second person, and downloaded. */
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { PayableWithdrawals } from "./payable-withdrawals.tsx";
import { PaymentFileCard } from "./payment-file-card.tsx";
import styles from "./requests.module.css";

export default function PaymentFilesPage() {
  const t = useText();
  const api = useApi();
  const isOffice = useHasLevel("office");
  const query = usePages(api.payments.listPaymentFiles, { query: { limit: 50 } });
  const files = query.data?.rows;
  return (
    <>
      <PageTitle>{t("admin.paymentFiles.title")}</PageTitle>
      <BackLink to="/admin/requests">{t("admin.requests.title")}</BackLink>
      <PageHead title={t("admin.paymentFiles.title")}>{t("admin.paymentFiles.lead")}</PageHead>
      {isOffice && <PayableWithdrawals />}
      <Section title={t("admin.paymentFiles.files")}>
        {!files && <PendingQuery query={query} />}
        {files?.length === 0 && <Empty icon="request" title={t("admin.paymentFiles.none")} />}
        <ul className={styles.list}>
          {files?.map((file) => (
            <PaymentFileCard key={file.id} file={file} />
          ))}
        </ul>
        <div className={styles.more}>
          <ShowMore query={query} />
        </div>
      </Section>
    </>
  );
}
