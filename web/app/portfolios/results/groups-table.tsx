/** What each class, currency or country earned: the sums of its holdings, and its contribution. */
import type { Results } from "@portico/api/portfolio-results.ts";
import { useMemo } from "react";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Money, Points } from "../../ui/figures.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { type DayRange, rangeFileName } from "../performance/ranges.ts";
import { type Group, type GroupKind, groupResults } from "./groups.ts";
import styles from "./results.module.css";
import { parts, signed, useResultBecause } from "./results-table.tsx";

/** Name of a group in the reader's language. */
export function useGroupName(kind: GroupKind): (key: string) => string {
  const t = useText();
  const language = useLanguage();
  const currencyName = useCurrencyNames();
  return useMemo(() => {
    const countries = new Intl.DisplayNames(language, { type: "region" });
    return (key) => {
      if (kind === "currency") return currencyName(key);
      if (kind === "class") return t(`portfolios.class.${key as "unknown"}`);
      if (key === "cash") return t("portfolios.class.cash");
      return key === "unknown" ? t("portfolios.results.countryUnknown") : (countries.of(key) ?? key);
    };
  }, [t, language, currencyName, kind]);
}

function useColumns({ contractCurrency: currency, total }: Results, kind: GroupKind): Column<Group>[] {
  const t = useText();
  const because = useResultBecause();
  const nameOf = useGroupName(kind);
  return useMemo((): Column<Group>[] => {
    const hidden = ({ gaps }: Group) => (
      <span className="visually-hidden">{because({ gaps, returnReason: null })}</span>
    );
    const amount = (id: (typeof parts)[number]["id"] | "total", header: string): Column<Group> => {
      const figure = (row: Pick<Group, typeof id>) => (id === "total" ? row.total : signed(id, row[id]));
      return {
        id,
        header,
        fileHeader: `${header}, ${currency}`,
        numeric: true,
        currency: () => currency,
        value: figure,
        total: id === "total" ? total.total : signed(id, total[id]),
        cell: (row) => <Money bare result amount={figure(row)} currency={currency} because={hidden(row)} />,
        ...(id === "total" && { phone: "key" as const }),
      };
    };
    return [
      {
        id: "name",
        header: t(kind === "currency" ? "portfolios.results.currency" : `portfolios.allocation.${kind}`),
        value: ({ key }) => nameOf(key),
        total: t("portfolios.holdings.total"),
        cell: ({ key, holdings }) => (
          <span>
            {nameOf(key)}
            <small className={styles.under}>{t("portfolios.results.inGroup", { count: holdings.length })}</small>
          </span>
        ),
        phone: "title",
      },
      ...parts.map(({ id, line }) => amount(id, t(`portfolios.bridge.${line}`))),
      amount("total", t("portfolios.results.total")),
      {
        id: "contribution",
        header: t("portfolios.results.contribution"),
        numeric: true,
        value: ({ contribution }) => contribution,
        total: total.returnPercent,
        cell: (row) => <Points signed inColumn value={row.contribution} because={hidden(row)} />,
        phone: "key",
      },
    ];
  }, [t, because, nameOf, kind, currency, total]);
}

interface GroupsProps {
  data: Results;
  kind: GroupKind;
  range: DayRange;
  onOpen: (group: Group) => void;
}

export function GroupsTable({ data, kind, range, onOpen }: GroupsProps) {
  const t = useText();
  const because = useResultBecause();
  const { contractCurrency: currency, total } = data;
  const groups = useMemo(() => groupResults(data.holdings, kind), [data.holdings, kind]);
  const columns = useColumns(data, kind);
  const reason = because({ ...total, gaps: data.gaps });
  const sum = (figure: string | null) => <Money bare result amount={figure} currency={currency} because={reason} />;
  return (
    <div className={styles.results}>
      <DataTable
        key={kind}
        label={t(`portfolios.results.by.${kind}`)}
        columns={columns}
        rows={groups}
        rowId={({ key }) => key}
        initialSort={{ column: "total", descending: true }}
        onOpen={onOpen}
        exportName={rangeFileName(`results-by-${kind}`, range, [range.to])}
        footer={{
          name: t("portfolios.holdings.total"),
          ...Object.fromEntries(parts.map(({ id }) => [id, sum(signed(id, total[id]))])),
          total: sum(total.total),
          contribution: <Points signed inColumn value={total.returnPercent} because={reason} />,
        }}
      />
    </div>
  );
}
