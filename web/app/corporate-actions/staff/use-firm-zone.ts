/** The firm's time zone, in which deadlines are typed. */
import { useActions } from "./use-actions.ts";

export const useFirmZone = (): string => useActions("").data?.pages[0]?.timeZone ?? "";
