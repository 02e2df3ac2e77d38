/** Selects a range of days: a preset, or two days. */

import { Button, TextInput } from "@mantine/core";
import { isDay } from "@portico/api/rules/calendar.ts";
import { portfolioRanges } from "@portico/api/rules/portfolio-ranges.ts";
import { type FormEvent, useState } from "react";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./range-picker.module.css";
import { type DayRange, presetRange, type RangePreset, rangeFault } from "./ranges.ts";

interface RangePickerProps {
  range: DayRange;
  onChange: (range: DayRange) => void;
  /** The last day of the presets. */
  today: string;
}

export function RangePicker({ range, onChange, today }: RangePickerProps) {
  const t = useText();
  const [custom, setCustom] = useState(range.preset === "custom");
  function pick(id: string) {
    setCustom(id === "custom");
    if (id !== "custom") onChange(presetRange(id as RangePreset, today));
  }
  return (
    <div className={styles.container}>
      <SectionPicker
        label={t("portfolios.range.label")}
        sections={[...portfolioRanges, "custom" as const].map((id) => ({ id, label: t(`portfolios.range.${id}`) }))}
        current={custom ? "custom" : range.preset}
        onPick={pick}
      />
      {custom && <CustomRange range={range} onChange={onChange} today={today} />}
      <p className={styles.printed}>
        {range.preset === "all" ? t("portfolios.range.name.all") : `${range.from} – ${range.to}`}
      </p>
    </div>
  );
}

function CustomRange({ range, onChange, today }: RangePickerProps) {
  const t = useText();
  const [from, setFrom] = useState(range.preset === "all" ? presetRange("1Y", today).from : range.from);
  const [to, setTo] = useState(range.to);
  const [fault, setFault] = useState<ReturnType<typeof rangeFault>>();
  function apply(event: FormEvent) {
    event.preventDefault();
    const found = rangeFault(from, to);
    setFault(found);
    if (!found) onChange({ preset: "custom", from, to });
  }
  return (
    <form method="post" className={styles.custom} onSubmit={apply} data-no-print noValidate>
      <TextInput
        type="date"
        size="md"
        label={t("portfolios.range.from")}
        value={from}
        max={today}
        error={fault && (fault === "reversed" || !isDay(from)) ? t(`portfolios.range.${fault}`) : undefined}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        size="md"
        label={t("portfolios.range.to")}
        value={to}
        max={today}
        error={fault && (fault === "reversed" || !isDay(to)) ? t(`portfolios.range.${fault}`) : undefined}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" size="md" variant="default">
        {t("portfolios.range.apply")}
      </Button>
      <p className={styles.hint}>{t("portfolios.range.both")}</p>
    </form>
  );
}
