/** Withdrawals as a file for the bank: prepared, released by a second person, and downloaded. */

import { Checkbox } from "@mantine/core";
import type { PayableWithdrawal, PaymentFile } from "@portico/api/payments/payment-files.ts";
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange, useRunChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { downloadFile } from "../../ui/download-file.ts";
import { formatDay, formatMoment, formatMoney } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./requests.module.css";

const colours = { prepared: "orange", released: "green", cancelled: "grey" } as const;

export default function PaymentFilesPage() {
  const t = useText();
  const api = useApi();
  const isOffice = useHasLevel("office");
  const query = usePages(api.payments.listPaymentFiles, { query: { limit: 50 } });
  const files = query.data?.rows;
  return (
    <>
      <PageTitle>{t("admin.paymentFiles.title")}</PageTitle>
      <PageHead title={t("admin.paymentFiles.title")}>{t("admin.paymentFiles.lead")}</PageHead>
      {isOffice && <Payable />}
      <Section title={t("admin.paymentFiles.files")}>
        {!files && <PendingQuery query={query} />}
        {files?.length === 0 && <Empty icon="request" title={t("admin.paymentFiles.none")} />}
        <ul className={styles.list}>
          {files?.map((file) => (
            <FileCard key={file.id} file={file} />
          ))}
        </ul>
        <div className={styles.more}>
          <ShowMore query={query} />
        </div>
      </Section>
    </>
  );
}

/** Confirmed withdrawals, by currency: each currency is a file of its own. */
function Payable() {
  const t = useText();
  const api = useApi();
  const query = useCall(api.payments.listPayable, { query: {} });
  const groups = query.data && [...Map.groupBy(query.data.withdrawals, ({ currency }) => currency)];
  return (
    <Section title={t("admin.paymentFiles.payable")}>
      {!groups && <PendingQuery query={query} />}
      {groups?.length === 0 && <Empty icon="request" title={t("admin.paymentFiles.nothing")} />}
      {groups?.map(([currency, withdrawals]) => (
        <Currency key={currency} currency={currency} withdrawals={withdrawals} />
      ))}
    </Section>
  );
}

function Currency({ currency, withdrawals }: { currency: string; withdrawals: readonly PayableWithdrawal[] }) {
  const t = useText();
  const language = useLanguage();
  const [left, setLeft] = useState<readonly number[]>([]);
  const chosen = withdrawals.filter(({ lacks, request_id: id }) => lacks === null && !left.includes(id));
  const prepare = useChange(
    (api, requestIds: number[]) => api.payments.preparePaymentFile({ body: { currency, requestIds } }),
    { onSuccess: () => alert.success(t("admin.paymentFiles.prepared")) },
  );
  return (
    <form
      method="post"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!prepare.isPending && chosen.length > 0) prepare.mutate(chosen.map(({ request_id: id }) => id));
      }}
    >
      {prepare.error && <Notice tone="failed">{errorText(t, prepare.error)}</Notice>}
      {withdrawals.map(({ request_id: id, holderName, owner, number, amount, lacks }) => (
        <Checkbox
          key={id}
          label={`${formatMoney(language, amount, currency)} · ${holderName}`}
          description={[owner, number, lacks && t(`admin.paymentFiles.lacks.${lacks}`)].filter(Boolean).join(" · ")}
          disabled={lacks !== null}
          checked={lacks === null && !left.includes(id)}
          onChange={({ currentTarget: { checked } }) =>
            setLeft(checked ? left.filter((one) => one !== id) : [...left, id])
          }
        />
      ))}
      <div className={styles.actions}>
        <Button type="submit" loading={prepare.isPending} disabled={chosen.length === 0}>
          {t("admin.paymentFiles.prepare", { count: chosen.length, currency })}
        </Button>
      </div>
    </form>
  );
}

function FileCard({ file }: { file: PaymentFile }) {
  const t = useText();
  const api = useApi();
  const language = useLanguage();
  const runChange = useRunChange();
  const params = { fileId: file.id };
  return (
    <li className={styles.request}>
      <div>
        <p className={styles.who}>
          {file.message_id}
          <StatusBadge status={file.state} colour={colours[file.state]}>
            {t(`admin.paymentFiles.state.${file.state}`)}
          </StatusBadge>
        </p>
        <p className={styles.text}>
          {t("admin.paymentFiles.total", {
            count: file.payments,
            total: formatMoney(language, file.total, file.currency),
          })}
        </p>
        <p className="small">
          {t("admin.paymentFiles.from", {
            bank: file.debtor_bank,
            iban: file.debtor_iban,
            day: formatDay(language, file.execute_on),
          })}
        </p>
        <p className="small">
          {t("admin.paymentFiles.by", { name: file.created_by, time: formatMoment(language, file.created_at) })}
          {file.settled_at &&
            ` · ${t("admin.paymentFiles.settled", { name: file.settled_by ?? "", time: formatMoment(language, file.settled_at) })}`}
        </p>
        <p className="small">SHA-256 {file.sha256}</p>
      </div>
      <div className={styles.actions}>
        {file.can.release && (
          <Button
            size="sm"
            onClick={() =>
              void runChange(async (calls) => {
                await calls.payments.releasePaymentFile({ params, body: {} });
                alert.success(t("admin.paymentFiles.released"));
              })
            }
          >
            {t("admin.paymentFiles.release")}
          </Button>
        )}
        {file.can.cancel && (
          <Button
            size="sm"
            variant="default"
            onClick={() =>
              void runChange(async (calls) => {
                await calls.payments.cancelPaymentFile({ params, body: {} });
                alert.success(t("admin.paymentFiles.cancelled"));
              })
            }
          >
            {t("admin.paymentFiles.cancel")}
          </Button>
        )}
        {file.can.download && (
          <Button
            size="sm"
            variant="default"
            onClick={() =>
              void runChange(async () => {
                const { fileName, content } = await api.payments.downloadPaymentFile({ params });
                downloadFile(fileName, content, "application/xml");
              })
            }
          >
            {t("admin.paymentFiles.download")}
          </Button>
        )}
      </div>
    </li>
  );
}
