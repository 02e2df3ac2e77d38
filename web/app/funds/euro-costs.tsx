/** Costs of a definition in another currency, in euro at the rate of the day. */
import { useForexRates } from "../shell/forex-rates.ts";
import { formatDay, formatMoney, formatRate } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./funds.module.css";

interface EuroCostsProps {
  amounts: readonly number[];
  totals: readonly number[];
  currency: string;
}

export function EuroCosts({ amounts, totals, currency }: EuroCostsProps) {
  const t = useText();
  const language = useLanguage();
  const { rates, loading } = useForexRates();
  if (currency === "EUR") return null;
  const rate = rates.find(({ code }) => code === currency);
  if (!rate) return <p className={styles.note}>{t(loading ? "ui.state.loading" : "funds.euro.none", { currency })}</p>;
  return (
    <div className={styles.note}>
      {amounts.map((amount, index) => (
        <p key={amount}>
          {t("funds.euro.costs", {
            amount: formatMoney(language, amount, currency),
            total: formatMoney(language, (totals[index] ?? 0) / rate.oneEuroEquals, "EUR"),
          })}
        </p>
      ))}
      <p>
        {t("funds.euro.rate", {
          rate: formatRate(language, rate.oneEuroEquals),
          currency,
          day: formatDay(language, rate.day),
          source: rate.source,
        })}
      </p>
    </div>
  );
}
