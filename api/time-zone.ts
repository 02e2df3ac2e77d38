/** Time zones by their IANA names. Without zod, since the settings page checks them while they are typed. */

/** True for a name that dates can be reckoned in; an offset ("+02:00") knows no summer time and is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
