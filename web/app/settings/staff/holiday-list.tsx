/** The statutory days off that business hours leave out, of this year and the next. */
import { dayIn } from "@portico/api/rules/calendar.ts";
import { type HolidayCountry, listHolidays, weekdayOf } from "@portico/api/rules/holidays.ts";
import { dateLocale } from "@portico/messages/text.ts";
import { useState } from "react";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./ticket-rules.module.css";

interface HolidayListProps {
  country: HolidayCountry;
  /** The weekdays on which the firm is open. */
  isOpenOn: (weekday: number) => boolean;
  /** Days for which the firm has hours of its own. */
  ownDays: ReadonlySet<string>;
}

export function HolidayList({ country, isOpenOn, ownDays }: HolidayListProps) {
  const t = useText();
  const language = useLanguage();
  const [year] = useState(() => Number(dayIn(undefined, new Date()).slice(0, 4)));
  const format = new Intl.DateTimeFormat(dateLocale(language), {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return (
    <details className={styles.holidays}>
      <summary>{t("admin.settings.holidays.title", { year: String(year), next: String(year + 1) })}</summary>
      <p className="small">{t("admin.settings.holidays.hint")}</p>
      <div className={styles.years}>
        {[year, year + 1].map((one) => (
          <section key={one} aria-label={String(one)}>
            <h4>{one}</h4>
            <dl>
              {[...listHolidays(country, one)]
                .filter(([day]) => isOpenOn(weekdayOf(day)) || ownDays.has(day))
                .toSorted(([first], [second]) => first.localeCompare(second))
                .map(([day, { name, moved }]) => (
                  <div key={day}>
                    <dt>
                      <time dateTime={day}>{format.format(new Date(`${day}T00:00:00Z`))}</time>
                    </dt>
                    <dd>
                      {moved
                        ? t("tickets.clock.movedHoliday", { name: t(`tickets.holiday.${name}`) })
                        : t(`tickets.holiday.${name}`)}
                      {ownDays.has(day) && <small>{t("admin.settings.holidays.own")}</small>}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </details>
  );
}
