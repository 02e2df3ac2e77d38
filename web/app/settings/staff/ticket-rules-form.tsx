/** Business hours, promises and topics of tickets. */
import { businessLimits, type Weekday, weekdays } from "@portico/api/rules/business-time.ts";
import { holidayCountries } from "@portico/api/rules/holidays.ts";
import { dateLocale, type Language } from "@portico/messages/text.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { NativeSelect, NumberInput, TextInput } from "../../ui/fields.tsx";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import { EditableList } from "./editable-list.tsx";
import { HolidayList } from "./holiday-list.tsx";
import { OpenHoursField } from "./open-hours-field.tsx";
import { SaveBar } from "./save-bar.tsx";
import shared from "./settings.module.css";
import { TicketPromisesField } from "./ticket-promises-field.tsx";
import styles from "./ticket-rules.module.css";
import {
  type TicketRulesFault,
  type TicketRulesFaults,
  type TypedTicketRules,
  ticketFigures,
  ticketRulesFaults,
} from "./ticket-rules-faults.ts";
import { TicketTopicsField } from "./ticket-topics-field.tsx";
import { useSettingForm } from "./use-setting-form.ts";

/** With a capital letter, as a label; in sentences Bulgarian and Polish have none. */
function nameOfWeekday(language: Language, weekday: Weekday): string {
  const name = new Intl.DateTimeFormat(dateLocale(language), { weekday: "long", timeZone: "UTC" }).format(
    // A Monday, and the days after it.
    new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday))),
  );
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function faultText(t: Translate, fault: TicketRulesFault): string {
  switch (fault) {
    case "warnMinutes":
    case "closeAfterDays":
    case "promise":
      return t("admin.settings.fault.wholeNumber", ticketFigures[fault]);
    case "time":
      return t("admin.settings.fault.time");
    case "order":
      return t("field.endBeforeStart");
    case "overlap":
      return t("field.timesOverlap");
    case "never":
      return t("field.neverOpen");
    case "day":
      return t("field.badDate");
    case "twice":
      return t("field.twice");
    case "topicId":
      return t("admin.settings.fault.typeId");
    case "topicName":
      return t("admin.settings.fault.typeName");
    case "noTopic":
      return t("admin.settings.fault.noTopic");
    case "resolution":
      return t("admin.settings.fault.resolution");
    default:
      return fault satisfies never;
  }
}

