/** Hours of a day, which may be split; without any it is closed. */
import { ActionIcon } from "@mantine/core";
import { businessLimits } from "@portico/api/rules/business-time.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./ticket-rules.module.css";

export type OpenHours = SettingValue<"ticketRules">["hours"]["ownDays"][number]["hours"];

interface OpenHoursFieldProps {
  /** The day, for the names of the fields. */
  name: string;
  hours: OpenHours;
  canChange: boolean;
  /** Of the field `0.from`. */
  errorOf: (path: string) => string | undefined;
  onChange: (hours: OpenHours) => void;
}

export function OpenHoursField({ name, hours, canChange, errorOf, onChange }: OpenHoursFieldProps) {
  const t = useText();
  return (
    <div className={styles.day}>
      {hours.length === 0 && <span className={styles.closed}>{t("admin.settings.hours.closed")}</span>}
      {hours.map((each, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- hours that are being typed have no other identity
        <div key={at} className={styles.hours}>
          {(["from", "to"] as const).map((side) => (
            <LimitedInput
              key={side}
              size="sm"
              label={t(`admin.settings.hours.${side}`)}
              aria-label={`${name}: ${t(`admin.settings.hours.${side}`)}`}
              placeholder={side === "from" ? "09:00" : "18:00"}
              limit={5}
              spellCheck={false}
              readOnly={!canChange}
              value={each[side]}
              error={errorOf(`${at}.${side}`)}
              onChange={(event) => onChange(hours.with(at, { ...each, [side]: event.currentTarget.value }))}
            />
          ))}
          {canChange && (
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t("admin.settings.hours.remove", { name })}
              onClick={() => onChange(hours.toSpliced(at, 1))}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {canChange && hours.length < businessLimits.hoursPerDay && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t("admin.settings.hours.addTo", { name })}
          onClick={() =>
            onChange([...hours, hours.length === 0 ? { from: "09:00", to: "18:00" } : { from: "", to: "" }])
          }
        >
          {t("admin.settings.hours.add")}
        </Button>
      )}
    </div>
  );
}
