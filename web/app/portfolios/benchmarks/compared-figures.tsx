/** The returns of the portfolio and of the benchmarks over the range, with what each is and from when. */
import type { Performance } from "@portico/api/portfolios.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { Percent } from "../../ui/figures.tsx";
import { formatDay } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useBecause, useGapText } from "../gap-text.ts";
import { Yearly } from "../performance/yearly.tsx";
import { beginOf } from "./begin.ts";
import styles from "./benchmarks.module.css";
import { useDescription } from "./description.ts";

type Compared = Performance["benchmarks"][number];

export function ComparedFigures({ performance }: { performance: Performance }) {
  const t = useText();
  const language = useLanguage();
  const becauseOf = useBecause();
  const { benchmarks, contractCurrency, to } = performance;
  const range = t("benchmarks.range", {
    from: formatDay(language, beginOf(performance)),
    to: formatDay(language, to),
    currency: contractCurrency,
  });
  return (
    <table className={styles.figures}>
      <caption>{range}</caption>
      <thead>
        <tr>
          <th scope="col">{t("benchmarks.name")}</th>
          <th scope="col">{t("benchmarks.return")}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            {t("benchmarks.portfolio")}
            <small>{t("portfolios.performance.twr")}</small>
          </th>
          <td>
            <Percent result value={performance.timeWeightedReturn} because={becauseOf(performance.gaps)} />
            <small>
              <Yearly percent={performance.timeWeightedYearly} />
            </small>
          </td>
        </tr>
        {benchmarks.map((one) => (
          <BenchmarkLine key={one.id} benchmark={one} />
        ))}
      </tbody>
    </table>
  );
}

function BenchmarkLine({ benchmark }: { benchmark: Compared }) {
  const t = useText();
  const language = useLanguage();
  const becauseOf = useBecause();
  const gapText = useGapText();
  const describe = useDescription();
  const { name, from, gap: found } = benchmark;
  const gap = found && { ...found, ...(found.part && { name: found.part[language] }) };
  return (
    <tr>
      <th scope="row">
        {name[language]}
        <small>{describe(benchmark)}</small>
        {gap && (from !== null || isDoubt(gap)) && <small>{gapText(gap)}</small>}
      </th>
      <td>
        <Percent result value={benchmark.return} because={gap ? becauseOf([gap]) : undefined} />
        <small>
          <Yearly percent={benchmark.yearly} />
        </small>
        {from !== null && <small>{t("benchmarks.from", { day: formatDay(language, from) })}</small>}
      </td>
    </tr>
  );
}
