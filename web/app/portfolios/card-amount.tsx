/** An amount in a table with a column for the currency; a phone's card, which has no such column, names it beside the amount. */
import { CurrencyCode } from "../ui/currency-code.tsx";
import { formatAmount } from "../ui/format.ts";
import { useLanguage } from "../ui/text.tsx";
import styles from "./entries.module.css";

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
