/** Search, period and filters of the sign-ins; the choice is in the address. */
import { NativeSelect, TextInput } from "@mantine/core";
import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import { suspicions } from "@portico/api/rules/sign-ins.ts";
import { type RefObject, useCallback } from "react";
import { useFirmToday } from "../../shell/firm-day.ts";
import { SearchField } from "../../shell/search-field.tsx";
import lists from "../../shell/staff/lists/lists.module.css";
import { Icon } from "../../ui/icon.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../analytics.module.css";
import { browserLabel, countryLabel, systemLabel } from "../sign-in-labels.ts";
import { type Change, periodPresets, type SignInSearch } from "./analytics-search.ts";

interface FiltersProps {
  asked: SignInSearch;
  /** Must be stable: a new function would restart the search's delay. */
  onChange: (change: Change) => void;
}

export function Period({ asked: { from, to }, onChange }: FiltersProps) {
  const t = useText();
  const today = useFirmToday();
  const preset = to === today ? periodPresets.find((days) => daysBetween(from, to) === days - 1) : undefined;
  return (
    <div className={lists.filters} data-no-print>
      <NativeSelect
        size="sm"
        label={t("admin.analytics.period")}
        value={preset ?? ""}
        onChange={({ currentTarget: { value } }) => {
          if (value !== "") onChange({ from: addDays(today, 1 - Number(value)), to: today });
        }}
        data={[
          ...(preset === undefined ? [{ value: "", label: t("admin.analytics.period.own") }] : []),
          ...periodPresets.map((days) => ({ value: String(days), label: t("admin.analytics.period.days", { days }) })),
        ]}
      />
      {(["from", "to"] as const).map((side) => (
        <TextInput
          key={side}
          size="sm"
          type="date"
          label={t(`admin.analytics.${side}`)}
          max={today}
          value={side === "from" ? from : to}
          onChange={({ currentTarget: { value } }) => value !== "" && onChange({ from, to, [side]: value })}
        />
      ))}
    </div>
  );
}

export function SignInFilters({
  asked,
  onChange,
  searchField,
}: FiltersProps & { searchField: RefObject<HTMLInputElement | null> }) {
  const t = useText();
  const search = useCallback((text: string) => onChange({ search: text }), [onChange]);
  return (
    <search className={lists.filters} data-no-print>
      <SearchField label={t("admin.analytics.search")} asked={asked.search} onChange={search} field={searchField} />
      <NativeSelect
        size="sm"
        aria-label={t("admin.analytics.suspicious")}
        value={asked.suspicious ?? ""}
        data={[
          { value: "", label: t("admin.analytics.suspicious.all") },
          { value: "any", label: t("admin.analytics.suspicious.any") },
          ...suspicions.map((value) => ({ value, label: t(`suspicion.${value}`) })),
        ]}
        onChange={(event) => onChange({ suspicious: event.currentTarget.value })}
      />
    </search>
  );
}

/** The filters that a bar or a link chose, each with a button that removes it. */
export function ChosenFilters({ asked, onChange }: FiltersProps) {
  const t = useText();
  const language = useLanguage();
  const unknown = t("admin.analytics.chart.unknown");
  const chosen = (
    [
      ["country", asked.country === undefined ? undefined : (countryLabel(language, asked.country) ?? unknown)],
      ["city", asked.city === undefined ? undefined : asked.city || unknown],
      ["os", asked.os && (systemLabel(asked.os) ?? unknown)],
      ["browser", asked.browser && (browserLabel(asked.browser) ?? unknown)],
    ] as const
  ).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, label: `${t(`admin.analytics.column.${name}`)}: ${value}` }],
  );
  const all: { name: keyof Change; label: string }[] = [
    ...chosen,
    ...(asked.user === undefined
      ? []
      : [{ name: "user" as const, label: t("admin.analytics.person", { id: String(asked.user) }) }]),
  ];
  if (all.length === 0) return null;
  return (
    <ul className={styles.chosen} aria-label={t("admin.analytics.filters")}>
      {all.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={t("admin.analytics.removeFilter", { filter: label })}
            onClick={() => onChange({ [name]: "" })}
          >
            {label}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
