/** Above orders or transactions: the choice of kind and instrument, a search, and the sum of what is shown. */
import { NativeSelect, TextInput } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { formatMoney } from "../../ui/format.ts";
import { PhoneFilters } from "../../ui/phone-filters.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./entries.module.css";
import { type EntryFilter, type FilteredEntry, isFiltered, matches, noFilter, sumByCurrency } from "./entry-filter.ts";

interface Listed<Row> {
  rows: readonly Row[] | undefined;
  hasNextPage: boolean;
  loadAll: () => Promise<boolean>;
  fetchAll: (onProgress?: (rows: number) => void) => Promise<Row[]>;
}

/** `describe` must be stable. With a filter the whole range is loaded: its kinds and sums are those of all rows. */
export function useEntryFilter<Row>(
  { rows, hasNextPage, loadAll, fetchAll }: Listed<Row>,
  describe: (row: Row) => FilteredEntry,
) {
  const [filter, setFilter] = useState(noFilter);
  const isOn = isFiltered(filter);
  useEffect(() => {
    if (isOn && hasNextPage) void loadAll();
  }, [isOn, hasNextPage, loadAll]);
  const entries = useMemo(() => (rows ?? []).map((row) => ({ row, entry: describe(row) })), [rows, describe]);
  const shown = isOn ? entries.filter(({ entry }) => matches(filter, entry)) : entries;
  return {
    filter,
    change: (part: Partial<EntryFilter>) => setFilter((before) => ({ ...before, ...part })),
    entries: entries.map(({ entry }) => entry),
    shown: shown.map(({ entry }) => entry),
    rows: rows && shown.map(({ row }) => row),
    isOn,
    isWhole: rows !== undefined && !hasNextPage,
    loadAll,
    fetchShown: async (onProgress?: (count: number) => void) => {
      const all = await fetchAll(onProgress);
      return isOn ? all.filter((row) => matches(filter, describe(row))) : all;
    },
  };
}

type Filters = Omit<ReturnType<typeof useEntryFilter>, "rows" | "fetchShown">;

/** `nameOf` words a kind. */
interface EntryFiltersProps {
  filters: Filters;
  nameOf: (kind: string) => string;
  /** False where the list is already what a search found. */
  searches?: boolean;
}

export function EntryFilters({ filters, nameOf, searches = true }: EntryFiltersProps) {
  const t = useText();
  const language = useLanguage();
  const { filter, change, entries, shown, isWhole, loadAll } = filters;
  const kinds = [...new Set([...entries.map(({ kind }) => kind), filter.kind])].filter(Boolean);
  const instruments = [...new Set([...entries.map(({ instrument }) => instrument ?? ""), filter.instrument])];
  // The choices are those of the whole range.
  const load = () => void (isWhole || loadAll());
  const sums = sumByCurrency(shown).map(({ currency, sum }) => formatMoney(language, sum, currency));
  return (
    <>
      <PhoneFilters set={[filter.kind, filter.instrument, filter.search.trim()].filter(Boolean).length}>
        <NativeSelect
          label={t("portfolios.entry.kind")}
          value={filter.kind}
          data={[
            { value: "", label: t("portfolios.entry.allKinds") },
            ...kinds
              .map((kind) => ({ value: kind, label: nameOf(kind) }))
              .toSorted((a, b) => a.label.localeCompare(b.label, language)),
          ]}
          onFocus={load}
          onChange={(event) => change({ kind: event.currentTarget.value })}
        />
        <NativeSelect
          label={t("portfolios.entry.name")}
          value={filter.instrument}
          data={[
            { value: "", label: t("portfolios.entry.allInstruments") },
            ...instruments.filter(Boolean).toSorted((a, b) => a.localeCompare(b, language)),
          ]}
          onFocus={load}
          onChange={(event) => change({ instrument: event.currentTarget.value })}
        />
        {searches && (
          <TextInput
            type="search"
            label={t("portfolios.entry.search")}
            value={filter.search}
            onChange={(event) => change({ search: event.currentTarget.value })}
          />
        )}
      </PhoneFilters>
      <output className={styles.sums}>
        {isWhole &&
          sums.length > 0 &&
          t("portfolios.entry.sums", { count: shown.length, sums: new Intl.ListFormat(language).format(sums) })}
      </output>
    </>
  );
}
