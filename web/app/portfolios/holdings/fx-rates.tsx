/** The FX rates: one is selected and shown; the choice is stored in the browser. */

import { memo, useEffect } from "react";
import { clearForexRates, selectForexRate, useForexRates } from "../../shell/forex-rates.ts";
import { Button } from "../../ui/button.tsx";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { formatDay, formatRate } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { Bar } from "../../ui/skeletons.tsx";
import { Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { sourceText } from "../source-text.ts";
import styles from "./fx-rates.module.css";

/** Rates are per euro; the lev, which the euro replaced, is shown only to people with a record in it. */
const isOffered = (code: string, hasLev: boolean): boolean => code !== "EUR" && (code !== "BGN" || hasLev);

interface FxRatesProps {
  /** The client's own currencies, which stand first. */
  own: readonly string[];
}

export const FxRates = memo(function FxRates({ own }: FxRatesProps) {
  const hasLev = own.includes("BGN");
  const t = useText();
  const language = useLanguage();
  const nameOf = useCurrencyNames();
  const { rates: known, selected: chosen, isDefault, load, loading, isComing, failed } = useForexRates();
  const offered = known.filter(({ code }) => isOffered(code, hasLev));
  const rates = [
    ...offered.filter(({ code }) => own.includes(code)),
    ...offered.filter(({ code }) => !own.includes(code)),
  ];
  const selected = (isDefault ? undefined : rates.find(({ code }) => code === chosen?.code)) ?? rates[0];
  // What is shown is what is stored: the first of all rates may not be offered, or another be the client's own.
  const shown = selected?.code;
  useEffect(() => {
    if (shown !== undefined && shown !== chosen?.code) selectForexRate(shown, { byDefault: true });
  }, [shown, chosen?.code]);
  return (
    <Section title={t("portfolios.rates.title")}>
      {rates.length === 0 && isComing ? (
        <Loading>
          <Bar width="12rem" />
        </Loading>
      ) : rates.length === 0 ? (
        <>
          <p role={failed ? "alert" : undefined}>{t(failed ? "portfolios.rates.failed" : "portfolios.rates.none")}</p>
          <Button variant="default" size="sm" onClick={load} loading={loading} data-no-print>
            {t("portfolios.rates.load")}
          </Button>
        </>
      ) : (
        <div className={styles.rates}>
          <label data-no-print>
            <span>{t("portfolios.rates.choose")}</span>
            <select value={selected?.code ?? ""} onChange={(event) => selectForexRate(event.target.value)}>
              {rates.map((rate) => (
                <option key={rate.code} value={rate.code}>
                  {rate.code} · {nameOf(rate.code)}
                </option>
              ))}
            </select>
          </label>
          {selected && (
            <div aria-live="polite">
              <p className={styles.rate}>
                {formatRate(language, selected.oneEuroEquals)} {selected.code} <span>{t("portfolios.rates.euro")}</span>
              </p>
              {hasLev && selected.code !== "BGN" && (
                <p className="small">
                  {formatRate(language, selected.oneLevEquals)} {selected.code} {t("portfolios.rates.lev")}
                </p>
              )}
              <p className="small">
                {t("portfolios.rates.source", {
                  source: sourceText(t, selected.source),
                  day: formatDay(language, selected.day),
                })}
              </p>
            </div>
          )}
          <Button variant="subtle" size="sm" onClick={clearForexRates} data-no-print>
            {t("portfolios.rates.clear")}
          </Button>
        </div>
      )}
    </Section>
  );
});
