/** Sign-ins by day, week or month as bars, each a link that narrows the period. */
import type { KeyboardEvent } from "react";
import { Link, useSearchParams } from "react-router";
import { formatDay, formatExact } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../analytics.module.css";
import { changed } from "./analytics-search.ts";
import type { Bar } from "./chart-bars.ts";

const height = 120;

export function DayChart({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const t = useText();
  const language = useLanguage();
  const [params] = useSearchParams();
  const highest = Math.max(1, ...bars.map(({ signIns, failures }) => signIns + failures));
  const nameOf = ({ from, to }: Bar) =>
    from === to ? formatDay(language, from) : `${formatDay(language, from)} – ${formatDay(language, to)}`;
  const first = bars[0];
  const last = bars.at(-1);
  return (
    <figure className={styles.days}>
      <p className="small" aria-hidden="true">
        {formatExact(language, highest)}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links handle the keys together */}
      <svg
        viewBox={`0 0 ${bars.length} ${height}`}
        preserveAspectRatio="none"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no such element
        role="group"
        aria-label={label}
        onKeyDown={moveAlong}
      >
        {bars.map((bar, index) => {
          const { from, to, signIns, failures, suspicious } = bar;
          const name = t("admin.analytics.chart.bar", { what: nameOf(bar), count: signIns, failures, suspicious });
          const signedIn = (signIns / highest) * height;
          const failed = (failures / highest) * height;
          return (
            <Link
              key={from}
              to={`?${changed(params, { from, to })}`}
              preventScrollReset
              aria-label={name}
              // One stop for the Tab key; arrow keys move along the bars.
              tabIndex={index === bars.length - 1 ? 0 : -1}
            >
              <title>{name}</title>
              <rect className={styles.hit} x={index} y={0} width={1} height={height} />
              <rect
                className={styles.failed}
                x={index + 0.12}
                y={height - signedIn - failed}
                width={0.76}
                height={failed}
              />
              <rect className={styles.signedIn} x={index + 0.12} y={height - signedIn} width={0.76} height={signedIn} />
            </Link>
          );
        })}
      </svg>
      {first && last && (
        <figcaption className={styles.ends}>
          <span>{formatDay(language, first.from)}</span>
          <span>{formatDay(language, last.to)}</span>
        </figcaption>
      )}
    </figure>
  );
}

function moveAlong(event: KeyboardEvent<SVGSVGElement>): void {
  const links = [...event.currentTarget.querySelectorAll<SVGAElement>("a")];
  const current = links.findIndex((link) => link === document.activeElement);
  const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: links.length - 1 }[event.key];
  const link = target === undefined ? undefined : links[target];
  if (!link) return;
  event.preventDefault();
  for (const other of links) other.setAttribute("tabindex", other === link ? "0" : "-1");
  link.focus();
}
