/** What a withdrawal moves: what arrives at the account, the fee, and what leaves the cash. */
import { addAmounts } from "@portico/api/rules/withdrawal-fee.ts";
import { formatMoney } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../cash/money.module.css";

export function WithdrawalSums({ sum, fee, currency }: { sum: string; fee: string; currency: string }) {
  const t = useText();
  const language = useLanguage();
  const money = (amount: string) => formatMoney(language, amount, currency);
  return (
    <dl className={styles.sums}>
      <dt>{t("money.out.arrives")}</dt>
      <dd>{money(sum)}</dd>
      <dt>{t("money.out.fee")}</dt>
      <dd>{Number(fee) === 0 ? t("money.out.noFee") : money(fee)}</dd>
      <dt>{t("money.out.leaves")}</dt>
      <dd>{money(addAmounts(sum, fee))}</dd>
    </dl>
  );
}
