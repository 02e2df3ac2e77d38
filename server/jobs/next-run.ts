/** When a schedule runs next. Schedules are cron expressions in UTC of minutes and hours: every day is alike. */

// The numbers that a field names: *, 5, 6,11,14, 2-59/5, */15.
function numbersOf(field: string, most: number): Set<number> {
  const found = new Set<number>();
  for (const part of field.split(",")) {
    const [range = "*", step = "1"] = part.split("/");
    const [from = "0", to = from] = range === "*" ? ["0", String(most)] : range.split("-");
    const last = part.includes("/") && !range.includes("-") && range !== "*" ? most : Number(to);
    for (let at = Number(from); at <= last; at += Number(step)) found.add(at);
  }
  return found;
}

const minuteMs = 60_000;

/** The first minute after `now`. Throws for a schedule that names days, which none of the portal's does. */
export function nextRun(schedule: string, now: Date): Date {
  const [minute = "", hour = "", ...days] = schedule.split(" ");
  if (days.join(" ") !== "* * *") throw new Error(`The schedule ${schedule} names days`);
  const [minutes, hours] = [numbersOf(minute, 59), numbersOf(hour, 23)];
  const first = Math.floor(now.getTime() / minuteMs) + 1;
  for (let at = first; at < first + 24 * 60; at++) {
    const moment = new Date(at * minuteMs);
    if (minutes.has(moment.getUTCMinutes()) && hours.has(moment.getUTCHours())) return moment;
  }
  throw new Error(`The schedule ${schedule} names no minute of a day`);
}
