/** A step of the daily values on a worker thread: years of days of a long ledger would stall every other call. */
import type { Tools } from "../../../workers/task.ts";
import { type Progress, takeStep } from "./daily-values.ts";

export const run = (input: Parameters<typeof takeStep>[1], tools: Tools): Promise<Progress> => takeStep(tools, input);
