/** A holder's reports, narrowed by kind and year where there are many; statements of single days are apart. */
import type { Holder } from "@portico/api/shapes.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { ReportFilters } from "./report-filter.tsx";
import { ReportList } from "./report-list.tsx";
import styles from "./reports.module.css";
import { noFilter, useReports } from "./use-reports.ts";

/** From so many on, a list is narrowed. */
const manyRows = 12;

export function useFilteredReports(holder: Holder) {
  const [filter, setFilter] = useState(noFilter);
  const query = useReports(holder, filter);
  const rows = query.data?.rows;
  const [isLong, setLong] = useState(false);
  if (!isLong && (rows?.length ?? 0) >= manyRows) setLong(true);
  const isFiltered = filter.kind !== undefined || filter.year !== undefined;
  return { filter, setFilter, query, rows, isLong, isFiltered };
}

interface FilteredReportsProps {
  reports: ReturnType<typeof useFilteredReports>;
  label: string;
  /** Said of a list that is not narrowed. */
  empty: ReactNode;
}

export function FilteredReports({ reports, label, empty }: FilteredReportsProps) {
  const t = useText();
  const { filter, setFilter, query, rows, isLong, isFiltered } = reports;
  const noneFound = (
    <Empty
      icon="search"
      title={t("reports.filter.none")}
      action={
        <Button variant="default" onClick={() => setFilter(noFilter)}>
          {t("reports.filter.clear")}
        </Button>
      }
    />
  );
  return (
    <>
      {(isLong || isFiltered) && <ReportFilters filter={filter} onChange={setFilter} />}
      <div aria-busy={query.isPlaceholderData}>
        <ReportList label={label} query={query} rows={rows} empty={isFiltered ? noneFound : empty} />
      </div>
      {!isLong && !isFiltered && rows && (
        <div className={styles.more} data-no-print>
          <Button variant="subtle" size="sm" onClick={() => setFilter({ kind: "daily", year: undefined })}>
            {t("reports.filter.toDaily")}
          </Button>
        </div>
      )}
    </>
  );
}
