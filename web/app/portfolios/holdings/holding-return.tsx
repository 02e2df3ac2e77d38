/** The money-weighted return of one holding, calculated when somebody asks for it, with the payments that it rests on. */
import type { HoldingReturn as Answer } from "@portico/api/portfolio-holding.ts";
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { Button } from "../../ui/button.tsx";
import { Percent } from "../../ui/figures.tsx";
import { formatAmount } from "../../ui/format.ts";
import { LoadFailed } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import type { DayRange } from "../performance/ranges.ts";
import chart from "../performance/value-chart.module.css";
import { refetchMs } from "../portfolio-state.ts";
import styles from "./position.module.css";

export function HoldingReturn({ range: { from, to }, instrumentId }: { range: DayRange; instrumentId: number }) {
  const t = useText();
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useCall(
    api.portfolios.getHoldingReturn,
    { params: { ...useHolder(), from, to }, query: { instrumentId } },
    { staleTime: refetchMs, enabled: isAsked },
  );
  if (data) return <Found found={data} />;
  if (error)
    return (
      <LoadFailed retry={() => void refetch()} retrying={isFetching}>
        {errorText(t, error)}
      </LoadFailed>
    );
  return (
    <Button variant="default" size="sm" data-no-print loading={isFetching} onClick={() => setAsked(true)}>
      {t("portfolios.holding.ask")}
    </Button>
  );
}

export function Found({ found: { moneyWeightedReturn, reason, gaps, flows, contractCurrency } }: { found: Answer }) {
  const t = useText();
  const language = useLanguage();
  const becauseOf = useBecause();
  const because =
    reason === null
      ? undefined
      : (becauseOf(gaps) ??
        t("portfolios.gap.because", {
          reason:
            reason === "notProvided"
              ? t("portfolios.holding.notProvided")
              : reason === "gaps"
                ? t("portfolios.holding.unknownWorth")
                : t(`portfolios.performance.reason.${reason}`),
        }));
  return (
    <>
      <p className={styles.story}>
        <Percent result value={moneyWeightedReturn} because={because} />
      </p>
      <p className="small">{t("portfolios.holding.xirrExplain")}</p>
      {flows.length > 0 && (
        <details className={chart.table} data-no-print>
          <summary>{t("portfolios.holding.flows")}</summary>
          <table>
            <caption className="visually-hidden">{t("portfolios.holding.flows")}</caption>
            <thead>
              <tr>
                <th scope="col">{t("portfolios.chart.day")}</th>
                <th scope="col">{t("portfolios.holding.flow", { currency: contractCurrency })}</th>
              </tr>
            </thead>
            <tbody>
              {flows.map(({ day, amount }, index) => (
                // A day may have two: a payment and the value.
                // oxlint-disable-next-line react/no-array-index-key -- the list does not change
                <tr key={index}>
                  <th scope="row">{day}</th>
                  <td>{formatAmount(language, amount, contractCurrency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  );
}
