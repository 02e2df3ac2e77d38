/** The page's range of days, kept in its address: it survives a reload and is the same on all parts. */
import { useSearchParams } from "react-router";
import { useProfile } from "../../shell/session/session.ts";
import { type DayRange, rangeOfSearch, searchOfRange } from "./ranges.ts";

/** `today` ends the presets. Without a range in the address it is the reader's usual one. */
export function useRange(today: string): [DayRange, (range: DayRange) => void] {
  const [search, setSearch] = useSearchParams();
  const { preferences } = useProfile();
  const setRange = (range: DayRange) =>
    setSearch((before) => searchOfRange(before, range), { replace: true, preventScrollReset: true });
  return [rangeOfSearch(search, today, preferences.portfolioRange ?? "1Y"), setRange];
}
