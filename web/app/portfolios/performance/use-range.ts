/** The page's range of days, kept in its address: it survives a reload and is the same on all parts. */
import type { RangePreset } from "@portico/api/rules/portfolio-ranges.ts";
import { useSearchParams } from "react-router";
import { type DayRange, rangeOfSearch, searchOfRange } from "./ranges.ts";

/** `today` ends the presets; `usual` is the preset if the address has no range. */
export function useRange(today: string, usual: RangePreset): [DayRange, (range: DayRange) => void] {
  const [search, setSearch] = useSearchParams();
  const setRange = (range: DayRange) =>
    setSearch((before) => searchOfRange(before, range), { replace: true, preventScrollReset: true });
  return [rangeOfSearch(search, today, usual), setRange];
}
