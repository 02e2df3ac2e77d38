/** Income that is announced, with what became of it, and estimates, which can be switched off and are never in one sum with it. */

import { Switch } from "@mantine/core";
import type { ExpectedIncome, IncomeSums } from "@portico/api/portfolio-income.ts";
import { useSearchParams } from "react-router";
import { errorText } from "../../shell/calls/api.tsx";
import { Money } from "../../ui/figures.tsx";
import { formatMoney } from "../../ui/format.ts";
import { Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import { Calendar } from "./expected-calendar.tsx";
import { ExpectedPayments, type ExpectedRow } from "./expected-payments.tsx";
import styles from "./income.module.css";
import { useExpectedIncome } from "./use-income.ts";

/** The switch is in the address, so that it is the same after a reload and in a link. */
function useEstimates(): [boolean, (isOn: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (isOn: boolean) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (isOn) next.set("estimates", "on");
        else next.delete("estimates");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [search.get("estimates") === "on", set];
}

export function ExpectedSection() {
  const t = useText();
  const { data, error, isFetching, refetch } = useExpectedIncome();
  return (
    <Section title={t("portfolios.income.expected")} hint={t("portfolios.income.expectedHint")}>
      {data ? (
        <div className={styles.income}>
          <Expected expected={data} />
        </div>
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading />
      )}
    </Section>
  );
}

function Expected({ expected }: { expected: ExpectedIncome }) {
  const t = useText();
  const [withEstimates, setEstimates] = useEstimates();
  const because = useBecause()(expected.gaps);
  const { contractCurrency: currency, totals } = expected;
  if (expected.reason) return <Empty icon="portfolio" title={t("portfolios.income.notProvided")} />;
  const rows: ExpectedRow[] = [
    ...expected.announced.map((announced) => ({
      id: `${announced.isOfFirm ? "firm" : "announced"}-${announced.id}`,
      state: announced.state,
      announced,
      estimate: null,
      payment: announced,
    })),
    ...(withEstimates ? expected.estimates : []).map((estimate) => ({
      id: `estimate-${estimate.basis.id}`,
      state: "estimated" as const,
      announced: null,
      estimate,
      payment: estimate,
    })),
  ];
  const months = expected.months.filter(({ announced }) => withEstimates || Number(announced.gross ?? 1) !== 0);
  const note = ({ tax, net }: IncomeSums) =>
    tax !== null && net !== null && <Net tax={tax} net={net} currency={currency} />;
  return (
    <>
      <StatTiles>
        <StatTile label={t("portfolios.income.announcedGross")} note={note(totals.announced)} hero>
          <Money amount={totals.announced.gross} currency={currency} because={because} />
        </StatTile>
        {withEstimates && (
          <StatTile label={t("portfolios.income.estimatedGross")} note={note(totals.estimated)}>
            <Money amount={totals.estimated.gross} currency={currency} because={because} />
          </StatTile>
        )}
      </StatTiles>
      <Switch
        className={styles.switch}
        wrapperProps={{ "data-no-print": true }}
        checked={withEstimates}
        label={t("portfolios.income.showEstimates")}
        description={t("portfolios.income.estimatesHint")}
        onChange={(event) => setEstimates(event.currentTarget.checked)}
      />
      {months.length > 0 && (
        <>
          <h3 className={styles.part}>{t("portfolios.income.calendar")}</h3>
          <Calendar months={months} withEstimates={withEstimates} currency={currency} because={because} />
        </>
      )}
      <h3 className={styles.part}>{t("portfolios.income.expectedPayments")}</h3>
      <ExpectedPayments rows={rows} day={expected.valuationDay ?? ""} withEstimates={withEstimates} />
    </>
  );
}

function Net({ tax, net, currency }: { tax: string; net: string; currency: string }) {
  const t = useText();
  const language = useLanguage();
  return t("portfolios.income.netNote", {
    tax: formatMoney(language, tax, currency),
    net: formatMoney(language, net, currency),
  });
}
