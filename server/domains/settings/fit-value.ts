/** A former value in the shape that a form expects today. */

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The former value with today's fields: one that it does not have is as in `now`, and one that no longer exists is left out.
 * Entries of lists stay as they were. What has become of another kind, such as a text that is now a list, is as in `now`.
 */
export function fitValue(former: unknown, now: unknown): unknown {
  if (isRecord(now) && isRecord(former)) {
    return Object.fromEntries(
      Object.keys(now).map((name) => [name, name in former ? fitValue(former[name], now[name]) : now[name]]),
    );
  }
  if (former === undefined) return now;
  if (now === null || former === null) return former;
  return Array.isArray(now) === Array.isArray(former) && typeof now === typeof former ? former : now;
}
