/** Settings of what clients can ask of the firm. */
import { z } from "zod";
import { emailShape } from "../rules/email.ts";
import { setting } from "../settings/declaration.ts";
import { eachIdOnce } from "../settings/each-id-once.ts";

/** Recipients of clients' messages, and the services that clients can request. */
export const clientRequests = z.strictObject({
  recipients: z.array(z.email({ pattern: emailShape })).max(20),
  services: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
        name: z.strictObject({
          bg: z.string().min(1).max(120),
          en: z.string().min(1).max(120),
          pl: z.string().min(1).max(120),
        }),
      }),
    )
    .max(30)
    .superRefine(eachIdOnce),
});

export const settings = { clientRequests: setting(clientRequests, () => ({ recipients: [], services: [] })) };
