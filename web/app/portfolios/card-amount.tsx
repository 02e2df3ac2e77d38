/** An amount in a table with a currency column; on a phone's card, without that column, the currency is next to the amount. */
import { CurrencyCode } from "../ui/currency-code.tsx";
import { formatAmount } from "../ui/format.ts";
import { useLanguage } from "../ui/text.tsx";
import styles from "./entries/entries.module.css";

export function CardAmount({ amount, currency }: { amount: number; currency: string | null }) {
  const written = formatAmount(useLanguage(), amount, currency ?? "");
  return (
    <>
      {written}
      {currency && (
        <span className={styles.currency}>
          {" "}
          <CurrencyCode code={currency} />
        </span>
      )}
    </>
  );
}
