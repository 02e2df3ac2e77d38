/** Narrows a long list of reports, by kind and year. */
import { NativeSelect } from "@mantine/core";
import { type ReportKind, reportKinds } from "@portico/api/rules/reports.ts";
import { useFirmToday } from "../shell/firm-day.ts";
import { useText } from "../ui/text.tsx";
import styles from "./reports.module.css";
import type { ReportFilter } from "./use-reports.ts";

/** Offered back from the present one; records are kept for fewer. */
const years = 12;

export function ReportFilters({
  filter: { kind, year },
  onChange,
}: {
  filter: ReportFilter;
  onChange: (filter: ReportFilter) => void;
}) {
  const t = useText();
  const thisYear = Number(useFirmToday().slice(0, 4));
  return (
    <search className={styles.filters} data-no-print>
      <NativeSelect
        size="sm"
        aria-label={t("reports.list.report")}
        value={kind ?? ""}
        data={[
          { value: "", label: t("reports.filter.anyKind") },
          ...reportKinds.map((one) => ({ value: one as string, label: t(`reports.kind.${one}`) })),
          { value: "daily", label: t("reports.filter.daily") },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ kind: value === "" ? undefined : (value as ReportKind | "daily"), year })
        }
      />
      <NativeSelect
        size="sm"
        aria-label={t("reports.filter.year")}
        value={year ?? ""}
        data={[
          { value: "", label: t("reports.filter.anyYear") },
          ...Array.from({ length: years }, (_, back) => String(thisYear - back)),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ kind, year: value === "" ? undefined : Number(value) })}
      />
    </search>
  );
}
