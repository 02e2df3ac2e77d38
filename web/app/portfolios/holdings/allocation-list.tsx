/** The parts of the allocation as a list; each opens its holdings, and a holding opens its details. */
import { chartColour } from "../../ui/chart-colour.ts";
import { formatMoney, formatPercent } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useOpenDetail } from "../detail.ts";
import styles from "./allocation.module.css";
import { type AllocationKind, type AllocationRow, membersOf, type Slice } from "./allocation.ts";

interface AllocationListProps {
  slices: readonly Slice[];
  rows: readonly AllocationRow[];
  kind: AllocationKind;
  contractCurrency: string;
  active: string | undefined;
  onPoint: (key: string | undefined) => void;
  labelOf: (slice: Slice) => string;
  /** Only names and shares. */
  brief: boolean;
  openKeys: readonly string[];
  onOpen: (slice: Slice) => void;
}

export function AllocationList({
  slices,
  rows,
  kind,
  contractCurrency,
  active,
  onPoint,
  labelOf,
  brief,
  openKeys,
  onOpen,
}: AllocationListProps) {
  const language = useLanguage();
  const t = useText();
  const openDetail = useOpenDetail();
  const listed = slices.flatMap((slice) => [
    slice,
    ...(!brief && openKeys.includes(slice.key) ? (slice.parts ?? []) : []),
  ]);

  function actionOf(slice: Slice) {
    if (brief) return {};
    const onClick = () => onOpen(slice);
    const isHolding = kind === "instrument" && !slice.parts;
    return isHolding ? { onClick } : { "aria-expanded": openKeys.includes(slice.key), onClick };
  }

  return (
    <ul className={styles.list}>
      {listed.map((slice) => {
        const isOpen = openKeys.includes(slice.key);
        const opens = !brief && (kind !== "instrument" || slice.parts !== undefined);
        return (
          <li key={slice.key} data-active={slice.key === active || undefined}>
            <button
              type="button"
              className={styles.slice}
              onPointerEnter={() => onPoint(slice.key)}
              onPointerLeave={() => onPoint(undefined)}
              onFocus={() => onPoint(slice.key)}
              onBlur={() => onPoint(undefined)}
              {...actionOf(slice)}
            >
              <span className={styles.colour} style={{ background: chartColour(slice.slot) }} />
              <span className={styles.label}>
                {labelOf(slice)}
                {opens && <Icon name={isOpen ? "up" : "down"} size={14} />}
              </span>
              <span className={styles.share}>{formatPercent(language, slice.percent, 1)}</span>
              {!brief && <span className={styles.value}>{formatMoney(language, slice.value, contractCurrency)}</span>}
            </button>
            {opens && isOpen && !slice.parts && (
              <ul
                className={styles.members}
                aria-label={t("portfolios.allocation.membersOf", { name: labelOf(slice) })}
              >
                {membersOf(rows, kind, slice).map(({ row, percent }) => (
                  <li key={row.key}>
                    <button type="button" className={styles.slice} onClick={() => openDetail({ row: row.key })}>
                      <span className={styles.label}>{row.name}</span>
                      <span className={styles.share}>{formatPercent(language, percent, 1)}</span>
                      <span className={styles.value}>
                        {formatMoney(language, row.currentValue ?? 0, contractCurrency)}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
