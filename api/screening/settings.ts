/** Settings of screening. A service is called without a key. */
import { z } from "zod";
import { thresholdLimits } from "../rules/screening.ts";
import { setting } from "../settings/declaration.ts";

/**
 * Without user, password, query, fragment or slash at the end. A server inside the firm's network must be among INSIDE_ADDRESSES, and
 * only there it may be without https.
 */
const address = z
  .url()
  .max(500)
  .refine((text) => {
    const { protocol, username, password, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "" && !text.endsWith("/");
  });

const screening = z
  .strictObject({
    /** `file`: the list that the firm took; `service`: a yente server at the address. */
    source: z.enum(["file", "service"]),
    service: z.strictObject({ url: address, dataset: z.string().regex(/^[a-z0-9_-]{1,100}$/) }).nullable(),
    /** The score from which on somebody is a candidate. */
    threshold: z.number().min(thresholdLimits.least).max(thresholdLimits.most),
    /** Of *false*: for a newer list it holds on where neither the person nor the entry changed. Otherwise it is asked anew. */
    keepDecisions: z.boolean(),
  })
  .refine(({ source, service }) => source === "file" || service !== null, { path: ["service"] });

export const settings = {
  screening: setting(screening, () => ({
    source: "file" as const,
    service: null,
    threshold: thresholdLimits.usual,
    keepDecisions: false,
  })),
};
