/** Settings of bank accounts. */
import { z } from "zod";
import { setting } from "../settings/declaration.ts";

/** Hours that a new or changed bank account waits before money may go there, and after a reset of the password. */
const bankAccountRules = z
  .strictObject({
    waitHours: z.number().int().min(0).max(720),
    waitHoursAfterReset: z.number().int().min(0).max(720),
  })
  .superRefine(({ waitHours, waitHoursAfterReset }, context) => {
    if (waitHoursAfterReset < waitHours)
      context.addIssue({ code: "custom", path: ["waitHoursAfterReset"], params: { field: "tooSmall" } });
  });

export const settings = {
  bankAccountRules: setting(bankAccountRules, () => ({ waitHours: 24, waitHoursAfterReset: 72 })),
};
