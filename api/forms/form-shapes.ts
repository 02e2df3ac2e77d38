/** Shapes that the calls of drafts and of revisions share. */
import { z } from "zod";
import { amountBands, declarationWords } from "../settings.ts";
import { holderParams, id } from "../shapes.ts";
import { formTypes } from "./forms.ts";

export const formType = z.enum(formTypes);

/** Answers by step, then by field; a draft holds whatever was typed, and under `lastLook` the client's explanations by code. */
export const formData = z.record(z.string().max(40), z.record(z.string().max(60), z.json()));
export type FormData = z.infer<typeof formData>;

/** Where a remark or fault belongs: `step`, `step.field`, `step.list.<item>.field`. */
export const fieldPath = z
  .string()
  .max(200)
  .regex(/^[A-Za-z][\w-]*(\.[\w-]+)*$/);

export const formParams = holderParams.extend({ type: formType });
export const person = z.object({ id, name: z.string() });

/** What counsel settled that holds for these answers (settled.ts). */
export const settled = z.object({
  bands: amountBands.extend({ version: z.number().int() }),
  texts: z.array(z.object({ name: z.string(), version: z.number().int(), words: declarationWords })),
});

/** What the reviewer wants of the client, as the client sees it. */
export const clientRemark = z.object({ path: fieldPath, text: z.string() });
/** What does not fit together, told before submitting; the client may explain it. */
export const inconsistency = z.object({ code: z.string(), paths: z.array(z.string()) });

/** A revision keeps what was computed when it was made: what came later has a default. */
export const computed = z.object({
  /** RTS 22 identifier of the client, or null where it cannot be told. */
  nationalIdentifier: z.string().nullable(),
  riskProfile: z
    .object({
      profile: z.string(),
      score: z.number(),
      version: z.string(),
      reasons: z.array(z.object({ code: z.string(), effect: z.string() })),
    })
    .nullable(),
  /** For the reviewer alone; null for clients. */
  testScore: z.object({ right: z.number().int(), of: z.number().int() }).nullable(),
  /** A company's beneficial owners: share through all chains, with what they control counted whole, and whether they control it. */
  beneficialOwners: z.array(
    z.object({
      name: z.string(),
      percent: z.string(),
      attributed: z.string().default(""),
      controls: z.boolean().default(false),
    }),
  ),
  /** Classes of instruments that are not appropriate, each with what is lacking; for the reviewer alone, empty for clients. */
  inappropriate: z.array(z.object({ instrument: z.string(), lacking: z.array(z.string()) })).default([]),
});
