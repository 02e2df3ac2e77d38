/** Asks for a day, and for the time as of which it is known. */
import { TextInput } from "@mantine/core";
import { isDay } from "@portico/api/rules/calendar.ts";
import { type FormEvent, useState } from "react";
import { useRootData } from "../../shell/layouts/brand.ts";
import { Button } from "../../ui/button.tsx";
import { formatFileTime } from "../../ui/format.ts";
import { useText } from "../../ui/text.tsx";
import styles from "./as-of.module.css";
import { type AsOf, instantOf } from "./as-of-search.ts";

interface AsOfFormProps {
  asOf: AsOf | undefined;
  onShow: (asOf: AsOf) => void;
}

/** The instant as the field writes it, in the firm's time zone. */
const written = (at: string, timeZone: string | undefined): string => formatFileTime(at, timeZone).replace(" ", "T");

export function AsOfForm({ asOf, onShow }: AsOfFormProps) {
  const t = useText();
  const { timeZone } = useRootData();
  const [now] = useState(() => written(new Date().toISOString(), timeZone));
  const [day, setDay] = useState(asOf?.day ?? "");
  const [known, setKnown] = useState(asOf?.known ? written(asOf.known, timeZone) : "");
  const [isChecked, setChecked] = useState(false);
  const today = now.slice(0, 10);
  const dayFault = !isDay(day) || day > today;
  const at = known === "" ? null : instantOf(known, timeZone ?? "UTC");
  const isFuture = (instant: string): boolean => Date.parse(instant) > Date.now();
  const [isKnownFaulty, setKnownFaulty] = useState(false);
  function show(event: FormEvent) {
    event.preventDefault();
    const knownFault = at === undefined || (at !== null && isFuture(at));
    setChecked(true);
    setKnownFaulty(knownFault);
    if (!dayFault && !knownFault) onShow({ day, known: at });
  }
  return (
    <form method="post" className={styles.form} onSubmit={show} data-no-print noValidate>
      <TextInput
        type="date"
        size="md"
        label={t("admin.asOf.day")}
        value={day}
        max={today}
        error={isChecked && dayFault ? t("admin.asOf.dayFault") : undefined}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        size="md"
        step={1}
        label={t("admin.asOf.known")}
        value={known}
        max={now}
        error={isKnownFaulty ? t("admin.asOf.knownFault") : undefined}
        onChange={(event) => {
          setKnown(event.currentTarget.value);
          setKnownFaulty(false);
        }}
      />
      <Button type="submit" size="md" variant="default">
        {t("admin.asOf.show")}
      </Button>
      <p className={styles.hint}>{t("admin.asOf.hint")}</p>
    </form>
  );
}
