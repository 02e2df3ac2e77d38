/** What a person, the companies that they act for and their shares of companies are worth and earned, in one currency. */
import { NativeSelect } from "@mantine/core";
import { currenciesInUse } from "@portico/api/currencies.ts";
import type { Consolidated, ConsolidatedResults } from "@portico/api/portfolio-consolidated.ts";
import { totalsOf } from "@portico/api/rules/portfolio-totals.ts";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useFirmToday } from "../shell/firm-day.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { useProfile } from "../shell/session/session.ts";
import { useCurrencyNames } from "../ui/currency-names.ts";
import { Money, Percent } from "../ui/figures.tsx";
import { formatDay } from "../ui/format.ts";
import { PrintButton } from "../ui/print-button.tsx";
import { PageHead, Section, StatTile, StatTiles } from "../ui/section.tsx";
import { SectionPicker } from "../ui/section-picker.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./consolidated/consolidated.module.css";
import { PartsTable } from "./consolidated/parts-table.tsx";
import { useTotalAddress } from "./consolidated/total-address.ts";
import { useRangeName } from "./performance/range-name.ts";
import { RangePicker } from "./performance/range-picker.tsx";
import type { DayRange } from "./performance/ranges.ts";
import { useRange } from "./performance/use-range.ts";
import { Yearly } from "./performance/yearly.tsx";
import { refetchMs } from "./portfolio-state.ts";

export default function ConsolidatedPage() {
  const t = useText();
  const api = useApi();
  const { id: userId } = useProfile();
  const nameOf = useCurrencyNames();
  const today = useFirmToday();
  const [range, setRange] = useRange(today);
  const { currency, of, setCurrency, setOf } = useTotalAddress();
  const query = { currency, of };
  const { data, error, isFetching, refetch } = useCall(
    api.portfolios.getConsolidated,
    { params: { userId }, query },
    { staleTime: refetchMs, refetchInterval: refetchMs },
  );
  const { from, to } = range;
  const results = useCall(
    api.portfolios.getConsolidatedResults,
    { params: { userId, from, to }, query },
    { staleTime: refetchMs },
  );
  return (
    <>
      <PageTitle>{t("portfolios.consolidated.title")}</PageTitle>
      <PageHead title={t("portfolios.consolidated.title")} actions={<PrintButton size="md" />}>
        {t("portfolios.consolidated.lead")}
      </PageHead>
      <div className={styles.choices} data-no-print>
        <NativeSelect
          className={styles.currency}
          size="md"
          label={t("portfolios.consolidated.currency")}
          data={currenciesInUse.map((code) => ({ value: code, label: `${code} · ${nameOf(code)}` }))}
          value={currency ?? data?.currency ?? ""}
          onChange={(event) => setCurrency(event.currentTarget.value)}
        />
        <SectionPicker
          label={t("portfolios.consolidated.of")}
          sections={totalsOf.map((id) => ({ id, label: t(`portfolios.consolidated.of.${id}`) }))}
          current={of}
          onPick={setOf}
        />
      </div>
      <p className={styles.hint}>{t(`portfolios.consolidated.hint.${of}`)}</p>
      <RangePicker range={range} onChange={setRange} today={today} />
      {data ? (
        <Figures
          data={data}
          results={results.data}
          range={range}
          failed={
            results.error && !results.data ? (
              <LoadFailed retry={() => void results.refetch()} retrying={results.isFetching}>
                {errorText(t, results.error)}
              </LoadFailed>
            ) : null
          }
        />
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading />
      )}
    </>
  );
}

interface FiguresProps {
  data: Consolidated;
  results: ConsolidatedResults | undefined;
  range: DayRange;
  /** Shown where the results would be. */
  failed: React.ReactNode;
}

function Figures({ data, results, range, failed }: FiguresProps) {
  const t = useText();
  const language = useLanguage();
  const { currency, total, known, day, of } = data;
  const whole = of === "share" ? "portfolios.consolidated.totalShare" : "portfolios.consolidated.total";
  return (
    <>
      <StatTiles>
        <StatTile
          hero
          label={t(total === null ? "portfolios.consolidated.known" : whole)}
          note={total === null && t("portfolios.consolidated.incomplete")}
        >
          <Money amount={total ?? known} currency={currency} />
        </StatTile>
        {results && <Earned results={results} range={range} />}
      </StatTiles>
      {failed}
      <Section
        title={t("portfolios.consolidated.parts")}
        hint={`${t("portfolios.consolidated.rates", { day: formatDay(language, day) })} ${t("portfolios.consolidated.moved")}`}
      >
        <PartsTable data={data} results={results} />
      </Section>
    </>
  );
}

function Earned({ results, range }: { results: ConsolidatedResults; range: DayRange }) {
  const t = useText();
  const language = useLanguage();
  const rangeName = useRangeName();
  const { currency, total, lastChange, timeWeightedReturn, timeWeightedYearly, timeWeightedReason: reason } = results;
  const partMissing = t("portfolios.gap.because", { reason: t("portfolios.consolidated.reason.part") });
  const noReturn = reason
    ? t("portfolios.gap.because", {
        reason: t(`portfolios.performance.reason.${reason.code}`, {
          day: reason.day === null ? "" : formatDay(language, reason.day),
        }),
      })
    : partMissing;
  return (
    <>
      {lastChange && (
        <StatTile label={t("portfolios.consolidated.lastChange", { day: formatDay(language, lastChange.since) })}>
          <Money amount={lastChange.earned} currency={currency} result />
          {lastChange.percent !== null && (
            <>
              {" "}
              <Percent value={lastChange.percent} result />
            </>
          )}
        </StatTile>
      )}
      <StatTile label={t("portfolios.consolidated.earned", { range: rangeName(range) })}>
        <Money amount={total?.earned} currency={currency} result because={partMissing} />
      </StatTile>
      <StatTile
        label={t("portfolios.consolidated.twr", { range: rangeName(range) })}
        note={
          <>
            <Yearly percent={timeWeightedYearly} />
            {t("portfolios.consolidated.twrExplain")}
          </>
        }
      >
        <Percent value={timeWeightedReturn} result because={noReturn} />
      </StatTile>
    </>
  );
}
