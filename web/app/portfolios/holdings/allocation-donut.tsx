/** The allocation as a picture and as a list; pointing at one highlights the other and the table. */
import { arc, pie } from "d3-shape";
import { type ComponentType, memo, useMemo, useState } from "react";
import { chartColour } from "../../ui/chart-colour.ts";
import { formatMoney, formatPercent } from "../../ui/format.ts";
import { Empty } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useOpenDetail } from "../detail.ts";
import styles from "./allocation.module.css";
import { type AllocationKind, type AllocationRow, allocate, keyOfRow, type Slice } from "./allocation.ts";
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

/** Name of an instrument's slice. */
const nameOf = (row: AllocationRow): string => row.name;

/** What a drawing of slices is given; pressing a part opens it in the list. */
export interface PictureProps {
  slices: Slice[];
  contractCurrency: string;
  active: string | undefined;
  onPoint: (key: string | undefined) => void;
  onOpen: (slice: Slice) => void;
  labelOf: (slice: Slice) => string;
}

interface AllocationProps {
  rows: readonly AllocationRow[];
  contractCurrency: string;
  kind?: AllocationKind;
  /** Name of a row's slice. */
  rowLabel?: (row: AllocationRow) => string;
  Picture?: ComponentType<PictureProps>;
  /** The picture is above the list, as wide as it. */
  wide?: boolean;
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
  kind = "instrument",
  rowLabel = nameOf,
  Picture = Ring,
  wide = false,
}: AllocationProps) {
  const t = useText();
  const language = useLanguage();
  const [own, setOwn] = useState<string>();
  const openDetail = useOpenDetail();
  const [openKeys, setOpenKeys] = useState<readonly string[]>([]);
  const { slices, below } = useMemo(
    () => allocate(rows, kind, rowLabel, brief ? briefSlices : undefined),
    [rows, kind, rowLabel, brief],
  );
  const pointedRow = rows.find((row) => row.key === pointed);
  const active = own ?? (pointedRow && keyOfRow(pointedRow, kind));
  const point = (key: string | undefined) => {
    setOwn(key);
    onPoint?.(kind === "instrument" ? key : undefined);
  };
  const labelOf = (slice: Slice) => slice.label || t("portfolios.allocation.others", { count: slice.rows });

  const toggle = (key: string) =>
    setOpenKeys((before) => (before.includes(key) ? before.filter((each) => each !== key) : [...before, key]));
  /** An instrument opens its details; a group, its holdings; the rest, its parts. */
  const open = ({ key, parts }: Slice) => (kind === "instrument" && !parts ? openDetail({ row: key }) : toggle(key));

  return (
    <>
      {slices.length === 0 ? (
        <Empty title={t("portfolios.allocation.none")} />
      ) : (
        <div className={styles.allocation} data-brief={brief || undefined} data-wide={wide || undefined}>
          <Picture
            slices={slices}
            contractCurrency={contractCurrency}
            active={active}
            onPoint={point}
            onOpen={brief ? () => undefined : open}
            labelOf={labelOf}
          />
          <AllocationList
            slices={slices}
            rows={rows}
            kind={kind}
            contractCurrency={contractCurrency}
            active={active}
            onPoint={point}
            labelOf={labelOf}
            brief={brief}
            openKeys={openKeys}
            onOpen={open}
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

function Ring({ slices, active, onPoint, onOpen, labelOf }: PictureProps) {
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
          onClick={() => onOpen(data)}
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
