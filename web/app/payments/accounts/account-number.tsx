/** An account by its number, as people compare it: an IBAN in groups of four. */
import type { BankAccount } from "@portico/api/payments/accounts.ts";
import { groupIban } from "../../ui/grouped-text.ts";
import styles from "./accounts.module.css";

export type NumberedAccount = Pick<BankAccount, "iban" | "number" | "bic" | "bank" | "country" | "currency">;

export const writtenNumber = ({ iban, number }: Pick<BankAccount, "iban" | "number">): string =>
  iban === null ? (number ?? "") : groupIban(iban);

export function AccountNumber({ account }: { account: NumberedAccount }) {
  const { bank, bic, country, currency } = account;
  return (
    <span className={styles.account}>
      <span className={styles.number}>{writtenNumber(account)}</span>{" "}
      <span className={styles.small}>{[currency, bank, country, bic].filter(Boolean).join(" · ")}</span>
    </span>
  );
}
