/**
 * Which rooms received an event lately. A page fetches its first answers before its socket connects: if its rooms have
 * received nothing since, it need not fetch them again.
 */

/** Older events are forgotten; a page that connects later than this after its load fetches again. */
const rememberedMs = 60_000;
/** The page's age is sent before it arrives. */
const marginMs = 2000;

export interface RecentEvents {
  note(rooms: readonly string[]): void;
  /** From now on no event is overlooked; earlier ones may have been. */
  begin(): void;
  /**
   * Whether a page that was requested `ageMs` milliseconds ago may have missed an event of these rooms; true if that
   * is not known.
   */
  mayHaveMissed(rooms: readonly string[], ageMs: unknown): boolean;
}

export function createRecentEvents(now: () => number = () => performance.now()): RecentEvents {
  /** The time of each room's last event, oldest first. */
  const last = new Map<string, number>();
  let complete = Number.POSITIVE_INFINITY;
  return {
    note(rooms) {
      const at = now();
      for (const room of rooms) {
        last.delete(room);
        last.set(room, at);
      }
      for (const [room, before] of last) {
        if (before >= at - rememberedMs) break;
        last.delete(room);
      }
    },
    begin() {
      complete = now();
    },
    mayHaveMissed(rooms, ageMs) {
      if (typeof ageMs !== "number" || !(ageMs >= 0 && ageMs <= rememberedMs - marginMs)) return true;
      const since = now() - ageMs - marginMs;
      return since < complete || rooms.some((room) => (last.get(room) ?? Number.NEGATIVE_INFINITY) >= since);
    },
  };
}
