/** Converts an amount between two currencies, at the rates of today or of a past day. */
import { NativeSelect, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useFirmToday } from "../../shell/firm-day.ts";
import { Button } from "../../ui/button.tsx";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { digitsOf, formatDay, formatMoney, formatRate } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { readAmount } from "../../ui/typed-amount.ts";
import { convert } from "./convert.ts";
import styles from "./money.module.css";
import { useDayRates } from "./use-money.ts";

interface ConverterProps {
  /** The client's own currencies, which stand first. */
  own: readonly string[];
  sourceText: (source: string) => string;
}

export default function Converter({ own, sourceText }: ConverterProps) {
  const t = useText();
  const today = useFirmToday();
  const [day, setDay] = useState(today);
  const query = useDayRates(day === today || day === "" ? undefined : day);
  const [amount, setAmount] = useState("100");
  const [pair, setPair] = useState({ from: own[0] ?? "EUR", to: own[1] ?? (own[0] === "EUR" ? "USD" : "EUR") });
  const rates = query.data?.rates;
  const codes = rates
    ? inOrder(
        own,
        rates.map(({ code }) => code),
      )
    : [];
  const select = (side: "from" | "to") => (
    <CurrencySelect
      label={t(`money.convert.${side}`)}
      codes={codes.includes(pair[side]) ? codes : [pair[side], ...codes]}
      value={pair[side]}
      onChange={(code) => setPair({ ...pair, [side]: code })}
    />
  );
  return (
    <Section title={t("money.convert.title")} hint={t("money.convert.hint")} onScreen>
      <div className={styles.pair}>
        <TextInput
          inputMode="decimal"
          label={t("money.convert.amount")}
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t("money.convert.day")}
          value={day}
          max={today}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        {select("from")}
        {select("to")}
      </div>
      <Button
        variant="default"
        size="sm"
        className={styles.swap ?? ""}
        onClick={() => setPair({ from: pair.to, to: pair.from })}
      >
        {t("money.convert.swap")}
      </Button>
      {rates ? (
        <Result amount={amount} pair={pair} rates={rates} sourceText={sourceText} />
      ) : (
        <PendingQuery query={query} />
      )}
    </Section>
  );
}

const inOrder = (own: readonly string[], codes: readonly string[]): string[] => [
  ...own.filter((code) => codes.includes(code)),
  ...codes.filter((code) => !own.includes(code)).toSorted(),
];

interface CurrencySelectProps {
  label: string;
  codes: readonly string[];
  value: string;
  onChange: (code: string) => void;
}

function CurrencySelect({ label, codes, value, onChange }: CurrencySelectProps) {
  const nameOf = useCurrencyNames();
  return (
    <NativeSelect
      label={label}
      value={value}
      data={codes.map((code) => ({ value: code, label: `${code} · ${nameOf(code)}` }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface ResultProps {
  amount: string;
  pair: { from: string; to: string };
  rates: NonNullable<ReturnType<typeof useDayRates>["data"]>["rates"];
  sourceText: (source: string) => string;
}

function Result({ amount, pair, rates, sourceText }: ResultProps) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const plain = readAmount(language, amount);
  const [from, to] = [pair.from, pair.to].map((code) => rates.find((one) => one.code === code));
  const converted = plain === undefined ? null : convert(plain, { from, to, digits: digitsOf(pair.to) });
  const missing = !from ? pair.from : !to ? pair.to : undefined;
  return (
    <output className={styles.result} htmlFor={id} aria-live="polite">
      {missing && t("money.convert.none", { currency: missing })}
      {!missing && plain === undefined && t("money.convert.bad")}
      {converted && (
        <>
          <span className={styles.balance}>{formatMoney(language, converted.result, pair.to)}</span>
          <span className={styles.small}>
            {t("money.convert.rate", { from: pair.from, to: pair.to, rate: formatRate(language, converted.rate) })}
          </span>
          {converted.quotes.map(({ day, source }) => (
            <span key={`${day} ${source}`} className={styles.small}>
              {t("money.convert.source", { source: sourceText(source), day: formatDay(language, day) })}
            </span>
          ))}
        </>
      )}
    </output>
  );
}
