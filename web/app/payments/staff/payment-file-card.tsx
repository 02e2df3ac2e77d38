/** One payment file: what it pays and from where, who prepared and who released it, and what may be done with it. */
import type { PaymentFile } from "@portico/api/payments/payment-files.ts";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { downloadFile } from "../../ui/download-file.ts";
import { formatDay, formatMoment, formatMoney } from "../../ui/format.ts";
import { groupIban } from "../../ui/grouped-text.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { PaymentFileDialog } from "./payment-file-dialog.tsx";
import styles from "./requests.module.css";

const colours = { prepared: "orange", released: "green", cancelled: "grey" } as const;

export function PaymentFileCard({ file }: { file: PaymentFile }) {
  const t = useText();
  const language = useLanguage();
  const isOffice = useHasLevel("office");
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
            iban: groupIban(file.debtor_iban),
            day: formatDay(language, file.execute_on),
          })}
        </p>
        <p className="small">
          {t("admin.paymentFiles.by", { name: file.created_by, time: formatMoment(language, file.created_at) })}
          {file.settled_at &&
            file.state !== "prepared" &&
            ` · ${t(`admin.paymentFiles.settled.${file.state}`, {
              name: file.settled_by ?? "",
              time: formatMoment(language, file.settled_at),
            })}`}
        </p>
        {isOffice && file.state === "prepared" && !file.can.release && (
          <p className="small">{t("admin.paymentFiles.colleague")}</p>
        )}
        <p className={`small ${styles.hash}`}>SHA-256 {file.sha256}</p>
      </div>
      <Actions file={file} />
    </li>
  );
}

function Actions({ file }: { file: PaymentFile }) {
  const t = useText();
  const api = useApi();
  const runChange = useRunChange();
  const [isOpen, setOpen] = useState(false);
  const params = { fileId: file.id };
  const cancel = () =>
    openConfirmation({
      title: t("admin.paymentFiles.cancelTitle"),
      text: t("admin.paymentFiles.cancelText"),
      confirmLabel: t("admin.paymentFiles.cancel"),
      cancelLabel: t("admin.paymentFiles.keep"),
      destructive: true,
      action: async () => {
        await runChange((calls) => calls.payments.cancelPaymentFile({ params, body: {} }));
        alert.success(t("admin.paymentFiles.cancelled"));
      },
    });
  return (
    <div className={styles.actions}>
      <Button size="sm" variant={file.can.release ? "filled" : "default"} onClick={() => setOpen(true)}>
        {t(file.can.release ? "admin.paymentFiles.check" : "admin.paymentFiles.payments")}
      </Button>
      {file.can.cancel && (
        <Button size="sm" variant="default" onClick={cancel}>
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
      {isOpen && <PaymentFileDialog file={file} onClose={() => setOpen(false)} />}
    </div>
  );
}
