/** Settings of machines' keys. */
import { z } from "zod";
import { machineLimits } from "../rules/machines.ts";
import { setting } from "../settings/declaration.ts";

const machineKeys = z.strictObject({
  /** Calls of each key, whichever process answers; beyond, `tooManyRequests`. */
  callsPerMinute: z.int().min(machineLimits.leastRate).max(machineLimits.mostRate),
  /** The longest time for which a key is made. */
  longestDays: z.int().min(1).max(machineLimits.mostDays),
});

export const settings = { machineKeys: setting(machineKeys, () => ({ callsPerMinute: 600, longestDays: 365 })) };