export function TicketRulesForm({ saved, canChange }: { saved: Saved<"ticketRules">; canChange: boolean }) {
  const t = useText();
  const { typed, set, faults, refused, submit, bar } = useSettingForm<
    "ticketRules",
    TicketRulesFaults,
    TypedTicketRules
  >("ticketRules", saved, ticketRulesFaults);
  const { hours, promises, topics } = typed;
  const { data: listed = [] } = useCall(useApi().tickets.listTopics);
  const archived = listed.filter((topic) => topic.archived);
  const setHours = (part: Partial<TypedTicketRules["hours"]>) => set({ hours: { ...hours, ...part } });
  const errorOf = (path: string): string | undefined => {
    const fault = faults[path];
    return fault ? faultText(t, fault) : refused(path);
  };
  return (
    <form method="post" className={shared.wide} onSubmit={submit} noValidate>
      <BusinessHours hours={hours} canChange={canChange} errorOf={errorOf} onChange={setHours} />
      <OwnDays
        rows={hours.ownDays}
        canChange={canChange}
        errorOf={errorOf}
        onChange={(ownDays) => setHours({ ownDays })}
      />
      <section className={styles.part}>
        <h3>{t("admin.settings.promise.title")}</h3>
        <p className="small">{t("admin.settings.promise.hint")}</p>
        <TicketPromisesField
          promises={promises}
          canChange={canChange}
          errorOf={(path) => errorOf(`promises.${path}`)}
          onChange={(changed) => set({ promises: changed })}
        />
        <div className={styles.figures}>
          {(["warnMinutes", "closeAfterDays"] as const).map((name) => (
            <NumberInput
              key={name}
              size="sm"
              label={t(`admin.settings.${name}`)}
              min={ticketFigures[name].min}
              max={ticketFigures[name].max}
              clampBehavior="none"
              allowDecimal={false}
              readOnly={!canChange}
              value={typed[name]}
              error={errorOf(name)}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
        </div>
      </section>

      <section className={styles.part}>
        <h3>{t("admin.settings.topic.title")}</h3>
        <p className="small">{t("admin.settings.topic.hint")}</p>
        <TicketTopicsField
          topics={topics}
          archived={archived.filter(({ id }) => !topics.some((topic) => topic.id === id))}
          known={new Set([...saved.data.topics, ...archived].map(({ id }) => id))}
          promises={promises}
          canChange={canChange}
          errorOf={errorOf}
          onChange={(changed) => set({ topics: changed })}
        />
      </section>
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}

interface HoursProps {
  canChange: boolean;
  /** What is wrong at a path of the rules. */
  errorOf: (path: string) => string | undefined;
}

/** When the firm is open in a week, and on which of the country's holidays it is not. */
function BusinessHours({
  hours,
  canChange,
  errorOf,
  onChange,
}: HoursProps & { hours: TypedTicketRules["hours"]; onChange: (part: Partial<TypedTicketRules["hours"]>) => void }) {
  const t = useText();
  const language = useLanguage();
  const never = errorOf("hours.week") ?? errorOf("hours.ownDays");
  return (
    <section className={styles.part}>
      <h3>{t("admin.settings.hours.title")}</h3>
      <p className="small">{t("admin.settings.hours.hint")}</p>
      <NativeSelect
        size="sm"
        className={shared.keep ?? ""}
        label={t("admin.settings.hours.country")}
        readOnly={!canChange}
        value={hours.country}
        data={holidayCountries.map((each) => ({ value: each, label: t(`admin.settings.hours.country.${each}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const country = holidayCountries.find((each) => each === value);
          if (country) onChange({ country });
        }}
      />
      <HolidayList
        country={hours.country}
        isOpenOn={(number) => {
          const weekday = weekdays[number - 1];
          return weekday !== undefined && hours.week[weekday].length > 0;
        }}
        ownDays={new Set(hours.ownDays.map(({ day }) => day))}
      />
      {weekdays.map((weekday) => (
        <fieldset key={weekday} className={styles.weekday}>
          <legend>{nameOfWeekday(language, weekday)}</legend>
          <OpenHoursField
            name={nameOfWeekday(language, weekday)}
            hours={hours.week[weekday]}
            canChange={canChange}
            errorOf={(path) => errorOf(`hours.week.${weekday}.${path}`)}
            onChange={(changed) => onChange({ week: { ...hours.week, [weekday]: changed } })}
          />
        </fieldset>
      ))}
      {never && (
        <p className={shared.error} role="alert">
          {never}
        </p>
      )}
    </section>
  );
}

type OwnDay = TypedTicketRules["hours"]["ownDays"][number];

/** Days on which the firm is closed, or open at other hours. */
function OwnDays({
  rows,
  canChange,
  errorOf,
  onChange,
}: HoursProps & { rows: readonly OwnDay[]; onChange: (rows: OwnDay[]) => void }) {
  const t = useText();
  return (
    <section className={styles.part}>
      <h3>{t("admin.settings.ownDays.title")}</h3>
      <p className="small">{t("admin.settings.ownDays.hint")}</p>
      <EditableList
        rows={rows}
        onChange={onChange}
        canChange={canChange}
        most={businessLimits.ownDays}
        newRow={{ day: "", hours: [] }}
        className={styles.ownDay}
        addLabel={t("admin.settings.ownDays.add")}
        removeLabel={t("admin.settings.serviceRemove")}
        removeNameOf={({ day }) => t("admin.settings.ownDays.remove", { name: day || t("admin.settings.ownDays.new") })}
      >
        {({ row: own, at, change, controls }) => (
          <>
            <TextInput
              size="sm"
              type="date"
              label={t("admin.settings.ownDays.day")}
              readOnly={!canChange}
              value={own.day}
              error={errorOf(`hours.ownDays.${at}.day`)}
              onChange={(event) => change({ day: event.currentTarget.value })}
            />
            <OpenHoursField
              name={own.day || t("admin.settings.ownDays.new")}
              hours={own.hours}
              canChange={canChange}
              errorOf={(path) => errorOf(`hours.ownDays.${at}.hours.${path}`)}
              onChange={(changed) => change({ hours: changed })}
            />
            {controls}
          </>
        )}
      </EditableList>
    </section>
  );
}
