/** The calendar by which the firm lives: its days, whatever the reader's clock says (decisions 11). */
import { useCallback } from "react";
import { useRootData } from "./brand.ts";

/** The calendar day of a moment in a time zone; in the reader's own without one. */
export const dayIn = (timeZone: string | undefined, moment: Date): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(moment);

/** `(moment) => "2026-11-22"`: the firm's calendar day of a moment; today without one. */
export function useFirmDay(): (moment?: Date) => string {
  const { timeZone } = useRootData();
  return useCallback((moment = new Date()) => dayIn(timeZone, moment), [timeZone]);
}

/** Today for the firm. */
export const useFirmToday = (): string => useFirmDay()();
