/** Value against net deposits as a small line chart in SVG. */
import type { Performance } from "@portico/api/portfolios.ts";
import { line } from "d3-shape";
import styles from "../dashboard.module.css";

const width = 1000;
const height = 120;

export function Sparkline({ points, label }: { points: Performance["points"]; label: string }) {
  const amounts = points.flatMap(({ value, netDeposits }) => [value, netDeposits]).filter((amount) => amount !== null);
  if (points.length < 2 || amounts.length === 0) return null;
  const least = Math.min(...amounts);
  const span = Math.max(...amounts) - least || 1;
  const path = (of: "value" | "netDeposits") =>
    line<Performance["points"][number]>()
      .defined((point) => point[of] !== null)
      .x((_, index) => (index / (points.length - 1)) * width)
      .y((point) => height - 4 - (((point[of] ?? 0) - least) / span) * (height - 8))(points) ?? "";
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of our own, not a file
      role="img"
      aria-label={label}
    >
      <path d={path("netDeposits")} className={styles.deposits} vectorEffect="non-scaling-stroke" />
      <path d={path("value")} className={styles.value} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
