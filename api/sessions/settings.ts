/** Settings of signing in. */
import { z } from "zod";
import { setting } from "../settings/declaration.ts";

const staffSecondFactor = z.strictObject({ required: z.boolean() });

export const settings = { staffSecondFactor: setting(staffSecondFactor, () => ({ required: false })) };
