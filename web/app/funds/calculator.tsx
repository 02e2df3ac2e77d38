/**
 * What a plan would have become in every period of the actual history. The input is in the address, so that a link keeps it
 * and the page answers without scripts too.
 */
import { TextInput } from "@mantine/core";
import type { FeeRates } from "@portico/scenarios/fees.ts";
import type { MonthlySeries } from "@portico/scenarios/series.ts";
import { type HistoricalRange, historicalRange, type TooShort } from "@portico/scenarios/windows.ts";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../ui/button.tsx";
import { Day } from "../ui/dates.tsx";
import { formatDay, formatDecimal } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { useTypedBefore } from "../ui/use-typed-before.ts";
import styles from "./funds.module.css";
import { readPlan, searchOfPlan, type TypedPlan, typedPlan } from "./plan-of-search.ts";

interface CalculatorProps {
  months: MonthlySeries;
  fees: FeeRates;
  currency: string;
  /** What is calculated before anything is typed. */
  usual: TypedPlan;
}

/** A reader who types on hears only the last result. */
const announceAfterMs = 700;

export function Calculator({ months, fees, currency, usual }: CalculatorProps) {
  const t = useText();
  const language = useLanguage();
  const [search, setSearch] = useSearchParams();
  const [typed, setTyped] = useState(() => typedPlan(search, usual));
  const { plan, faults } = readPlan(language, typed);
  const result = plan && historicalRange(months, plan, fees);
  function change(next: TypedPlan): void {
    setTyped(next);
    setSearch((before) => searchOfPlan(language, before, next, usual), { replace: true, preventScrollReset: true });
  }
  const field = (name: keyof TypedPlan, label: string, inputMode: "decimal" | "numeric") => {
    const fault = faults[name];
    return (
      <TextInput
        size="md"
        name={name}
        inputMode={inputMode}
        label={label}
        value={typed[name]}
        error={fault && t(`funds.plan.fault.${fault}`)}
        onChange={(event) => change({ ...typed, [name]: event.currentTarget.value })}
      />
    );
  };
  const form = useTypedBefore((before) => change({ ...typed, ...before }));
  return (
    <>
      <form ref={form} method="get" className={styles.fields} onSubmit={(event) => event.preventDefault()} noValidate>
        {field("now", t("funds.plan.now", { currency }), "decimal")}
        {field("monthly", t("funds.plan.monthly", { currency }), "decimal")}
        {field("years", t("funds.plan.years"), "numeric")}
        <noscript>
          <Button type="submit" size="md" variant="default">
            {t("funds.plan.show")}
          </Button>
        </noscript>
      </form>
      {result?.outcome === "range" && <Range range={result} months={months} currency={currency} />}
      {result?.outcome === "tooShort" && <Short result={result} />}
      <Announced result={result} currency={currency} />
    </>
  );
}

/** Whole units of a currency: the digits behind would pretend to a precision that the past does not have. */
function Whole({ amount, currency }: { amount: number; currency: string }) {
  const language = useLanguage();
  return (
    <>
      {formatDecimal(language, amount, 0)} <span>{currency}</span>
    </>
  );
}

interface RangeProps {
  range: HistoricalRange;
  months: MonthlySeries;
  currency: string;
}

function Range({ range, months, currency }: RangeProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <p>
        {t("funds.plan.paidIn")} <Whole amount={range.paidIn} currency={currency} />
      </p>
      <dl className={styles.outcomes}>
        {(["worst", "median", "best"] as const).map((kind) => (
          <div key={kind}>
            <dt>{t(`funds.plan.${kind}`)}</dt>
            <dd>
              <Whole amount={range[kind].value} currency={currency} />
            </dd>
            <dd>
              <Day day={range[kind].startDay} /> – <Day day={range[kind].endDay} />
            </dd>
          </div>
        ))}
      </dl>
      <p>
        {t("funds.plan.windows", {
          count: range.windows,
          from: formatDay(language, months.days[0] ?? ""),
          to: formatDay(language, months.days.at(-1) ?? ""),
        })}{" "}
        {t("funds.plan.below", { count: range.below })}
        {range.leftOut > 0 && <> {t("funds.plan.leftOut", { count: range.leftOut })}</>}
      </p>
    </>
  );
}

function Short({ result: { months, needed, longest, leftOut } }: { result: TooShort }) {
  const t = useText();
  const years = Math.floor(longest / 12);
  return (
    <Notice tone="attention" title={t("funds.plan.tooShort", { years: needed / 12 })}>
      <p>
        {t("funds.plan.history", { months })}{" "}
        {years === 0 ? t("funds.plan.underYear") : t("funds.plan.longest", { years })}
      </p>
      {leftOut > 0 && <p>{t("funds.plan.leftOut", { count: leftOut })}</p>}
    </Notice>
  );
}

/** The result for screen readers, once typing has paused. */
function Announced({ result, currency }: { result: HistoricalRange | TooShort | undefined; currency: string }) {
  const t = useText();
  const language = useLanguage();
  const written = (amount: number) => `${formatDecimal(language, amount, 0)} ${currency}`;
  const text =
    result?.outcome === "range"
      ? t("funds.plan.announced", {
          worst: written(result.worst.value),
          median: written(result.median.value),
          best: written(result.best.value),
        })
      : result
        ? t("funds.plan.tooShort", { years: result.needed / 12 })
        : "";
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), announceAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <output className="visually-hidden" aria-live="polite">
      {said}
    </output>
  );
}
