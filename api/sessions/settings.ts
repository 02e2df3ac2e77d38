/** Settings of signing in and registering. */
import { z } from "zod";
import { setting } from "../settings/declaration.ts";

const staffSecondFactor = z.strictObject({ required: z.boolean() });

/** Whether the firm takes registrations: a decision of an administrator. Terms and privacy notice must be published, too. */
const registration = z.strictObject({ open: z.boolean() });

export const settings = {
  staffSecondFactor: setting(staffSecondFactor, () => ({ required: false })),
  registration: setting(registration, () => ({ open: false })),
};
