/** The calendar by which the firm lives. */
/** The firm's days, whatever the reader's clock says (decisions 11). */
const firmTimeZone = "Europe/Sofia";

/** The calendar day of a moment in a time zone. */
export const dayIn = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(moment);

/** The firm's calendar day of a moment. */
export const firmDay = (moment: Date): string => dayIn(firmTimeZone, moment);

/** Today for the firm. */
export const firmToday = (): string => firmDay(new Date());
