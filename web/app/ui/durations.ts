/** Lengths of time in business hours. */
import { dateLocale, type Language } from "@portico/messages/text.ts";

/** "9 hr 30 min"; hours are not summed up to days, because a day has as many hours as the firm works. */
export function formatMinutes(language: Language, minutes: number): string {
  const written = (unit: "hour" | "minute", value: number) =>
    new Intl.NumberFormat(dateLocale(language), { style: "unit", unit, unitDisplay: "short" }).format(value);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [
    ...(hours > 0 ? [written("hour", hours)] : []),
    ...(rest > 0 || hours === 0 ? [written("minute", rest)] : []),
  ].join(" ");
}
