/** Figures on the page. A missing figure says so, with the reason; it never shows 0. */
import type { ReactNode } from "react";
import styles from "./figures.module.css";
import {
  type Figure,
  formatAmount,
  formatExact,
  formatPercent,
  formatPoints,
  formatPrice,
  formatQuantity,
  formatRate,
  signOf,
  withSign,
} from "./format.ts";
import { useLanguage, useText } from "./text.tsx";

type Maybe = Figure | null | undefined;

/** "unavailable", with the reason for pointer, keyboard and screen reader. */
export function Unavailable({ because }: { because?: ReactNode }) {
  const t = useText();
  return (
    <span className={styles.unavailable}>
      {t("ui.money.unavailable")}
      {because && <span className={styles.because}> {because}</span>}
    </span>
  );
}

interface MoneyProps {
  amount: Maybe;
  currency: string;
  /** The currency is shown elsewhere: in the column's header, next to the figure. */
  bare?: boolean;
  /** Shows it as a result: sign, arrow and colour. */
  result?: boolean;
  /** A price, with up to this many decimals, which may exceed an amount's. */
  price?: number;
  /** Units of the currency for one of another, with the digits of an exchange rate. */
  rate?: boolean;
  because?: ReactNode;
}

/** An amount with its currency after it. */
export function Money({ amount, currency, bare, result, price, rate, because }: MoneyProps) {
  const language = useLanguage();
  if (amount === null || amount === undefined) return <Unavailable because={because} />;
  const written = rate
    ? formatRate(language, amount)
    : price
      ? formatPrice(language, amount, currency, price)
      : formatAmount(language, amount, currency);
  const whole = (
    <>
      {result ? withSign(amount, written) : written}
      {!bare && <span className={styles.currency}> {currency}</span>}
    </>
  );
  return result ? <Result figure={amount}>{whole}</Result> : <span className={styles.figure}>{whole}</span>;
}

/** A percentage; as a result with sign, arrow and colour. */
export function Percent({ value, result, because }: { value: Maybe; result?: boolean; because?: ReactNode }) {
  const language = useLanguage();
  if (value === null || value === undefined) return <Unavailable because={because} />;
  const written = formatPercent(language, value);
  return result ? (
    <Result figure={value}>{withSign(value, written)}</Result>
  ) : (
    <span className={styles.figure}>{written}</span>
  );
}

/** A difference of percentages, in percentage points; signed, it is a deviation. */
export function Points({
  value,
  signed,
  inColumn,
  because,
}: {
  value: Maybe;
  signed?: boolean;
  inColumn?: boolean;
  because?: ReactNode;
}) {
  const t = useText();
  const language = useLanguage();
  if (value === null || value === undefined) return <Unavailable because={because} />;
  const written = formatPoints(language, value, inColumn);
  return (
    <span className={styles.figure}>{t("ui.points", { value: signed ? withSign(value, written) : written })}</span>
  );
}

/** Shares or units. */
export function Quantity({ value, exact, because }: { value: Maybe; exact?: boolean; because?: ReactNode }) {
  const language = useLanguage();
  if (value === null || value === undefined) return <Unavailable because={because} />;
  return <span className={styles.figure}>{(exact ? formatExact : formatQuantity)(language, value)}</span>;
}

/** Gain or loss: shown by arrow, sign and word, and only then by colour. */
function Result({ figure, children }: { figure: Figure; children: ReactNode }) {
  const t = useText();
  const sign = signOf(figure);
  if (sign === 0) return <span className={styles.figure}>{children}</span>;
  return (
    <span className={`${styles.figure} ${sign > 0 ? styles.gain : styles.loss}`}>
      <svg className={styles.arrow} viewBox="0 0 10 10" aria-hidden="true" focusable="false">
        <path d={sign > 0 ? "M5 1.5 9 8.5H1Z" : "M5 8.5 1 1.5H9Z"} fill="currentColor" />
      </svg>
      <span className="visually-hidden">{sign > 0 ? t("ui.money.gain") : t("ui.money.loss")} </span>
      {children}
    </span>
  );
}
