/** The allocation as a ring and as a list; pointing at one highlights the other and the table. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { arc, pie } from "d3-shape";
import { memo, useMemo, useState } from "react";
import { chartColour } from "../../ui/chart-colour.ts";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { formatMoney, formatPercent } from "../../ui/format.ts";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { Empty } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./allocation.module.css";
import { type AllocationKind, allocate, allocationKinds, keyOfRow, type Slice } from "./allocation.ts";
import { AllocationList } from "./allocation-list.tsx";

const size = 200;
const ring = arc<{ startAngle: number; endAngle: number }>()
  .innerRadius(62)
  .outerRadius(94)
  .cornerRadius(2)
  .padAngle(0.012);
const pointedRing = arc<{ startAngle: number; endAngle: number }>().innerRadius(60).outerRadius(99).padAngle(0.012);
const divide = pie<Slice>()
  .value((slice) => slice.value)
  .sort(null);

/** Name of a row's slice. */
function useKindLabel(): (row: InstrumentRow, kind: AllocationKind) => string {
  const t = useText();
  const language = useLanguage();
  const nameOf = useCurrencyNames();
  return useMemo(() => {
    const countries = new Intl.DisplayNames(language, { type: "region" });
    const labels = {
      instrument: (row: InstrumentRow) => row.name,
      class: ({ assetClass }: InstrumentRow) => t(`portfolios.class.${assetClass ?? "unknown"}`),
      currency: (row: InstrumentRow) => nameOf(row.instrumentCurrency),
      country: ({ country, type }: InstrumentRow) =>
        country ? (countries.of(country) ?? country) : t(`portfolios.class.${type === 9 ? "cash" : "unknown"}`),
    };
    return (row, kind) => labels[kind](row);
  }, [t, language, nameOf]);
}

/** In the brief form, beside the one of all others. */
const briefSlices = 5;
/** Letters of a line that fit into the ring. */
const letters = 15;
const shortened = (name: string): string => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name);

/** A name in at most two lines. */
function linesOf(name: string): string[] {
  const end = name.length > letters ? name.lastIndexOf(" ", letters) : -1;
  return end > 0 ? [name.slice(0, end), shortened(name.slice(end + 1))] : [shortened(name)];
}

interface AllocationProps {
  rows: readonly InstrumentRow[];
  contractCurrency: string;
  pointed?: string | undefined;
  onPoint?: (key: string | undefined) => void;
  /** Only the largest few, without the choice of kind. */
  brief?: boolean;
}

export const Allocation = memo(function Allocation({
  rows,
  contractCurrency,
  pointed,
  onPoint,
  brief = false,
}: AllocationProps) {
  const t = useText();
  const language = useLanguage();
  const [kind, setKind] = useState<AllocationKind>("instrument");
  const [own, setOwn] = useState<string>();
  const kindLabel = useKindLabel();
  const { slices, below } = useMemo(
    () => allocate(rows, kind, (row) => kindLabel(row, kind), brief ? briefSlices : undefined),
    [rows, kind, kindLabel, brief],
  );
  const pointedRow = rows.find((row) => row.key === pointed);
  const active = own ?? (pointedRow && keyOfRow(pointedRow, kind));
  const point = (key: string | undefined) => {
    setOwn(key);
    onPoint?.(kind === "instrument" ? key : undefined);
  };
  const labelOf = (slice: Slice) => slice.label || t("portfolios.allocation.others", { count: slice.rows });

  return (
    <>
      {!brief && (
        <SectionPicker
          label={t("portfolios.allocation.by")}
          sections={allocationKinds.map((id) => ({ id, label: t(`portfolios.allocation.${id}`) }))}
          current={kind}
          onPick={(id) => setKind(id as AllocationKind)}
        />
      )}
      {slices.length === 0 ? (
        <Empty title={t("portfolios.allocation.none")} />
      ) : (
        <div className={styles.allocation} data-brief={brief || undefined}>
          <Ring slices={slices} active={active} onPoint={point} labelOf={labelOf} />
          <AllocationList
            key={kind}
            slices={slices}
            rows={rows}
            kind={kind}
            contractCurrency={contractCurrency}
            active={active}
            onPoint={point}
            labelOf={labelOf}
            brief={brief}
          />
        </div>
      )}
      {below.length > 0 && (
        <p className={styles.below}>
          {t("portfolios.allocation.negative", {
            list: below
              .map((row) => `${row.name} ${formatMoney(language, row.currentValue ?? 0, contractCurrency)}`)
              .join("; "),
          })}
        </p>
      )}
    </>
  );
});

function Ring({
  slices,
  active,
  onPoint,
  labelOf,
}: {
  labelOf: (slice: Slice) => string;
  slices: Slice[];
  active: string | undefined;
  onPoint: (key: string | undefined) => void;
}) {
  const t = useText();
  const language = useLanguage();
  const shown = slices.find((slice) => slice.key === active) ?? slices[0];
  return (
    <svg
      className={styles.ring}
      viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of our own, not a file
      role="img"
      aria-label={t("portfolios.allocation.picture")}
    >
      {divide(slices).map(({ data, startAngle, endAngle }) => (
        <path
          key={data.key}
          d={(data.key === active ? pointedRing : ring)({ startAngle, endAngle }) ?? ""}
          fill={chartColour(data.slot)}
          opacity={active === undefined || data.key === active ? 1 : 0.35}
          onPointerEnter={() => onPoint(data.key)}
          onPointerLeave={() => onPoint(undefined)}
        />
      ))}
      {shown && (
        <text textAnchor="middle" className={styles.middle}>
          <tspan x={0} y={-8}>
            {formatPercent(language, shown.percent, 1)}
          </tspan>
          {linesOf(labelOf(shown)).map((line, place) => (
            <tspan key={line} x={0} y={11 + place * 17} className={styles.whose}>
              {line}
            </tspan>
          ))}
        </text>
      )}
    </svg>
  );
}
