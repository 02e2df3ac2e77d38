/** What was earned in the page's range, in all and on each holding, open or closed. */
import type { Results as Answer, HoldingResult } from "@portico/api/portfolio-results.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { Button } from "../../ui/button.tsx";
import { Money, Percent } from "../../ui/figures.tsx";
import { formatDay } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { RowsSkeleton } from "../../ui/skeletons.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useOpenDetail } from "../detail.ts";
import { useGapText } from "../gap-text.ts";
import { HoldingPart } from "../holdings/holding-part.tsx";
import position from "../holdings/position.module.css";
import { RangePicker } from "../performance/range-picker.tsx";
import type { DayRange } from "../performance/ranges.ts";
import { useRange } from "../performance/use-range.ts";
import { Doubts } from "../portfolio-notices.tsx";
import { refetchMs } from "../portfolio-state.ts";
import { type GroupKind, groupKinds, groupOf } from "./groups.ts";
import { GroupsTable, useGroupName } from "./groups-table.tsx";
import styles from "./results.module.css";
import type { ResultsProps } from "./results-part.tsx";
import { ResultParts, ResultsTable, useResultBecause } from "./results-table.tsx";

export function Results({ today, rows, clientNumber }: ResultsProps) {
  const t = useText();
  const api = useApi();
  const [range, setRange] = useRange(today);
  const { from, to } = range;
  const { data, error, isFetching, isPlaceholderData, refetch } = useCall(
    api.portfolios.getResults,
    { params: { ...useHolder(), from, to } },
    { staleTime: refetchMs, placeholderData: keepPreviousData },
  );
  return (
    <Section title={t("portfolios.page.results")}>
      <RangePicker key={range.preset} range={range} onChange={setRange} today={today} />
      {data ? (
        <div aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <Content
            data={data}
            range={range}
            rows={rows}
            clientNumber={clientNumber}
            today={today}
            onWiden={() => setRange(presetRange("all", today))}
          />
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

const filters = ["all", "open", "closed"] as const;
type Filter = (typeof filters)[number];

interface ContentProps extends ResultsProps {
  data: Answer;
  range: DayRange;
  onWiden: () => void;
}

function Content({ data, range, rows, clientNumber, today, onWiden }: ContentProps) {
  const t = useText();
  const language = useLanguage();
  const openDetail = useOpenDetail();
  const because = useResultBecause();
  const [filter, setFilter] = useState<Filter>("all");
  const [search, setSearch] = useSearchParams();
  const kind = groupKinds.find((each) => each === search.get("group"));
  const key = search.get("in");
  const show = (next: { group?: string; in?: string }) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const name of ["group", "in"] as const) {
          after.delete(name);
          if (next[name] !== undefined) after.set(name, next[name]);
        }
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const [open, setOpen] = useState<HoldingResult>();
  const { contractCurrency: currency, holdings, total } = data;
  if (data.reason)
    return (
      <Empty
        title={t(`portfolios.results.${data.reason}`)}
        action={
          data.reason === "nothingHeld" &&
          range.preset !== "all" && (
            <Button variant="default" onClick={onWiden}>
              {t("portfolios.entry.widen")}
            </Button>
          )
        }
      />
    );
  const inGroup = kind && key !== null ? holdings.filter((holding) => groupOf(holding, kind) === key) : holdings;
  const shown = inGroup.filter(({ isClosed }) => filter === "all" || isClosed === (filter === "closed"));
  const [first, last] = [formatDay(language, data.from), formatDay(language, data.to)];
  const lead =
    range.preset === "all"
      ? t("portfolios.results.leadAll", { to: last })
      : t("portfolios.results.lead", { from: first, to: last });
  // What is not held any more has no drawer of its own.
  const openRow = (row: HoldingResult) =>
    rows.some(({ key }) => key === row.key) ? openDetail({ row: row.key }) : setOpen(row);
  return (
    <>
      <p className={styles.lead}>
        {lead}{" "}
        <Money result amount={total.total} currency={currency} because={because({ ...total, gaps: data.gaps })} />
        {total.returnPercent !== null && (
          <>
            {" · "}
            <Percent result value={total.returnPercent} />
          </>
        )}
      </p>
      <p className="small">{t("portfolios.results.explain", { currency })}</p>
      <Missing data={data} />
      <SectionPicker
        label={t("portfolios.results.by")}
        sections={(["holding", ...groupKinds] as const).map((id) => ({ id, label: t(`portfolios.results.by.${id}`) }))}
        current={kind ?? "holding"}
        onPick={(id) => show(id === "holding" ? {} : { group: id })}
      />
      {kind && key === null ? (
        <GroupsTable data={data} kind={kind} range={range} onOpen={(group) => show({ group: kind, in: group.key })} />
      ) : (
        <>
          {kind && key !== null && <WithinGroup kind={kind} name={key} onBack={() => show({ group: kind })} />}
          {inGroup.some(({ isClosed }) => isClosed) && (
            <SectionPicker
              label={t("portfolios.results.filter")}
              sections={filters.map((id) => ({ id, label: t(`portfolios.results.${id}`) }))}
              current={filter}
              onPick={(id) => setFilter(id as Filter)}
            />
          )}
          <ResultsTable
            rows={shown}
            whole={filter === "all" && inGroup === holdings ? data : null}
            currency={currency}
            range={range}
            clientNumber={clientNumber}
            onOpen={openRow}
            empty={
              <Empty
                title={t(
                  filter === "all"
                    ? "portfolios.results.none"
                    : filter === "open"
                      ? "portfolios.results.noneOpen"
                      : "portfolios.results.noneClosed",
                )}
              />
            }
          />
        </>
      )}
      <p className="small">{t("portfolios.results.returnExplain")}</p>
      <Doubts of="figures" gaps={data.gaps} />
      <Sheet opened={open !== undefined} onClose={() => setOpen(undefined)} title={open?.name ?? ""} size="34rem">
        {open && (
          <div className={position.position}>
            <ResultParts row={open} currency={currency} />
            {open.instrumentId !== null && (
              <HoldingPart key={open.key} instrumentId={open.instrumentId} today={today} />
            )}
          </div>
        )}
      </Sheet>
    </>
  );
}

/** Which group the holdings below are of, and the way back to all groups. */
function WithinGroup({ kind, name, onBack }: { kind: GroupKind; name: string; onBack: () => void }) {
  const t = useText();
  const nameOf = useGroupName(kind);
  return (
    <div className={styles.within}>
      <h3>{nameOf(name)}</h3>
      <Button size="sm" variant="default" onClick={onBack} data-no-print>
        {t("portfolios.results.backToGroups")}
      </Button>
    </div>
  );
}

/** The prices and rates that are missing. */
function Missing({ data }: { data: Answer }) {
  const t = useText();
  const gapText = useGapText();
  const missing = data.gaps.filter((gap) => !isDoubt(gap));
  if (missing.length === 0) return null;
  return (
    <Notice title={t("portfolios.results.unknown")}>
      <ul>
        {missing.slice(0, 6).map((gap) => (
          <li key={`${gap.code} ${gap.instrumentId ?? gap.currency}`}>{gapText(gap)}</li>
        ))}
      </ul>
    </Notice>
  );
}
