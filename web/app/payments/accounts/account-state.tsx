/** The state of an account in words: what it waits for, until when, and why it was refused. */
import type { BankAccount } from "@portico/api/payments/accounts.ts";
import { formatDay, formatMoment } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import { type PlainKey, useLanguage, useText } from "../../ui/text.tsx";
import styles from "./accounts.module.css";

type Shown = "new" | "refused" | "confirmed" | "waiting";
const colours: Record<Shown, StatusColour> = { new: "orange", waiting: "orange", confirmed: "green", refused: "red" };

const shownState = ({ state, isWaiting }: Pick<BankAccount, "state" | "isWaiting">): Shown =>
  state === "confirmed" && isWaiting ? "waiting" : state;

export function AccountBadge({ account }: { account: Pick<BankAccount, "state" | "isWaiting"> }) {
  const t = useText();
  const shown = shownState(account);
  return (
    <StatusBadge status={shown} colour={colours[shown]}>
      {t(`accounts.state.${shown}`)}
    </StatusBadge>
  );
}

const checkTexts: Record<"match" | "noMatch" | "notPossible", PlainKey> = {
  match: "accounts.check.match",
  noMatch: "accounts.check.noMatch",
  notPossible: "accounts.check.notPossible",
};

/** The result of the name check as a sentence. */
export function useCheckText(): (check: BankAccount["nameCheck"]) => string {
  const t = useText();
  return (check) => {
    if (check === null) return t("accounts.check.none");
    if (check.answer === "closeMatch") return t("accounts.check.closeMatch", { name: check.name ?? "" });
    return t(checkTexts[check.answer]);
  };
}

/** Why no money goes there, as the client reads it. */
export function AccountRefusal({ account: { state, refusal } }: { account: BankAccount }) {
  const t = useText();
  if (state !== "refused") return null;
  return (
    <Notice tone="failed" title={t("accounts.explain.refused")} live={false}>
      <p>{refusal}</p>
    </Notice>
  );
}

/** What the client must know of the account's state. */
export function AccountNotices({ account }: { account: BankAccount }) {
  const t = useText();
  const language = useLanguage();
  const checkText = useCheckText();
  const { state, isWaiting, usable_from, nameCheck } = account;
  const at = formatMoment(language, usable_from);
  return (
    <>
      {state === "new" && (
        <p className={styles.small}>
          {isWaiting ? t("accounts.explain.newWaiting", { at }) : t("accounts.explain.new")}
        </p>
      )}
      {state === "confirmed" && isWaiting && <p className={styles.small}>{t("accounts.explain.waiting", { at })}</p>}
      <AccountRefusal account={account} />
      {state !== "refused" && (nameCheck?.answer === "closeMatch" || nameCheck?.answer === "noMatch") && (
        <Notice tone="attention">
          <p>
            {checkText(nameCheck)} {t("accounts.check.advice")} ({formatDay(language, nameCheck.day)})
          </p>
        </Notice>
      )}
    </>
  );
}
