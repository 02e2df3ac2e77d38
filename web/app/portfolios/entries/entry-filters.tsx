/** Above orders or transactions: choices of what occurs among them, a search, and the sum of what is shown. */
import { NativeSelect, TextInput } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { formatMoney } from "../../ui/format.ts";
import { PhoneFilters } from "../../ui/phone-filters.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./entries.module.css";
import {
  type Choice,
  choices,
  type EntryFilter,
  type FilteredEntry,
  isFiltered,
  matches,
  noFilter,
  occurring,
  sumByCurrency,
} from "./entry-filter.ts";

export interface Listed<Row> {
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

const labels = {
  kind: "portfolios.entry.kind",
  instrument: "portfolios.entry.name",
  currency: "portfolios.entry.currency",
  year: "portfolios.entry.year",
  state: "portfolios.entry.state",
} as const;

/** Years begin with the newest. */
const byLabel =
  (choice: Choice, language: string) =>
  (one: { label: string }, other: { label: string }): number =>
    choice === "year" ? other.label.localeCompare(one.label) : one.label.localeCompare(other.label, language);

type Filters = Omit<ReturnType<typeof useEntryFilter>, "rows" | "fetchShown">;

/** `nameOf` words a kind, `stateOf` a state. */
interface EntryFiltersProps {
  filters: Filters;
  nameOf: (kind: string) => string;
  stateOf?: (state: string) => string;
  /** False where the list is already what a search found. */
  searches?: boolean;
}

export function EntryFilters({ filters, nameOf, stateOf = String, searches = true }: EntryFiltersProps) {
  const t = useText();
  const language = useLanguage();
  const { filter, change, entries, shown, isWhole, loadAll } = filters;
  // The choices are those of the whole range.
  const load = () => void (isWhole || loadAll());
  const wordOf = (choice: Choice, value: string): string =>
    choice === "kind" ? nameOf(value) : choice === "state" ? stateOf(value) : value;
  const sums = sumByCurrency(shown).map(({ currency, sum }) => formatMoney(language, sum, currency));
  return (
    <>
      <PhoneFilters
        set={choices.filter((choice) => filter[choice] !== "").length + Number(filter.search.trim() !== "")}
      >
        {choices.map((choice) => {
          const values = occurring(entries, choice, filter[choice]);
          // Kind and instrument always have their place; the others only where there is something to choose.
          if (values.length < 2 && choice !== "kind" && choice !== "instrument") return null;
          return (
            <NativeSelect
              key={choice}
              label={t(labels[choice])}
              value={filter[choice]}
              data={[
                { value: "", label: t(`portfolios.entry.all.${choice}`) },
                ...values.map((value) => ({ value, label: wordOf(choice, value) })).toSorted(byLabel(choice, language)),
              ]}
              onFocus={load}
              onChange={(event) => change({ [choice]: event.currentTarget.value })}
            />
          );
        })}
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
