/** A range between two days. */

import { TextInput } from "@mantine/core";
import { isDay } from "@portico/api/rules/calendar.ts";
import { presetRange } from "@portico/api/rules/portfolio-ranges.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./range-picker.module.css";
import type { RangePickerProps } from "./range-picker.tsx";
import { rangeFault } from "./ranges.ts";

export default function CustomRange({ range, onChange, today }: RangePickerProps) {
  const t = useText();
  const [from, setFrom] = useState(range.preset === "all" ? presetRange("1Y", today).from : range.from);
  const [to, setTo] = useState(range.to);
  // The range may be chosen elsewhere, such as on the chart.
  const [shown, setShown] = useState(range);
  if (range.from !== shown.from || range.to !== shown.to) {
    setShown(range);
    setFrom(range.from);
    setTo(range.to);
  }
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
