/** Pages, settings and actions, found in the browser by what they are called in the reader's language. */
import type { StaffLevel } from "@portico/api/permissions.ts";
import { searchFolded } from "@portico/api/rules/search-folded.ts";
import { rankOf, ranks } from "@portico/api/rules/search-ranking.ts";
import type { IconName } from "../../../ui/icon.tsx";

export interface Entry {
  kind: "page" | "setting" | "action";
  title: string;
  /** More words by which it is found. */
  about: string;
  /** Of an action about a holder, what follows the holder's path. */
  url: string;
  icon: IconName;
  ofHolder: boolean;
  /** From that level on. */
  level?: StaffLevel | undefined;
}

/** Of more than a few the reader sees none. */
const most = 6;

export interface FoundEntries {
  /** Called so: before the records. */
  named: Entry[];
  /** About which it is said: after them. */
  about: Entry[];
}

/** The best first; of equals in the order of the navigation. */
export function findEntries(entries: readonly Entry[], query: string): FoundEntries {
  const asked = searchFolded(query);
  const named = entries
    .flatMap((entry) => {
      const rank = rankOf(asked, searchFolded(entry.title));
      return rank ? [{ entry, rank }] : [];
    })
    .toSorted((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank))
    .map(({ entry }) => entry)
    .slice(0, most);
  const about = entries.filter((entry) => {
    // In a sentence a part of a word, or one that is nearly the same, is chance.
    const rank = rankOf(asked, searchFolded(entry.about));
    return !named.includes(entry) && (rank === "words" || rank === "beginnings");
  });
  return { named, about: about.slice(0, most) };
}
