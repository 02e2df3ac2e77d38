/** The firm's calendar: its days, whatever the reader's clock says (docs/rules.md). */
import { dayIn } from "@portico/api/rules/calendar.ts";
import { useCallback } from "react";
import { useRootData } from "./layouts/brand.ts";

/** `(moment) => "2026-11-22"`: the firm's calendar day of a moment; today without one. */
export function useFirmDay(): (moment?: Date) => string {
  const { timeZone } = useRootData();
  return useCallback((moment = new Date()) => dayIn(timeZone, moment), [timeZone]);
}

/** Today for the firm. */
export const useFirmToday = (): string => useFirmDay()();
