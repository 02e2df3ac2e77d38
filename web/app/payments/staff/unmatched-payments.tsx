/** Booked payments that no request has, and that a request may have been paid by. */
import type { UnmatchedPayment } from "@portico/api/payments/requests.ts";
import { formatDay, formatMoney } from "../../ui/format.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./requests.module.css";

export function UnmatchedPayments({ payments }: { payments: readonly UnmatchedPayment[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <ul className={styles.unmatched}>
      {payments.map(({ entry_id, amount, currency, day, description, byReference, sameAmount }) => (
        <li key={entry_id}>
          <p className={styles.who}>
            <span>
              <strong>{formatMoney(language, amount.replace(/^-/, ""), currency)}</strong> · {formatDay(language, day)}
            </span>
            {byReference && (
              <StatusBadge status="reference" colour="green">
                {t("admin.payments.byReference")}
              </StatusBadge>
            )}
            <StatusBadge status={sameAmount ? "same" : "other"} colour={sameAmount ? "green" : "orange"}>
              {t(sameAmount ? "admin.payments.sameAmount" : "admin.payments.otherAmount")}
            </StatusBadge>
          </p>
          {description && <p className="small">{description}</p>}
        </li>
      ))}
    </ul>
  );
}
