/** The portfolios that make a person's total, each with its value, what counts of it, and what it earned. */
import type { Consolidated, ConsolidatedResults } from "@portico/api/portfolio-consolidated.ts";
import { type ReactNode, useMemo } from "react";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { searchWithAccount } from "../../shell/session/account-address.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/figures.tsx";
import { formatExact, formatRate } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useBecause } from "../gap-text.ts";
import styles from "./consolidated.module.css";
import { type PartRow, partRows } from "./part-rows.ts";

interface PartsTableProps {
  data: Consolidated;
  results: ConsolidatedResults | undefined;
}

/** Why a figure of the row is missing. */
function useReasons() {
  const t = useText();
  const becauseOf = useBecause();
  const because = (reason: string): string => t("portfolios.gap.because", { reason });
  return {
    value({ part }: PartRow): ReactNode {
      if (!part) return because(t("portfolios.consolidated.reason.noShare"));
      if (part.reason === null) return undefined;
      if (part.reason === "noValue" && part.gaps.length > 0) return becauseOf(part.gaps);
      return because(t(`portfolios.consolidated.reason.${part.reason}`));
    },
    earned: ({ result }: PartRow): ReactNode =>
      result?.reason ? because(t(`portfolios.consolidated.reason.${result.reason}`)) : undefined,
  };
}

function useColumns({ data, results }: PartsTableProps): Column<PartRow>[] {
  const t = useText();
  const language = useLanguage();
  const reasons = useReasons();
  const { currency } = data;
  return useMemo(() => {
    const percent = (value: string) => t("portfolios.consolidated.percent", { value: formatExact(language, value) });
    const head = (id: "paid" | "earned") => ({
      id,
      header: t(`portfolios.consolidated.column.${id}`),
      fileHeader: t("portfolios.consolidated.fileColumn", {
        what: t(`portfolios.consolidated.column.${id}`),
        currency,
      }),
      numeric: true,
      currency: () => currency,
      value: ({ result }: PartRow) => result?.result?.[id] ?? null,
      total: results?.total?.[id] ?? null,
    });
    return [
      {
        id: "name",
        header: t("portfolios.consolidated.column.name"),
        value: ({ name }) => name,
        cell: (row) => (
          <span className={styles.name}>
            {row.isOpen ? (
              <LocaleLink to={`/portfolio${searchWithAccount("", row.holderType === "company" ? row.holderId : 0)}`}>
                {row.name}
              </LocaleLink>
            ) : (
              row.name
            )}
            <small>{noteOf(row, t, percent)}</small>
          </span>
        ),
        phone: "title",
      },
      {
        id: "counted",
        header: t("portfolios.consolidated.column.countedFile"),
        value: ({ part }) => part?.counted ?? null,
        fileOnly: true,
        numeric: true,
      },
      {
        id: "own",
        header: t("portfolios.consolidated.column.value"),
        numeric: true,
        sortable: false,
        value: ({ part }) => part?.value ?? null,
        currency: ({ part }) => part?.contractCurrency ?? null,
        cell: ({ part }) =>
          part && part.value !== null && part.contractCurrency !== null && part.contractCurrency !== currency ? (
            <span className={styles.own}>
              <Money amount={part.value} currency={part.contractCurrency} />
              {part.rate && <small>{`× ${formatRate(language, part.rate.value)}`}</small>}
            </span>
          ) : null,
      },
      {
        id: "ownCurrency",
        header: t("portfolios.consolidated.column.currency"),
        value: ({ part }) => part?.contractCurrency ?? null,
        fileOnly: true,
      },
      {
        id: "rate",
        header: t("portfolios.consolidated.column.rate"),
        value: ({ part }) => part?.rate?.value ?? null,
        fileOnly: true,
        numeric: true,
      },
      {
        id: "converted",
        header: t("portfolios.consolidated.column.converted", { currency }),
        numeric: true,
        currency: () => currency,
        value: ({ part }) => part?.converted ?? null,
        total: data.total,
        cell: (row) => (
          <span className={styles.own}>
            <Money amount={row.part?.converted} currency={currency} bare because={reasons.value(row)} />
            {row.part?.isDoubtful && <small>{t("portfolios.consolidated.doubtful")}</small>}
          </span>
        ),
        phone: "key",
      },
      {
        ...head("paid"),
        cell: (row) => (
          <Money amount={row.result?.result?.paid} currency={currency} bare because={reasons.earned(row)} />
        ),
      },
      {
        ...head("earned"),
        cell: (row) => (
          <Money amount={row.result?.result?.earned} currency={currency} bare result because={reasons.earned(row)} />
        ),
        phone: "key",
      },
    ];
  }, [t, language, currency, data.total, results, reasons]);
}

/** What counts of the row, where that is not all of it, or what the reader owns of what counts whole. */
function noteOf(
  { holderType, isOpen, part }: PartRow,
  t: ReturnType<typeof useText>,
  percent: (value: string) => string,
): string {
  if (holderType === "user" || !part || part.share === null) return "";
  if (!isOpen)
    return `${t("portfolios.consolidated.counted", { percent: percent(part.share) })} · ${t("portfolios.consolidated.notOpen")}`;
  return t(
    part.counted === "100" && part.share !== "100" ? "portfolios.consolidated.owns" : "portfolios.consolidated.counted",
    {
      percent: percent(part.share),
    },
  );
}

export function PartsTable({ data, results }: PartsTableProps) {
  const t = useText();
  const columns = useColumns({ data, results });
  const rows = useMemo(() => partRows(data, results), [data, results]);
  const { currency, total, known, day } = data;
  return (
    <DataTable
      label={t("portfolios.consolidated.parts")}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      exportName={t("portfolios.consolidated.file", { day })}
      footer={{
        name: t(total === null ? "portfolios.consolidated.knownSum" : "portfolios.consolidated.sum"),
        converted: <Money amount={total ?? known} currency={currency} bare />,
        ...(results?.total && {
          paid: <Money amount={results.total.paid} currency={currency} bare />,
          earned: <Money amount={results.total.earned} currency={currency} bare result />,
        }),
      }}
    />
  );
}
