/** Calendar days as "YYYY-MM-DD", which sort as they follow one another. */

/** True for a day that exists. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The same day so many years later; 29 February becomes 1 March where there is none. */
export function yearsLater(day: string, years: number): string {
  const later = `${String(Number(day.slice(0, 4)) + years).padStart(4, "0")}${day.slice(4)}`;
  return isDay(later) ? later : `${later.slice(0, 4)}-03-01`;
}
