/** Deposits and withdrawals on their way, with what the reader can do. */

import type { Payment } from "@portico/api/payments/cash.ts";
import { isPendingRequest } from "@portico/api/rules/transaction-requests.ts";
import { useState } from "react";
import { WhyNotAlone } from "../../holders/not-alone.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatMoment, formatMoney } from "../../ui/format.ts";
import { groupIban } from "../../ui/grouped-text.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import { type Language, type Translate, useLanguage, useText } from "../../ui/text.tsx";
import styles from "./money.module.css";

const ConfirmDialog = loadedPart(() => import("../withdrawals/confirm-dialog.tsx"));

const colours: Record<Payment["state"], StatusColour> = {
  open: "blue",
  awaitingSigners: "orange",
  paying: "blue",
  done: "green",
  declined: "red",
  withdrawn: "grey",
  expired: "grey",
  returned: "orange",
};

function stateText(t: Translate, { type, state }: Pick<Payment, "type" | "state">): string {
  if (state === "declined" || state === "withdrawn" || state === "expired" || state === "returned")
    return t(`money.state.${state}`);
  if (type === "withdrawal") return t(`money.state.withdrawal.${state}`);
  return t(state === "done" ? "money.state.deposit.done" : "money.state.deposit.open");
}

export function Payments({ payments, readOnly }: { payments: readonly Payment[]; readOnly: boolean }) {
  const t = useText();
  const [confirmedId, setConfirmedId] = useState<number>();
  const confirmed = payments.find(({ id }) => id === confirmedId);
  return (
    <Section title={t("money.payments.title")} hint={t("money.payments.hint")}>
      {payments.length === 0 && <p className={styles.small}>{t("money.payments.none")}</p>}
      <ul className={styles.payments}>
        {payments.map((payment) => (
          <PaymentRow
            key={payment.id}
            payment={payment}
            readOnly={readOnly}
            onConfirm={() => setConfirmedId(payment.id)}
          />
        ))}
      </ul>
      {confirmed && <ConfirmDialog payment={confirmed} onClose={() => setConfirmedId(undefined)} />}
    </Section>
  );
}

function useCancel() {
  const t = useText();
  const language = useLanguage();
  const { holderType, holderId } = useHolder();
  const runChange = useRunChange();
  return ({ id: requestId, type, sum, currency }: Payment) => {
    const isDeposit = type === "deposit";
    const what = `${t(isDeposit ? "money.payments.deposit" : "money.payments.withdrawal")} ${formatMoney(language, sum, currency)}`;
    openConfirmation({
      title: t("money.payments.cancelAsk"),
      text: t(isDeposit ? "money.payments.cancelTextDeposit" : "money.payments.cancelText", { what }),
      confirmLabel: t("money.payments.cancel"),
      destructive: true,
      action: () =>
        runChange(async (api) => {
          await api.payments.withdrawRequest({ params: { holderType, holderId, requestId }, body: {} });
          alert.success(t("money.payments.cancelled"));
        }),
    });
  };
}

/** When it was booked; what was, and what is still to come, where they are not the sum itself. */
function bookedText(
  t: Translate,
  language: Language,
  { type, state, sum, currency, matches, rest }: Payment,
): string[] {
  const isWhole = matches.length === 1 && Math.abs(Number(matches[0]?.amount)) === Number(sum);
  const booked = matches.map(({ day, amount }) =>
    isWhole
      ? t("money.payments.matched", { day: formatDay(language, day) })
      : t("money.payments.part", {
          amount: formatMoney(language, amount.replace(/^-/, ""), currency),
          day: formatDay(language, day),
        }),
  );
  if (matches.length === 0 || !isPendingRequest(state)) return booked;
  const key = type === "deposit" ? "money.payments.restDeposit" : "money.payments.restWithdrawal";
  return [...booked, t(key, { rest: formatMoney(language, rest, currency) })];
}

interface PaymentRowProps {
  payment: Payment;
  readOnly: boolean;
  onConfirm: () => void;
}

function PaymentRow({ payment, readOnly, onConfirm }: PaymentRowProps) {
  const t = useText();
  const language = useLanguage();
  const cancel = useCancel();
  const { type, state, sum, currency, withdrawal, can } = payment;
  return (
    <li>
      <div className={styles.payment}>
        <p className={styles.paymentHead}>
          <strong>
            {t(type === "deposit" ? "money.payments.deposit" : "money.payments.withdrawal")}{" "}
            {formatMoney(language, sum, currency)}
          </strong>
          <StatusBadge status={state} colour={colours[state]}>
            {stateText(t, payment)}
          </StatusBadge>
        </p>
        {withdrawal && (
          <p className={styles.account}>
            {t("money.payments.to", { account: groupIban(withdrawal.account.number) })}
            {Number(withdrawal.fee) > 0 &&
              withdrawal.feeState !== "voided" &&
              ` · ${t("money.payments.fee", { fee: formatMoney(language, withdrawal.fee, currency) })}`}
          </p>
        )}
        {payment.staffMessage && <p className={styles.message}>{payment.staffMessage}</p>}
        <p className={styles.small}>
          {[
            t("money.payments.asked", {
              day: formatMoment(language, payment.created_at),
              name: payment.created_by,
            }),
            withdrawal &&
              isPendingRequest(state) &&
              state !== "paying" &&
              t("money.payments.expires", { day: formatMoment(language, withdrawal.expires_at) }),
            ...bookedText(t, language, payment),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {payment.isBooked && <p className={styles.small}>{t("money.payments.booked")}</p>}
        {withdrawal && <Confirmations withdrawal={withdrawal} />}
      </div>
      {!readOnly && (can.cancel || can.confirm) && (
        <div className={styles.buttons} data-no-print>
          {can.cancel && (
            <Button variant="default" size="sm" onClick={() => cancel(payment)}>
              {t("money.payments.cancel")}
            </Button>
          )}
          {can.confirm && (
            <Button size="sm" onClick={onConfirm}>
              {t("money.payments.confirm")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Of a company that needs more than one. */
function Confirmations({
  withdrawal: { confirmations, needed, why },
}: {
  withdrawal: NonNullable<Payment["withdrawal"]>;
}) {
  const t = useText();
  const left = confirmations.filter(({ counts }) => !counts);
  const counted = confirmations.filter(({ counts }) => counts);
  if (needed < 2 && left.length === 0) return null;
  return (
    <>
      <p className={styles.small}>
        {t("money.payments.confirmed", {
          names: counted.map(({ name }) => name).join(", ") || "–",
          count: counted.length,
          needed,
        })}
      </p>
      <WhyNotAlone why={why} className={styles.small} />
      {left.map(({ user_id, name }) => (
        <p key={user_id} className={styles.small}>
          {t("money.payments.noLonger", { name })}
        </p>
      ))}
    </>
  );
}
