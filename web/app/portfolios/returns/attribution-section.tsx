/** Where the difference from a benchmark came from, by class or by currency, over the page's range. */
import { NativeSelect } from "@mantine/core";
import type { AttributedBy, Attribution } from "@portico/api/portfolio-attribution.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { Percent, Points } from "../../ui/figures.tsx";
import { formatDay } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { RowsSkeleton } from "../../ui/skeletons.tsx";
import { LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useDescription } from "../benchmarks/description.ts";
import { useGapText } from "../gap-text.ts";
import type { DayRange } from "../performance/ranges.ts";
import { Doubts } from "../portfolio-notices.tsx";
import { AttributionTable } from "./attribution-table.tsx";
import styles from "./returns.module.css";
import { useAttribution } from "./use-returns.ts";

export interface AttributionProps {
  range: DayRange;
}

const groupings = ["class", "currency"] as const satisfies readonly AttributedBy[];

/** What is shown, kept in the address. */
function useChoice() {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string | undefined) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === undefined) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const against = search.get("against") ?? "";
  const by: AttributedBy = search.get("attribution") === "currency" ? "currency" : "class";
  return {
    by,
    benchmark: /^\d{1,15}$/.test(against) ? Number(against) : undefined,
    pickBy: (id: string) => set("attribution", id === "currency" ? id : undefined),
    pickBenchmark: (id: string) => set("against", id),
  };
}

export function AttributionSection({ range }: AttributionProps) {
  const t = useText();
  const language = useLanguage();
  const { by, benchmark: named, pickBy, pickBenchmark } = useChoice();
  const offered = useCall(useApi().benchmarks.listOffered, { params: useHolder() });
  const choices = offered.data?.benchmarks ?? [];
  // One of the address that is offered no longer is left out.
  const picked = offered.data && !choices.some(({ id }) => id === named) ? undefined : named;
  const { data, error, isFetching, isPlaceholderData, refetch } = useAttribution(range, { by, benchmark: picked });
  const { from, to } = data ?? range;
  return (
    <Section
      title={t("portfolios.attribution.title", { from: formatDay(language, from), to: formatDay(language, to) })}
    >
      <div className={styles.choices} data-no-print>
        {choices.length > 1 && (
          <NativeSelect
            label={t("portfolios.attribution.against")}
            value={String(picked ?? choices[0]?.id ?? "")}
            data={choices.map(({ id, name }) => ({ value: String(id), label: name[language] }))}
            onChange={(event) => pickBenchmark(event.currentTarget.value)}
          />
        )}
        <SectionPicker
          label={t("portfolios.attribution.by")}
          current={by}
          onPick={pickBy}
          sections={groupings.map((id) => ({ id, label: t(`portfolios.attribution.by.${id}`) }))}
        />
      </div>
      {data ? (
        <div aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <Content data={data} range={range} />
        </div>
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading>
          <RowsSkeleton />
        </Loading>
      )}
    </Section>
  );
}

const effects = ["allocation", "selection", "interaction"] as const;

function Content({ data, range }: { data: Attribution; range: DayRange }) {
  const t = useText();
  const language = useLanguage();
  const describe = useDescription();
  const { benchmark, total, by } = data;
  const name = benchmark?.name[language] ?? "";
  const since = data.benchmarkFrom !== null && (
    <p>{t("portfolios.attribution.since", { name, day: formatDay(language, data.benchmarkFrom) })}</p>
  );
  if (!total || !benchmark) return <Untold data={data} />;
  return (
    <>
      <p className={styles.lead}>
        {t("portfolios.attribution.own")} <Percent result value={data.return} /> · {name}{" "}
        <Percent result value={data.benchmarkReturn} /> · {t("portfolios.attribution.difference")}{" "}
        <Points signed value={data.excess} />
      </p>
      <p className={styles.note}>{describe(benchmark)}</p>
      {since}
      <AttributionTable data={data} range={range} />
      <dl className={styles.effects}>
        {effects.map((effect) => (
          <div key={effect}>
            <dt>{t(`portfolios.attribution.${effect}`)}</dt>
            <dd>{t(`portfolios.attribution.explain.${effect}`)}</dd>
          </div>
        ))}
      </dl>
      {data.unclassified.length > 0 && (
        <Notice>
          {t("portfolios.attribution.noClass", {
            names: new Intl.ListFormat(language).format(data.unclassified.map((each) => each[language])),
          })}
        </Notice>
      )}
      <p className={styles.note}>
        {by === "currency" && `${t("portfolios.attribution.byCurrency", { currency: data.contractCurrency })} `}
        {t("portfolios.attribution.method", { count: data.periods })}
      </p>
      <Doubts of="figures" gaps={data.gaps.map((gap) => named(gap, language))} />
    </>
  );
}

type AttributionGap = Attribution["gaps"][number];
const named = (gap: AttributionGap, language: "bg" | "en" | "pl"): AttributionGap =>
  gap.part ? { ...gap, name: gap.part[language] } : gap;

/** Why nothing can be told, and what is missing. */
function Untold({ data }: { data: Attribution }) {
  const t = useText();
  const language = useLanguage();
  const gapText = useGapText();
  const { reason, reasonDay, gaps } = data;
  if (reason === null) return null;
  const day = reasonDay === null ? "" : formatDay(language, reasonDay);
  const missing = gaps.filter((gap) => !isDoubt(gap));
  return (
    <Notice title={t("portfolios.attribution.untold")}>
      <p>
        {reason === "nothingHeld" && reasonDay !== null
          ? t("portfolios.attribution.reason.nothingHeldOn", { day })
          : t(`portfolios.attribution.reason.${reason}`, { day })}
      </p>
      {missing.length > 0 && (
        <ul>
          {missing.slice(0, 6).map((gap) => (
            <li key={`${gap.code} ${gap.instrumentId ?? gap.currency ?? gap.name}`}>{gapText(named(gap, language))}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
