/** A stored NAV that was wrong: another value for its day, with a reason; and those that were corrected. */
import { Checkbox } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import type { NavSeries } from "@portico/api/funds.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { RecordDay, RecordTime } from "../../ui/dates.tsx";
import { formatExact } from "../../ui/format.ts";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { readAmount } from "../../ui/typed-amount.ts";
import styles from "./staff.module.css";
import type { OpenedFund } from "./use-target.ts";

const nothing = { day: "", value: "", reason: "" };
type Typed = typeof nothing;

export function NavCorrection({ fund, series }: { fund: OpenedFund; series: NavSeries }) {
  const t = useText();
  const language = useLanguage();
  const [typed, setTyped] = useState(nothing);
  const [isSent, setSent] = useState(false);
  const [isZeroAccepted, setZeroAccepted] = useState(false);
  const correct = useChange((api, body: Typed & { before: string; acceptZero: boolean }) =>
    api.funds.correctNav({ params: { id: fund.id }, body }),
  );
  const stored = series.values[series.days.indexOf(typed.day)];
  const value = readAmount(language, typed.value);
  const isValue = value !== undefined && Number(value) >= 0;
  const isZero = isValue && Number(value) === 0;
  const faults: Partial<Typed> = {
    ...(typed.day === "" && { day: t("field.required") }),
    ...(typed.day !== "" && stored === undefined && { day: t("admin.funds.correctNone") }),
    ...(!isValue && { value: t("admin.funds.correctNumber") }),
    ...(isValue && stored !== undefined && Number(value) === Number(stored) && { value: t("admin.funds.correctSame") }),
    ...(typed.reason.trim().length < 3 && { reason: t("admin.funds.correctReason") }),
  };
  const field = (name: keyof Typed, label: string) => (
    <LimitedInput
      type={name === "day" ? "date" : "text"}
      {...(name === "value" && { inputMode: "decimal" as const })}
      limit={500}
      label={label}
      value={typed[name]}
      error={isSent && faults[name]}
      {...(name === "day" &&
        stored !== undefined && {
          description: t("admin.funds.correctStored", { value: formatExact(language, stored) }),
        })}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
    />
  );
  function send(event: FormEvent): void {
    event.preventDefault();
    setSent(true);
    if (Object.keys(faults).length > 0 || stored === undefined || value === undefined) return;
    if (isZero && !isZeroAccepted) return;
    correct.mutate(
      { day: typed.day, before: stored, value, reason: typed.reason.trim(), acceptZero: isZero },
      {
        onSuccess: () => {
          alert.success(t("admin.funds.corrected"));
          setTyped(nothing);
          setZeroAccepted(false);
          setSent(false);
        },
      },
    );
  }
  // On a day with a price of the instrument alone nothing of the fund is stored.
  const isPrice = correct.error instanceof ApiError && correct.error.code === "notFound";
  return (
    <Section title={t("admin.funds.correct")} hint={t("admin.funds.correctHint")}>
      <form className={styles.fields} onSubmit={send} noValidate>
        {field("day", t("admin.funds.navDay"))}
        {field("value", t("admin.funds.correctValue", { currency: fund.currency }))}
        {isZero && (
          <Checkbox
            label={t("admin.funds.acceptZero")}
            checked={isZeroAccepted}
            error={isSent && !isZeroAccepted && t("field.required")}
            onChange={(event) => setZeroAccepted(event.currentTarget.checked)}
          />
        )}
        {field("reason", t("admin.funds.correctionReason"))}
        {correct.error && (
          <Notice tone="failed">{isPrice ? t("admin.funds.correctNone") : errorText(t, correct.error)}</Notice>
        )}
        <div className={styles.buttons}>
          <Button type="submit" variant="default" loading={correct.isPending}>
            {t("admin.funds.correct")}
          </Button>
        </div>
      </form>
      <Corrections fund={fund} />
    </Section>
  );
}

function Corrections({ fund: { corrections } }: { fund: OpenedFund }) {
  const t = useText();
  const language = useLanguage();
  if (corrections.length === 0) return null;
  return (
    <div className={styles.below}>
      <h3>{t("admin.funds.corrections")}</h3>
      <ul className={styles.rows}>
        {corrections.map(({ id, day, before, value, reason, corrected_at, corrected_by }) => (
          <li key={id}>
            <strong>
              <RecordDay day={day} />
            </strong>
            <span>
              {formatExact(language, before)} → {formatExact(language, value)}
            </span>
            <span>{reason}</span>
            <span className="small">
              {corrected_by} · <RecordTime at={corrected_at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
