/** Selects a range of days: a preset, or two days. */
import { portfolioRanges, presetRange, type RangePreset } from "@portico/api/rules/portfolio-ranges.ts";
import { useState } from "react";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./range-picker.module.css";
import type { DayRange } from "./ranges.ts";

/** Loaded when it is chosen: text fields are 4 KB that the page does without. */
const CustomRange = loadedPart(() => import("./custom-range.tsx"));

export interface RangePickerProps {
  range: DayRange;
  onChange: (range: DayRange) => void;
  /** The last day of the presets. */
  today: string;
}

export function RangePicker({ range, onChange, today }: RangePickerProps) {
  const t = useText();
  /** The preset at which two days were to be chosen instead: until the range is another one. */
  const [leaving, setLeaving] = useState<string>();
  if (leaving !== undefined && leaving !== range.preset) setLeaving(undefined);
  const custom = range.preset === "custom" || leaving === range.preset;
  function pick(id: string) {
    setLeaving(id === "custom" ? range.preset : undefined);
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
      <p data-print-only>{range.preset === "all" ? t("portfolios.range.name.all") : `${range.from} – ${range.to}`}</p>
    </div>
  );
}
