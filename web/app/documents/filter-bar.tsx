/** Search, type and year of the listed documents. */
import { NativeSelect, TextInput } from "@mantine/core";
import { useFirmToday } from "../shell/firm-day.ts";
import { SearchField } from "../shell/search-field.tsx";
import { useText } from "../ui/text.tsx";
import { type DocumentFilter, isPeriodWrong } from "./document-filter.ts";
import styles from "./documents.module.css";
import { useDocumentTypes } from "./use-documents.ts";

/** The current year and those before it; documents are kept for longer, and found by "any time". */
const yearsOffered = 6;

/** The choice of a period instead of a year. */
const ofPeriod = "period";

interface FilterBarProps {
  filter: DocumentFilter;
  onChange: (change: Partial<DocumentFilter>) => void;
}

export function FilterBar({ filter, onChange }: FilterBarProps) {
  const t = useText();
  const { types, nameOf } = useDocumentTypes();
  const thisYear = Number(useFirmToday().slice(0, 4));
  const years = Array.from({ length: yearsOffered }, (_, before) => thisYear - before);
  const isRemoved = filter.type !== "" && types.length > 0 && types.every(({ id }) => id !== filter.type);
  return (
    <div className={styles.filters} data-no-print>
      <SearchField
        label={t("documents.filter.search")}
        asked={filter.search}
        onChange={(search) => onChange({ search })}
      />
      <NativeSelect
        size="sm"
        aria-label={t("documents.filter.type")}
        value={filter.type}
        onChange={(event) => onChange({ type: event.currentTarget.value })}
        data={[
          { value: "", label: t("documents.filter.allTypes") },
          ...types.map(({ id }) => ({ value: id, label: nameOf(id) })),
          ...(isRemoved ? [{ value: filter.type, label: filter.type }] : []),
        ]}
      />
      <NativeSelect
        size="sm"
        aria-label={t("documents.filter.year")}
        value={filter.period ? ofPeriod : (filter.year ?? "")}
        onChange={({ currentTarget: { value } }) =>
          onChange({ year: Number(value) || null, period: value === ofPeriod ? { from: "", to: "" } : null })
        }
        data={[
          { value: "", label: t("documents.filter.anyTime") },
          ...years.map((year) => ({ value: String(year), label: String(year) })),
          { value: ofPeriod, label: t("documents.filter.period") },
        ]}
      />
      {filter.period && (
        <div className={styles.period}>
          {(["from", "to"] as const).map((end) => (
            <TextInput
              key={end}
              size="sm"
              type="date"
              label={t(`documents.filter.${end}`)}
              value={filter.period?.[end]}
              error={end === "to" && isPeriodWrong(filter) && t("documents.filter.periodWrong")}
              onChange={(event) =>
                onChange({ period: { from: "", to: "", ...filter.period, [end]: event.currentTarget.value } })
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}
