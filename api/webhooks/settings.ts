/** The setting of webhooks: to whom events are sent. Secrets are not part of it. */
import { z } from "zod";
import { webhookLimits } from "../rules/webhooks.ts";
import { setting } from "../settings/declaration.ts";
import { webhookEventName } from "../webhook-events.ts";

/** Without user and password. Where it leads is checked when it is called. */
const address = z
  .url()
  .max(500)
  .refine((text) => {
    const { protocol, username, password } = new URL(text);
    return ["https:", "http:"].includes(protocol) && username === "" && password === "";
  });

const endpoint = z.strictObject({
  /** Made where the endpoint is typed. */
  id: z.uuid(),
  name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .regex(/^[^\p{Cc}]*$/u),
  url: address,
  events: z
    .array(webhookEventName)
    .min(1)
    .refine((names) => new Set(names).size === names.length),
});
export type WebhookEndpoint = z.infer<typeof endpoint>;

const webhooks = z.strictObject({
  endpoints: z
    .array(endpoint)
    .max(webhookLimits.endpoints)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length),
});

export const settings = { webhooks: setting(webhooks, () => ({ endpoints: [] })) };
