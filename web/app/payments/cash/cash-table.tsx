/** Cash per currency: balance, reserved, available, and what it is worth today. */
import type { CashRow } from "@portico/api/payments/cash.ts";
import type { ReactNode } from "react";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { Money } from "../../ui/figures.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./money.module.css";

interface CashTableProps {
  cash: readonly CashRow[];
  total: string | null;
  contractCurrency: string;
  /** Why a figure is unknown. */
  because: (gaps: CashRow["gaps"]) => ReactNode;
}

export function CashTable({ cash, total, contractCurrency, because }: CashTableProps) {
  const t = useText();
  const nameOf = useCurrencyNames();
  const areReserved = cash.some(({ reserved }) => Number(reserved) !== 0);
  if (cash.length === 0)
    return (
      <Section title={t("money.cash.title")}>
        <Empty icon="money" title={t("money.cash.none")} />
      </Section>
    );
  return (
    <Section title={t("money.cash.title")} hint={areReserved && t("money.cash.reservedHint")}>
      <ul className={styles.cash}>
        {cash.map((row) => (
          <li key={row.currency}>
            <h3>
              {nameOf(row.currency)} <span className={styles.small}>{row.currency}</span>
            </h3>
            <p className={styles.balance}>
              <Money amount={row.amount} currency={row.currency} />
            </p>
            <dl className={styles.facts}>
              {areReserved && (
                <>
                  <dt>{t("money.cash.reserved")}</dt>
                  <dd>
                    <Money amount={row.reserved} currency={row.currency} />
                  </dd>
                </>
              )}
              <dt>{t("money.cash.available")}</dt>
              <dd>
                <Money amount={row.available} currency={row.currency} />
              </dd>
              {row.currency !== contractCurrency && (
                <>
                  <dt>{t("money.cash.value", { currency: contractCurrency })}</dt>
                  <dd>
                    <Money amount={row.value} currency={contractCurrency} because={because(row.gaps)} />
                  </dd>
                </>
              )}
            </dl>
          </li>
        ))}
      </ul>
      {cash.length > 1 && (
        <p className={styles.total}>
          {t("money.cash.total", { currency: contractCurrency })}{" "}
          <strong>
            <Money
              amount={total}
              currency={contractCurrency}
              because={because(cash.filter(({ value }) => value === null).flatMap(({ gaps }) => gaps))}
            />
          </strong>
        </p>
      )}
    </Section>
  );
}
