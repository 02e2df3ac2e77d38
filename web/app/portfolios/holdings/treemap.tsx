/**
 * The allocation as a treemap: each part is a button that opens its holdings in the list below. One that is too small to
 * be pressed is only drawn: the list has it too.
 */
import { useMemo, useSyncExternalStore } from "react";
import { chartColour } from "../../ui/chart-colour.ts";
import { formatMoney, formatPercent } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { PictureProps } from "./allocation-donut.tsx";
import styles from "./treemap.module.css";
import { squarify } from "./treemap-layout.ts";

// As in the stylesheet.
const wide = { width: 1600, height: 700, leastToPress: 40 };
const narrow = { width: 800, height: 1000, leastToPress: 60 };
const phone = "(max-width: 47.99em)";

function follow(changed: () => void): () => void {
  const query = matchMedia(phone);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

export function Treemap({ slices, contractCurrency, active, onPoint, onOpen, labelOf }: PictureProps) {
  const t = useText();
  const language = useLanguage();
  const isPhone = useSyncExternalStore(
    follow,
    () => matchMedia(phone).matches,
    () => false,
  );
  const { width, height, leastToPress } = isPhone ? narrow : wide;
  // The rest is the last of the list, and may be larger than others.
  const sorted = useMemo(() => slices.toSorted((a, b) => b.value - a.value), [slices]);
  const tiles = useMemo(
    () =>
      squarify(
        sorted.map(({ value }) => value),
        width,
        height,
      ),
    [sorted, width, height],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- parts of a picture, not fields of a form
    <div className={styles.treemap} role="group" aria-label={t("allocation.treemap")}>
      {sorted.map((slice, place) => {
        const tile = tiles[place];
        if (!tile) return null;
        const percent = formatPercent(language, slice.percent, 1);
        const name = labelOf(slice);
        const style = {
          left: `${(tile.x / width) * 100}%`,
          top: `${(tile.y / height) * 100}%`,
          width: `${(tile.width / width) * 100}%`,
          height: `${(tile.height / height) * 100}%`,
          background: chartColour(slice.slot),
        };
        const isDimmed = (active !== undefined && active !== slice.key) || undefined;
        if (Math.min(tile.width, tile.height) < leastToPress)
          return <div key={slice.key} className={styles.tile} data-dimmed={isDimmed} title={name} style={style} />;
        return (
          <button
            key={slice.key}
            type="button"
            className={styles.tile}
            data-dimmed={isDimmed}
            aria-label={t("allocation.tile", {
              name,
              percent,
              value: formatMoney(language, slice.value, contractCurrency),
            })}
            title={name}
            style={style}
            onPointerEnter={() => onPoint(slice.key)}
            onPointerLeave={() => onPoint(undefined)}
            onFocus={() => onPoint(slice.key)}
            onBlur={() => onPoint(undefined)}
            onClick={() => onOpen(slice)}
          >
            <span className={styles.text} aria-hidden="true">
              <span className={styles.name}>{name}</span> {percent}
            </span>
          </button>
        );
      })}
    </div>
  );
}
