/** What an invitation, or the answer to one, says (RFC 5545). */

const unescaped = (value: string): string =>
  value.replaceAll(/\\([nN,;\\])/g, (_, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign)).trim();

/** `20261126T132500` as `2026-11-26 13:25`, with the zone that it names. */
function timeOf(value: string, zone: string | undefined): string {
  const [, year, month, day, hour, minute, isUtc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(value) ?? [];
  if (year === undefined) return value;
  const date = `${year}-${month}-${day}`;
  const named = isUtc ? "UTC" : zone;
  return hour === undefined ? date : `${date} ${hour}:${minute}${named === undefined ? "" : ` (${named})`}`;
}

/** Title, time and place of the first event, and what was written to it; one a line. Empty if there is none. */
export function calendarText(calendar: string): string {
  const lines = calendar.replaceAll(/\n[ \t]/g, "").split("\n");
  const from = lines.findIndex((line) => /^BEGIN:VEVENT\s*$/i.test(line));
  if (from < 0) return "";
  const found = new Map<string, string>();
  for (const line of lines.slice(from + 1)) {
    if (/^(?:BEGIN|END):/i.test(line)) break;
    const [, name = "", options = "", value = ""] = /^([\w-]{1,60})(;[^:]{0,300})?:(.*)$/.exec(line) ?? [];
    const key = name.toUpperCase();
    const zone = /;TZID="?([^";:]+)/i.exec(options)?.[1];
    if (!found.has(key)) found.set(key, key.startsWith("DT") ? timeOf(value.trim(), zone) : unescaped(value));
  }
  const times = [found.get("DTSTART"), found.get("DTEND")].filter(Boolean).join(" – ");
  return [found.get("SUMMARY"), times, found.get("LOCATION"), found.get("COMMENT")].filter(Boolean).join("\n");
}
