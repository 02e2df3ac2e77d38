/** Times and days as `<time>` elements. */
import {
  formatAge,
  formatDay,
  formatMoment,
  formatMomentRange,
  formatRecordMinute,
  formatRecordTime,
} from "./format.ts";
import { useLanguage } from "./text.tsx";

/** A record's time: "2026-03-09, 14:05:09", in the reader's time zone or the named one. */
export function RecordTime({ at, timeZone }: { at: string; timeZone?: string | undefined }) {
  return (
    <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
      {formatRecordTime(at, timeZone)}
    </time>
  );
}

/** When an entry was booked, in the firm's time zone: its day alone if its time is not known. */
export function EntryTime({ at, timeZone }: { at: string; timeZone: string | undefined }) {
  const moment = formatRecordTime(at, timeZone);
  return (
    <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
      {moment.endsWith(" 00:00:00") ? moment.slice(0, 10) : moment}
    </time>
  );
}

/** The same to the minute, for queues: "2026-03-09, 14:05"; the full time on hover. */
export function RecordMinute({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatRecordTime(at)} style={{ whiteSpace: "nowrap" }}>
      {formatRecordMinute(at)}
    </time>
  );
}

/** A record's day: "2026-03-09". */
export function RecordDay({ day }: { day: string }) {
  return (
    <time dateTime={day} style={{ whiteSpace: "nowrap" }}>
      {day.slice(0, 10)}
    </time>
  );
}

/** The day of a record's time; the full time on hover. */
export function RecordDate({ at }: { at: string }) {
  const moment = formatRecordTime(at);
  return (
    <time dateTime={at} title={moment} style={{ whiteSpace: "nowrap" }}>
      {moment.slice(0, 10)}
    </time>
  );
}

/** A time in a sentence, in the language's format, and in the time zone of the page or the named one. */
export function Moment({ at, timeZone }: { at: string; timeZone?: string | undefined }) {
  return <time dateTime={at}>{formatMoment(useLanguage(), at, timeZone)}</time>;
}

/** How long ago something was; the exact time on hover. */
export function Age({ since }: { since: string }) {
  return (
    <time dateTime={since} title={formatRecordTime(since)}>
      {formatAge(useLanguage(), since)}
    </time>
  );
}

/** A period in a sentence, from one time to another. */
export function MomentRange({ from, to }: { from: string; to: string }) {
  return <time dateTime={to}>{formatMomentRange(useLanguage(), from, to)}</time>;
}

/** A calendar day in a sentence. */
export function Day({ day }: { day: string }) {
  return <time dateTime={day}>{formatDay(useLanguage(), day)}</time>;
}
