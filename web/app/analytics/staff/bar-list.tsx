/** The most frequent places or devices as bars, each a link that filters the list. */
import type { analytics } from "@portico/api/analytics.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { FiguresBy } from "@portico/api/rules/sign-ins.ts";
import { Link, useSearchParams } from "react-router";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { formatExact } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../analytics.module.css";
import { browserLabel, countryLabel, systemLabel } from "../sign-in-labels.ts";
import { type Change, changed, placeWord, type SignInSearch } from "./analytics-search.ts";
import { useFigures } from "./use-analytics.ts";

type Figures = Answer<typeof analytics.getFigures>;
type Row = Figures["rows"][number];
type Dimension = Exclude<FiguresBy, "day">;

const filterOf: Record<Dimension, (row: Row) => Change> = {
  country: ({ value }) => ({ country: placeWord(value) }),
  city: ({ value, country_code }) => ({ city: placeWord(value), country: placeWord(country_code ?? "") }),
  os: ({ value }) => ({ os: value }),
  browserName: ({ value }) => ({ browser: value }),
};

export function BarList({ by, asked }: { by: Dimension; asked: SignInSearch }) {
  const t = useText();
  const query = useFigures(by, asked);
  return (
    <Section title={t(`admin.analytics.chart.${by}`)}>
      <div aria-busy={query.isPlaceholderData}>
        {query.data ? <Bars by={by} figures={query.data} /> : <PendingQuery query={query} />}
      </div>
    </Section>
  );
}

function useLabel(by: Dimension): (row: Row) => string {
  const t = useText();
  const language = useLanguage();
  const unknown = t("admin.analytics.chart.unknown");
  return ({ value, country_code }) => {
    if (by === "country") return countryLabel(language, value) ?? unknown;
    if (by === "os") return systemLabel(value) ?? unknown;
    if (by === "browserName") return browserLabel(value) ?? unknown;
    return [value || unknown, countryLabel(language, country_code ?? "")].filter(Boolean).join(", ");
  };
}

function Bars({ by, figures: { rows, others } }: { by: Dimension; figures: Figures }) {
  const t = useText();
  const language = useLanguage();
  const [params] = useSearchParams();
  const labelOf = useLabel(by);
  const highest = Math.max(1, ...rows.map(({ signIns }) => signIns), others.signIns);
  if (rows.length === 0) return <p className="small">{t("admin.analytics.chart.none")}</p>;
  return (
    <ol className={styles.bars}>
      {rows.map((row) => {
        const what = labelOf(row);
        const { signIns, failures, suspicious } = row;
        const name = t("admin.analytics.chart.bar", { what, count: signIns, failures, suspicious });
        return (
          <li key={`${row.country_code ?? ""}/${row.value}`}>
            <Link to={`?${changed(params, filterOf[by](row))}#list`} title={name}>
              <span className={styles.barLabel}>{what}</span>
              <span className={styles.barFigure}>{formatExact(language, signIns)}</span>
              <BarPicture share={signIns / highest} />
            </Link>
          </li>
        );
      })}
      {others.signIns > 0 && (
        <li className={styles.others}>
          <span className={styles.barLabel}>{t("admin.analytics.chart.others")}</span>
          <span className={styles.barFigure}>{formatExact(language, others.signIns)}</span>
          <BarPicture share={others.signIns / highest} />
        </li>
      )}
    </ol>
  );
}

const BarPicture = ({ share }: { share: number }) => (
  <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <rect className={styles.track} width={100} height={1} />
    <rect className={styles.signedIn} width={share * 100} height={1} />
  </svg>
);
