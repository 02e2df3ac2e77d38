/** The period of a run: one of the usual ones, or from day to day. */
import { NativeSelect, TextInput } from "@mantine/core";
import { addDays, isDay } from "@portico/api/rules/calendar.ts";
import { type ReportPeriod, usualPeriods } from "@portico/api/rules/report-periods.ts";
import { useState } from "react";
import { useText } from "../../ui/text.tsx";
import { useFirmToday } from "../firm-day.ts";

const choices = ["quarter", "month", "year", "yearBefore", "own"] as const;
type Choice = (typeof choices)[number];

/** Whether it is a period that is over. */
export const isOver = ({ from, to }: ReportPeriod, today: string): boolean =>
  isDay(from) && isDay(to) && from <= to && to < today;

export function PeriodFields({ period, onChange }: { period: ReportPeriod; onChange: (period: ReportPeriod) => void }) {
  const t = useText();
  const today = useFirmToday();
  const periods = usualPeriods(today);
  const [choice, setChoice] = useState<Choice>("quarter");
  const latest = addDays(today, -1);
  const isReversed = isDay(period.from) && isDay(period.to) && period.to < period.from;
  return (
    <>
      <NativeSelect
        label={t("admin.runs.form.period")}
        value={choice}
        data={choices.map((one) => ({
          value: one,
          label:
            one === "own"
              ? t("reports.ask.own")
              : `${t(`reports.ask.${one}`)} (${periods[one].from} – ${periods[one].to})`,
        }))}
        onChange={({ currentTarget: { value } }) => {
          const chosen = value as Choice;
          setChoice(chosen);
          if (chosen !== "own") onChange(periods[chosen]);
        }}
      />
      {choice === "own" && (
        <>
          <TextInput
            type="date"
            label={t("admin.runs.form.from")}
            value={period.from}
            max={latest}
            onChange={({ currentTarget: { value } }) => onChange({ ...period, from: value })}
          />
          <TextInput
            type="date"
            label={t("admin.runs.form.to")}
            value={period.to}
            max={latest}
            error={isReversed ? t("reports.ask.reversed") : period.to > latest ? t("reports.ask.notOver") : undefined}
            onChange={({ currentTarget: { value } }) => onChange({ ...period, to: value })}
          />
        </>
      )}
    </>
  );
}
