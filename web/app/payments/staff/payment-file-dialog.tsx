/** The payments of a file, which who releases it checks against the clients' requests. */
import type { FilePayment, PaymentFile } from "@portico/api/payments/payment-files.ts";
import { useMemo } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatMoney } from "../../ui/format.ts";
import { groupIban } from "../../ui/grouped-text.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./requests.module.css";

export function PaymentFileDialog({ file, onClose }: { file: PaymentFile; onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const params = { fileId: file.id };
  const query = useCall(useApi().payments.listFilePayments, { params });
  const columns = useColumns(file.currency);
  const release = useChange((api) => api.payments.releasePaymentFile({ params, body: {} }), {
    onSuccess: () => {
      alert.success(t("admin.paymentFiles.released"));
      onClose();
    },
  });
  const payments = query.data?.payments;
  // Only an open withdrawal can be paid: who cancelled theirs meanwhile must not be.
  const gone = file.can.release ? (payments ?? []).filter(({ state }) => state !== "open").length : 0;
  return (
    <Dialog opened onClose={onClose} size="xl" title={t("admin.paymentFiles.paymentsOf", { file: file.message_id })}>
      <p>
        {t("admin.paymentFiles.total", {
          count: file.payments,
          total: formatMoney(language, file.total, file.currency),
        })}
      </p>
      <DataTable
        dense
        label={t("admin.paymentFiles.payments")}
        columns={columns}
        rows={payments}
        rowId={(row) => String(row.request_id)}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
      />
      {gone > 0 && <Notice tone="failed">{t("admin.paymentFiles.gone", { count: gone })}</Notice>}
      {release.error && <Notice tone="failed">{errorText(t, release.error)}</Notice>}
      {file.can.release && <p className="small">{t("admin.paymentFiles.releaseText")}</p>}
      <div className={styles.actions}>
        <Button variant="default" onClick={onClose} disabled={release.isPending}>
          {t("ui.action.close")}
        </Button>
        {file.can.release && (
          <Button
            loading={release.isPending}
            disabled={payments === undefined || gone > 0}
            onClick={() => release.mutate(undefined)}
          >
            {t("admin.paymentFiles.release")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function useColumns(currency: string): readonly Column<FilePayment>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    (): readonly Column<FilePayment>[] => [
      {
        id: "owner",
        header: t("admin.paymentFiles.payee"),
        value: ({ owner }) => owner,
        cell: ({ owner, holderName }) => (holderName === owner ? owner : `${owner} (${holderName})`),
        phone: "title",
      },
      {
        id: "number",
        header: t("admin.paymentFiles.account"),
        value: ({ number }) => number,
        cell: ({ number }) => groupIban(number),
        phone: "line",
      },
      {
        id: "reference",
        header: t("admin.paymentFiles.reference"),
        value: ({ reference }) => reference,
        phone: "line",
      },
      {
        id: "state",
        header: t("admin.paymentFiles.withdrawal"),
        value: ({ state }) => t(`admin.requests.tab.${state}`),
        phone: "key",
      },
      {
        id: "amount",
        header: t("admin.paymentFiles.amount"),
        value: ({ amount }) => Number(amount),
        cell: ({ amount }) => formatMoney(language, amount, currency),
        numeric: true,
        phone: "key",
      },
    ],
    [t, language, currency],
  );
}
