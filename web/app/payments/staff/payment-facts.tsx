/** What decides about a payment: account with age and name check, cash, confirmations, and its match with the ledger. */

import type { RequestRow } from "@portico/api/payments/requests.ts";
import { daysBetween } from "@portico/api/rules/calendar.ts";
import { isPendingRequest } from "@portico/api/rules/transaction-requests.ts";
import { WhyNotAlone } from "../../holders/not-alone.tsx";
import { useFirmDay } from "../../shell/firm-day.ts";
import { formatDay, formatMoment, formatMoney } from "../../ui/format.ts";
import { groupIban } from "../../ui/grouped-text.ts";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./requests.module.css";

const checkColours: Record<string, StatusColour> = {
  match: "green",
  closeMatch: "orange",
  noMatch: "red",
  notPossible: "grey",
};

export function PaymentFacts({ request }: { request: RequestRow }) {
  const t = useText();
  const language = useLanguage();
  const { withdrawal, cash, reference, matches, rest, transactionInfo } = request;
  const currency = transactionInfo.currency ?? "";
  const money = (amount: string) => formatMoney(language, amount, currency);
  return (
    <>
      <dl className={styles.facts}>
        {withdrawal && <AccountFacts withdrawal={withdrawal} />}
        {(withdrawal ?? reference) && (
          <>
            <dt>{t("admin.payments.reference")}</dt>
            <dd>{withdrawal?.reference ?? reference}</dd>
          </>
        )}
        {withdrawal && withdrawal.feeState !== "none" && (
          <>
            <dt>{t("admin.payments.fee")}</dt>
            <dd>
              {money(withdrawal.fee)} · {t(`admin.payments.feeState.${feeText(withdrawal)}`)}
            </dd>
          </>
        )}
        {cash && (
          <>
            <dt>{t("admin.payments.cash")}</dt>
            <dd>
              {t("admin.payments.cashOf", {
                amount: money(cash.amount),
                reserved: money(cash.reserved),
                available: money(cash.available),
              })}
            </dd>
          </>
        )}
        {matches.map((match) => (
          <MatchFacts key={match.entry_id} match={match} />
        ))}
        {matches.length > 0 && rest !== null && isPendingRequest(request.state) && (
          <>
            <dt>{t("admin.payments.rest")}</dt>
            <dd>{money(rest)}</dd>
          </>
        )}
      </dl>
      {request.type === "withdrawal" && !withdrawal && <p className="small">{t("admin.payments.withoutAccount")}</p>}
    </>
  );
}

function MatchFacts({ match }: { match: RequestRow["matches"][number] }) {
  const t = useText();
  const language = useLanguage();
  const time = formatMoment(language, match.matched_at);
  return (
    <>
      <dt>{t("admin.payments.match")}</dt>
      <dd>
        {formatDay(language, match.day)} · {formatMoney(language, match.amount, match.currency)}
        {match.description && ` · ${match.description}`}
        <br />
        <span className="small">
          {match.how === "reference"
            ? t("admin.payments.matchedBy.reference", { time })
            : t("admin.payments.matchedBy.staff", { name: match.matched_by ?? "", time })}
          {match.reason && ` · ${t("admin.payments.matchReason", { reason: match.reason })}`}
        </span>
      </dd>
    </>
  );
}

/** A fee that is still reserved after the payment waits for an entry of its own. */
const feeText = ({ feeState, reservation }: NonNullable<RequestRow["withdrawal"]>) =>
  feeState === "pending" && reservation === "posted" ? "unbooked" : feeState === "none" ? "voided" : feeState;

function AccountFacts({ withdrawal }: { withdrawal: NonNullable<RequestRow["withdrawal"]> }) {
  const t = useText();
  const language = useLanguage();
  const firmDay = useFirmDay();
  const { account, confirmations, needed, why, hasPeople } = withdrawal;
  const age = daysBetween(firmDay(new Date(account.changed_at)), firmDay());
  const check = account.nameCheck;
  return (
    <>
      <dt>{t("admin.payments.account")}</dt>
      <dd>
        {groupIban(account.number)}
        <br />
        <span className="small">
          {[account.owner, account.bank, account.bic, account.country].filter(Boolean).join(" · ")}
        </span>
      </dd>
      <dt>{t("admin.payments.age")}</dt>
      <dd>
        {t("admin.payments.ageDays", {
          count: Math.max(0, age),
          day: formatDay(language, firmDay(new Date(account.changed_at))),
        })}
      </dd>
      <dt>{t("admin.payments.nameCheck")}</dt>
      <dd>
        {check ? (
          <StatusBadge status={check.answer} colour={checkColours[check.answer] ?? "grey"}>
            {t(`admin.payments.check.${check.answer as "match"}`)}
          </StatusBadge>
        ) : (
          t("admin.payments.check.none")
        )}
        {check?.name && ` ${check.name}`}
      </dd>
      {(needed > 1 || confirmations.some(({ counts }) => !counts)) && (
        <>
          <dt>{t("admin.payments.confirmations")}</dt>
          <dd>
            {t("admin.payments.confirmationsOf", {
              count: confirmations.filter(({ counts }) => counts).length,
              needed,
            })}
            {confirmations.map(({ user_id, name, counts }) => (
              <span key={user_id} className="small">
                {" "}
                · {counts ? name : t("admin.payments.noLonger", { name })}
              </span>
            ))}
            <WhyNotAlone why={why} className="small" />
          </dd>
        </>
      )}
      {!hasPeople && (
        <>
          <dt>{t("admin.payments.nobody")}</dt>
          <dd>{t("admin.payments.nobodyText")}</dd>
        </>
      )}
      <dt>{t("admin.payments.expires")}</dt>
      <dd>{formatMoment(language, withdrawal.expires_at)}</dd>
    </>
  );
}
