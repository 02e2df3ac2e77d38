/** The table of effects by class or currency: sorted, summed, exported, printed. */
import type { Attribution } from "@portico/api/portfolio-attribution.ts";
import { useMemo } from "react";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Percent, Points } from "../../ui/figures.tsx";
import { formatPercent } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { type DayRange, rangeFileName } from "../performance/ranges.ts";
import styles from "./returns.module.css";

type Part = Attribution["parts"][number];

const effects = ["allocation", "selection", "interaction", "total"] as const;
const weights = ["weight", "benchmarkWeight"] as const;
const classes = ["equity", "fund", "bond", "commodity", "other", "cash"] as const;

function useColumns({ by, total }: Attribution): Column<Part>[] {
  const t = useText();
  const language = useLanguage();
  const currencyName = useCurrencyNames();
  return useMemo(() => {
    const nameOf = ({ key }: Part): string => {
      if (by === "currency") return currencyName(key);
      const known = classes.find((one) => one === key);
      return known ? t(`portfolios.class.${known}`) : t("portfolios.attribution.unclassified");
    };
    const percent = (value: number) => formatPercent(language, value);
    return [
      {
        id: "part",
        header: t(`portfolios.attribution.by.${by}`),
        value: nameOf,
        total: t("portfolios.attribution.sum"),
        phone: "title",
        cell: (part) => (
          <span>
            {nameOf(part)}
            <small className={styles.weights}>
              {t("portfolios.attribution.weightsUnder", {
                own: percent(part.weight),
                other: percent(part.benchmarkWeight),
              })}
            </small>
          </span>
        ),
      },
      ...weights.map(
        (id): Column<Part> => ({
          id,
          header: t(`portfolios.attribution.${id}`),
          fileHeader: t(`portfolios.attribution.${id}File`),
          numeric: true,
          wideOnly: true,
          value: (part) => part[id],
          total: 100,
          cell: (part) => <Percent value={part[id]} />,
        }),
      ),
      ...effects.map(
        (id): Column<Part> => ({
          id,
          header: t(`portfolios.attribution.${id}`),
          fileHeader: t("portfolios.attribution.points", { header: t(`portfolios.attribution.${id}`) }),
          numeric: true,
          phone: "key",
          value: (part) => part[id],
          total: total?.[id] ?? null,
          cell: (part) => <Points signed inColumn value={part[id]} />,
        }),
      ),
    ];
  }, [t, language, currencyName, by, total]);
}

export function AttributionTable({ data, range }: { data: Attribution; range: DayRange }) {
  const t = useText();
  const columns = useColumns(data);
  const { total } = data;
  return (
    <DataTable
      label={t("portfolios.attribution.title", { from: data.from, to: data.to })}
      columns={columns}
      rows={data.parts}
      rowId={(part) => part.key}
      initialSort={{ column: "total", descending: true }}
      exportName={rangeFileName(`${t("portfolios.attribution.fileName")}-${data.by}`, range, [data.from])}
      {...(total && {
        footer: {
          part: t("portfolios.attribution.sum"),
          ...Object.fromEntries(effects.map((id) => [id, <Points key={id} signed inColumn value={total[id]} />])),
        },
      })}
    />
  );
}
