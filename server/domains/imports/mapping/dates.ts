/** Days and times as other makers write them. Nothing is guessed: the mapping names the formats. */
import { RefusedRow } from "../reading/parsed-file.ts";
import { isDay } from "../reading/values.ts";

/** A day, with the time of day if the text has one. */
export interface Moment {
  day: string;
  time?: string;
}

/** First letters of months by language: English, Dutch, German, French, Polish. Each names one month only. */
const monthNames: readonly (readonly string[])[] = [
  ["jan", "sty"],
  ["feb", "fév", "lut"],
  ["mar", "mrt", "mär", "mrz"],
  ["apr", "avr", "kwi"],
  ["may", "mei", "mai", "maj"],
  ["jun", "juin", "cze"],
  ["jul", "juil", "lip"],
  ["aug", "aoû", "sie"],
  ["sep", "wrz"],
  ["oct", "okt", "paź"],
  ["nov", "lis"],
  ["dec", "dez", "déc", "gru"],
];

const parts: Readonly<Record<string, string>> = {
  YYYY: "(?<year>\\d{4})",
  YY: "(?<short>\\d{2})",
  MMM: "(?<name>\\p{L}{3,9})\\.?",
  MM: "(?<month>\\d{2})",
  M: "(?<month>\\d{1,2})",
  DD: "(?<date>\\d{2})",
  D: "(?<date>\\d{1,2})",
  HH: "(?<hour>\\d{2})",
  H: "(?<hour>\\d{1,2})",
  mm: "(?<minute>\\d{2})",
  ss: "(?<second>\\d{2})(?:[.,]\\d{1,9})?",
  A: "(?<half>[AaPp][Mm])",
  Z: "(?:Z|[+-]00:?00)",
};
const token = /YYYY|YY|MMM|MM|M|DD|D|HH|H|mm|ss|A|Z|[^A-Za-z]|T/g;

/** The pattern of a format; undefined if it has other letters, or names no day. */
export function patternOf(format: string): RegExp | undefined {
  const found = format.match(token) ?? [];
  if (found.join("") !== format) return undefined;
  const repeated = found.filter((one) => parts[one] !== undefined);
  if (
    new Set(repeated.map((one) => (one[0] === "Y" || one[0] === "D" || one[0] === "M" ? one[0] : one))).size !==
    repeated.length
  )
    return undefined;
  const source = found.map((one) => parts[one] ?? one.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("");
  const namesDay = /<(?:year|short)>/.test(source) && /<(?:name|month)>/.test(source) && source.includes("<date>");
  return namesDay ? new RegExp(`^${source}$`, "u") : undefined;
}

function read(text: string, pattern: RegExp): Moment | undefined {
  const found = pattern.exec(text)?.groups;
  if (!found) return undefined;
  const year = found["year"] ?? `20${found["short"]}`;
  const month = found["month"] ?? monthOf(found["name"] ?? "");
  if (month === undefined) return undefined;
  const [mm, dd] = [month.padStart(2, "0"), (found["date"] ?? "").padStart(2, "0")];
  if (!isDay(Number(year), Number(mm), Number(dd))) return undefined;
  const time = timeOf(found);
  if (time === null) return undefined;
  return { day: `${year}-${mm}-${dd}`, ...(time !== undefined && { time }) };
}

function monthOf(name: string): string | undefined {
  const lower = name.toLowerCase();
  const index = monthNames.findIndex((names) => names.some((start) => lower.startsWith(start)));
  return index < 0 ? undefined : String(index + 1);
}

/** Undefined if the format has no time; null if there is no such time. */
function timeOf({ hour, minute, second, half }: Record<string, string | undefined>): string | undefined | null {
  if (hour === undefined || minute === undefined) return undefined;
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return null;
    hours = (hours % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  }
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null;
  return [String(hours).padStart(2, "0"), minute, ...(second === undefined ? [] : [second])].join(":");
}

const plain = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/;

/**
 * Reads days in these formats. A text that two of them read as different days is refused with both. A date of a workbook
 * (`isPlain`) needs no format.
 */
export function createDayReader(
  formats: readonly string[],
): (text: string, column: string, isPlain?: boolean) => Moment {
  const patterns = formats.flatMap((format) => patternOf(format) ?? []);
  return (written, column, isPlain = false) => {
    const text = written.trim();
    if (isPlain) {
      const found = plain.exec(text);
      if (found) return { day: found[1] as string, ...(found[2] !== undefined && { time: found[2] }) };
    }
    const readings = patterns.flatMap((pattern) => read(text, pattern) ?? []);
    const days = [...new Set(readings.map(({ day }) => day))];
    if (days.length > 1) throw new RefusedRow("badDate", `${column}: ${text} (→ ${days.join(" / ")})`);
    const [first] = readings;
    if (!first) throw new RefusedRow("badDate", `${column}: ${text}`);
    return readings.find(({ time }) => time !== undefined) ?? first;
  };
}
