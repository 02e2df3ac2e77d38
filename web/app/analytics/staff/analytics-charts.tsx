/** The figures of the period: sums, sign-ins by day, and by place and device. */
import { Link, useSearchParams } from "react-router";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { formatExact } from "../../ui/format.ts";
import { Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../analytics.module.css";
import { changed, type SignInSearch } from "./analytics-search.ts";
import { BarList } from "./bar-list.tsx";
import { buildBars } from "./chart-bars.ts";
import { DayChart } from "./day-chart.tsx";
import { useFigures } from "./use-analytics.ts";

export function AnalyticsCharts({ asked }: { asked: SignInSearch }) {
  return (
    <>
      <ByDay asked={asked} />
      <div className={styles.charts}>
        {(["country", "city", "os", "browserName"] as const).map((by) => (
          <BarList key={by} by={by} asked={asked} />
        ))}
      </div>
    </>
  );
}

function ByDay({ asked }: { asked: SignInSearch }) {
  const t = useText();
  const language = useLanguage();
  const [params] = useSearchParams();
  const query = useFigures("day", asked);
  const days = query.data?.rows;
  const sum = (what: "signIns" | "failures" | "suspicious") =>
    formatExact(language, days?.reduce((total, day) => total + day[what], 0) ?? 0);
  return (
    <Section
      title={t("admin.analytics.chart.day")}
      hint={query.data && t("admin.analytics.chart.hint", { zone: query.data.timeZone })}
    >
      {days ? (
        <div aria-busy={query.isPlaceholderData}>
          <StatTiles>
            <StatTile label={t("admin.analytics.total.signIns")}>{sum("signIns")}</StatTile>
            <StatTile label={<Key kind="failed">{t("admin.analytics.total.failures")}</Key>}>
              {sum("failures")}
            </StatTile>
            <StatTile label={t("admin.analytics.total.suspicious")}>
              <Link to={`?${changed(params, { suspicious: "any" })}#list`}>{sum("suspicious")}</Link>
            </StatTile>
          </StatTiles>
          <DayChart bars={buildBars(days)} label={t("admin.analytics.chart.day")} />
        </div>
      ) : (
        <PendingQuery query={query} />
      )}
    </Section>
  );
}

/** A label with the colour of its bars. */
const Key = ({ kind, children }: { kind: "failed"; children: string }) => (
  <span className={styles.key}>
    <span className={styles.swatch} data-kind={kind} aria-hidden="true" />
    {children}
  </span>
);
