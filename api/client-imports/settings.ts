/** The setting of clients' invitations. */
import { z } from "zod";
import { setting } from "../settings/declaration.ts";

const clientInvitations = z.strictObject({
  /** Mails in an hour: more from an address that sends few may count as unwanted. */
  perHour: z.number().int().min(1).max(5000),
  /** For as long as a mailed link works. */
  days: z.number().int().min(1).max(60),
});

export const settings = {
  clientInvitations: setting(clientInvitations, () => ({ perHour: 300, days: 14 })),
};
