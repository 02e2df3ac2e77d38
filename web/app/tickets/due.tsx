/** When a ticket is due, and what that follows from. */
import { weekdays } from "@portico/api/rules/business-time.ts";
import type { TicketClock, TicketDue } from "@portico/api/tickets.ts";
import { dateLocale, type Language } from "@portico/messages/text.ts";
import { Fragment } from "react";
import { Day, Moment, MomentRange } from "../ui/dates.tsx";
import { formatMinutes } from "../ui/durations.ts";
import { Section } from "../ui/section.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./tickets.module.css";

/** What is due next, in a sentence. */
export function DueNext({ due: { kind, at, state } }: { due: TicketDue }) {
  const t = useText();
  return (
    <span>
      {t(state === "late" ? `tickets.due.${kind}.late` : `tickets.due.${kind}`)} <Moment at={at} />
    </span>
  );
}

/** For staff: whether it is late, or about to be. */
export function DueBadge({ due }: { due: TicketDue }) {
  const t = useText();
  if (due.state === "due") return null;
  return (
    <StatusBadge status={due.state} colour={due.state === "late" ? "red" : "orange"}>
      {t(`tickets.due.${due.state}`)}
    </StatusBadge>
  );
}

/** The promises of a ticket, each with what its due time follows from. */
export function DueExplained({ clocks }: { clocks: readonly TicketClock[] }) {
  const t = useText();
  if (clocks.length === 0) return null;
  return (
    <Section>
      <details className={styles.explained}>
        <summary>{t("tickets.clock.title")}</summary>
        {clocks.map((clock) => (
          <Fragment key={clock.kind}>
            <h2 className={styles.clockTitle}>{t(`tickets.clock.${clock.kind}`)}</h2>
            <ClockFacts clock={clock} />
          </Fragment>
        ))}
      </details>
    </Section>
  );
}

/** What one due time follows from. */
export function ClockFacts({ clock }: { clock: TicketClock }) {
  const t = useText();
  const language = useLanguage();
  const { promised, began_at, due_at, ended_at, passed, late, exceptions, stops, time_zone, country } = clock;
  return (
    <dl className={styles.facts}>
      <dt>{t("tickets.clock.promised")}</dt>
      <dd>{t("tickets.clock.ofHours", { time: formatMinutes(language, promised) })}</dd>
      <dt>{t("tickets.clock.began")}</dt>
      <dd>
        <Moment at={began_at} />
      </dd>
      <dt>{t("tickets.clock.hours")}</dt>
      <dd>
        {hoursOf(language, clock).map((line) => (
          <div key={line}>{line}</div>
        ))}
        <small>
          {t(`tickets.clock.country.${country}`)} · {time_zone}
        </small>
      </dd>
      {exceptions.length > 0 && (
        <>
          <dt>{t("tickets.clock.exceptions")}</dt>
          <dd>
            {exceptions.map((each) => (
              <div key={each.day}>
                <Day day={each.day} /> –{" "}
                {each.moved
                  ? t("tickets.clock.movedHoliday", { name: t(`tickets.holiday.${each.name}`) })
                  : t(`tickets.holiday.${each.name}`)}
                {each.hours.length > 0 && `: ${each.hours.map(({ from, to }) => `${from}–${to}`).join(", ")}`}
              </div>
            ))}
          </dd>
        </>
      )}
      {stops.length > 0 && (
        <>
          <dt>{t("tickets.clock.stops")}</dt>
          <dd>
            {stops.map(({ from, to }) => (
              <div key={from}>
                {to === null ? (
                  <>
                    {t("tickets.clock.since")} <Moment at={from} />
                  </>
                ) : (
                  <MomentRange from={from} to={to} />
                )}
              </div>
            ))}
          </dd>
        </>
      )}
      <dt>{t("tickets.clock.due")}</dt>
      <dd>
        {due_at === null ? (
          t(ended_at === null ? "tickets.clock.stands" : "tickets.clock.notReached")
        ) : (
          <Moment at={due_at} />
        )}{" "}
        {late && ended_at === null && <Outcome late />}
      </dd>
      {ended_at !== null && (
        <>
          <dt>{t("tickets.clock.met")}</dt>
          <dd>
            <Moment at={ended_at} /> <Outcome late={late} />
          </dd>
        </>
      )}
      {passed !== null && (
        <>
          <dt>{t("tickets.clock.passed")}</dt>
          <dd>{t("tickets.clock.ofHours", { time: formatMinutes(language, passed) })}</dd>
        </>
      )}
    </dl>
  );
}

function Outcome({ late }: { late: boolean }) {
  const t = useText();
  return (
    <StatusBadge status={late ? "late" : "met"} colour={late ? "red" : "green"}>
      {t(late ? "tickets.due.late" : "tickets.clock.inTime")}
    </StatusBadge>
  );
}

/** "Mon–Fri 09:00–18:00": following days with the same hours in one line; closed days are left out. */
function hoursOf(language: Language, { week }: TicketClock): string[] {
  const format = new Intl.DateTimeFormat(dateLocale(language), { weekday: "short", timeZone: "UTC" });
  // A Monday.
  const nameOf = (at: number) => format.format(new Date(Date.UTC(2024, 0, 1 + at)));
  const lines: { first: number; last: number; text: string }[] = [];
  for (const [at, weekday] of weekdays.entries()) {
    const text = week[weekday].map(({ from, to }) => `${from}–${to}`).join(", ");
    const before = lines.at(-1);
    if (before?.text === text) before.last = at;
    else lines.push({ first: at, last: at, text });
  }
  return lines
    .filter(({ text }) => text !== "")
    .map(({ first, last, text }) => `${first === last ? nameOf(first) : `${nameOf(first)}–${nameOf(last)}`} ${text}`);
}
