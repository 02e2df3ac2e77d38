/** Settings of screening. The key of a service is none of them: it is in the configuration. */
import { z } from "zod";
import { thresholdLimits } from "../rules/screening.ts";
import { setting } from "../settings/declaration.ts";

/** Https, or this machine; without user, password, query or fragment. */
const address = z
  .url()
  .max(500)
  .refine((text) => {
    const { protocol, hostname, username, password, search, hash } = new URL(text);
    const isHere = protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1");
    return (protocol === "https:" || isHere) && `${username}${password}${search}${hash}` === "";
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
