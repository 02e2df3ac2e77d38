/** All movements of cash with their running balance: filtered, paged, as a file, printed. */
import { NativeSelect, TextInput } from "@mantine/core";
import type { Movement } from "@portico/api/payments/cash.ts";
import { cashKinds } from "@portico/api/rules/money.ts";
import { useMemo, useState } from "react";
import { useRootData } from "../../shell/layouts/brand.ts";
import { tablePages } from "../../shell/table-pages.ts";
import { CurrencyCode } from "../../ui/currency-code.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EntryTime } from "../../ui/dates.tsx";
import { formatAmount, formatFileTime, formatRecordTime } from "../../ui/format.ts";
import { PhoneFilters } from "../../ui/phone-filters.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./money.module.css";
import { type MovementFilter, useMovementKinds, useMovements } from "./use-money.ts";

function useColumns(hasBalances: boolean): Column<Movement>[] {
  const t = useText();
  const language = useLanguage();
  const { timeZone } = useRootData();
  return useMemo((): Column<Movement>[] => {
    const amount = (id: "amount" | "balance"): Column<Movement> => ({
      id,
      header: t(`money.moves.${id}`),
      numeric: true,
      sortable: false,
      currency: (row) => row.currency,
      value: (row) => row[id],
      cell: (row) =>
        row[id] !== null && (
          <>
            {formatAmount(language, row[id], row.currency)}
            <span className={styles.phoneCurrency}>
              {" "}
              <CurrencyCode code={row.currency} />
            </span>
          </>
        ),
      phone: "key",
    });
    return [
      {
        id: "date",
        header: t("money.moves.date"),
        fileHeader: `${t("money.moves.date")} (${timeZone})`,
        sortable: false,
        // In the firm's time zone: an entry without a time is the first moment of its day there.
        value: ({ date }) => formatFileTime(date, timeZone),
        cell: ({ date }) => <EntryTime at={date} timeZone={timeZone} />,
      },
      {
        id: "kind",
        header: t("money.moves.kind"),
        sortable: false,
        value: (row) => t(`portfolios.kind.${row.kind}`),
      },
      {
        id: "what",
        header: t("money.moves.what"),
        sortable: false,
        value: (row) => [row.name, row.description].filter(Boolean).join(" · "),
        fileValue: (row) => row.name,
      },
      {
        id: "title",
        header: t("money.moves.kind"),
        value: () => null,
        cell: (row) => [t(`portfolios.kind.${row.kind}`), row.name].filter(Boolean).join(" · "),
        phone: "title",
        phoneOnly: true,
      },
      {
        id: "summary",
        header: t("money.moves.what"),
        value: () => null,
        cell: (row) => [formatRecordTime(row.date, timeZone).slice(0, 10), row.description].filter(Boolean).join(" · "),
        phone: "line",
        phoneOnly: true,
      },
      {
        id: "currency",
        header: t("money.moves.currency"),
        sortable: false,
        value: (row) => row.currency,
        cell: (row) => <CurrencyCode code={row.currency} />,
      },
      amount("amount"),
      ...(hasBalances ? [amount("balance")] : []),
      {
        id: "entryId",
        header: t("money.moves.entryId"),
        value: (row) => row.entry_id,
        fileOnly: true,
        sortable: false,
      },
      {
        id: "sourceNote",
        header: t("money.moves.sourceNote"),
        value: (row) => row.description,
        fileOnly: true,
        sortable: false,
      },
    ];
  }, [t, language, timeZone, hasBalances]);
}

interface MovementsProps {
  currencies: readonly string[];
  /** A custodian's system tells none. */
  hasBalances: boolean;
}

export default function Movements({ currencies, hasBalances }: MovementsProps) {
  const t = useText();
  const columns = useColumns(hasBalances);
  const [filter, setFilter] = useState<MovementFilter>({});
  const isBackwards = filter.from !== undefined && filter.to !== undefined && filter.from > filter.to;
  const query = useMovements(isBackwards ? { ...filter, to: undefined } : filter);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Section title={t("money.moves.title")} hint={t(hasBalances ? "money.moves.hint" : "money.moves.hintCustodian")}>
      <Filter filter={filter} change={(part) => setFilter({ ...filter, ...part })} currencies={currencies} />
      {isBackwards && <p role="alert">{t("money.moves.range")}</p>}
      <DataTable
        label={t("money.moves.title")}
        columns={columns}
        rows={query.data?.rows}
        rowId={(row) => row.key}
        exportName={t("money.moves.file")}
        exportRows={query.fetchAll}
        twoLines
        {...tablePages(t, query)}
        empty={<Empty icon="money" title={t(isFiltered ? "money.moves.noneFilter" : "money.moves.none")} />}
      />
    </Section>
  );
}

interface FilterProps {
  filter: MovementFilter;
  change: (part: MovementFilter) => void;
  currencies: readonly string[];
}

function Filter({ filter, change, currencies }: FilterProps) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  const askKinds = () => setAsked(true);
  const occurring = useMovementKinds(isAsked);
  // Until it is known which occur, the one that is chosen.
  const kinds = occurring ?? (filter.kind ? [filter.kind] : []);
  const day = (side: "from" | "to") => (
    <TextInput
      type="date"
      label={t(`money.moves.${side}`)}
      value={filter[side] ?? ""}
      onChange={(event) => change({ [side]: event.currentTarget.value || undefined })}
    />
  );
  return (
    <PhoneFilters set={Object.values(filter).filter((value) => value !== undefined).length}>
      <NativeSelect
        label={t("money.moves.currency")}
        value={filter.currency ?? ""}
        data={[{ value: "", label: t("money.moves.allCurrencies") }, ...currencies]}
        onChange={(event) => change({ currency: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label={t("money.moves.kind")}
        value={filter.kind ?? ""}
        data={[
          { value: "", label: t("money.moves.allKinds") },
          ...kinds.map((kind) => ({ value: kind, label: t(`portfolios.kind.${kind}`) })),
        ]}
        onFocus={askKinds}
        onChange={(event) => change({ kind: cashKinds.find((kind) => kind === event.currentTarget.value) })}
      />
      {day("from")}
      {day("to")}
    </PhoneFilters>
  );
}
