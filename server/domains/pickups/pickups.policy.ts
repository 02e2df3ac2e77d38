/** Rules of pickup: which files are read, which settings need a second person, and when a file is late. */
import type { PickupConnection } from "@portico/api/pickups/settings.ts";
import type { Weakening } from "@portico/api/rules/guards.ts";
import { weekdayOf } from "@portico/api/rules/holidays.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";

/** A name that can be asked for again and stored: of one file, without folders, control characters and broken letters. */
export const isFitName = (name: string): boolean =>
  name.length <= 255 && name !== "." && name !== ".." && !/[/\\\p{Cc}\uFFFD]/u.test(name);

/** Whether the name fits a pattern of `*` and `?`. One pass, whatever the pattern. */
export function fits(name: string, pattern: string): boolean {
  const [text, wanted] = [name.toLowerCase(), pattern.toLowerCase()];
  let at = 0;
  let place = 0;
  let star = -1;
  let tried = 0;
  while (at < text.length) {
    if (place < wanted.length && wanted[place] === "*") {
      star = place++;
      tried = at;
    } else if (place < wanted.length && (wanted[place] === "?" || wanted[place] === text[at])) {
      at++;
      place++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++tried;
    } else return false;
  }
  while (wanted[place] === "*") place++;
  return place === wanted.length;
}

type Pickups = SettingValue<"pickups">;
type Sources = SettingValue<"quoteSources">;

/** Where the portal reads from and writes to; what may be changed by one person is left out. */
const guarded = ({ host, port, user, fingerprint, folder, pattern, processedFolder }: PickupConnection): string =>
  JSON.stringify([host, port, user, fingerprint, folder, pattern, processedFolder]);

/** A folder that is added, switched on, or lies elsewhere; switching one off takes one person. */
export function weakensPickups(before: Pickups, after: Pickups): Weakening {
  const known = new Map(before.connections.map((one) => [one.custodianId, one]));
  const isWeaker = after.connections.some((one) => {
    const was = known.get(one.custodianId);
    return !was || guarded(was) !== guarded(one) || (one.isOn && !was.isOn);
  });
  return isWeaker ? "withFourEyes" : null;
}

/** A source that is switched on or lies elsewhere, or whose values are stored without a person. */
export function weakensSources(before: Sources, after: Sources): Weakening {
  const isWeaker = (["ecb", "prices"] as const).some((name) => {
    const [was, is] = [before[name], after[name]];
    if (!is) return false;
    return !was || was.url !== is.url || (is.isOn && !was.isOn) || (is.automatic && !was.automatic);
  });
  return isWeaker ? "withFourEyes" : null;
}

/** Whether a file of the day should be there: a business day whose hour has come. `time` is the firm's, "HH:MM". */
export const isDue = (expectedBy: string | null, { isOpen, time }: { isOpen: boolean; time: string }): boolean =>
  expectedBy !== null && isOpen && time >= expectedBy;

/** Saturdays and Sundays, on which no central bank publishes. */
export const isWeekend = (day: string): boolean => weekdayOf(day) > 5;
