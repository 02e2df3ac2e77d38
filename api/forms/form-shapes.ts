/** Shapes shared by the calls of drafts and of revisions. */
import { z } from "zod";
import { contractStates } from "../contract-states.ts";
import { holderParams, id, inEachLanguage } from "../shapes.ts";
import { formTypes } from "./forms.ts";
import { amountBands, declarationTranslations } from "./settings.ts";

export const formType = z.enum(formTypes);

/** Answers by step and field; a draft contains whatever was typed, and under `lastLook` the client's explanations by code. */
export const formData = z.record(z.string().max(40), z.record(z.string().max(60), z.json()));
export type FormData = z.infer<typeof formData>;

/** Where a remark or error belongs: `step`, `step.field`, `step.list.<item>.field`. */
export const fieldPath = z
  .string()
  .max(200)
  .regex(/^[A-Za-z][\w-]*(\.[\w-]+)*$/);

export const formParams = holderParams.extend({ type: formType });

/** The settings decided by counsel that apply to these answers (settled.ts). */
export const settled = z.object({
  bands: amountBands.extend({ version: z.number().int() }),
  texts: z.array(z.object({ name: z.string(), version: z.number().int(), words: declarationTranslations })),
});

/** A reviewer's remark, as the client sees it. */
export const clientRemark = z.object({ path: fieldPath, text: z.string() });
/** An inconsistency between answers, shown before submission; the client may explain it. */
export const inconsistency = z.object({ code: z.string(), paths: z.array(z.string()) });

/** A revision keeps what was calculated when it was made, so later fields have a default. */
export const computed = z.object({
  /** RTS 22 identifier of the client, or null if it cannot be determined. */
  nationalIdentifier: z.string().nullable(),
  riskProfile: z
    .object({
      profile: z.string(),
      score: z.number(),
      version: z.string(),
      reasons: z.array(z.object({ code: z.string(), effect: z.string() })),
    })
    .nullable(),
  /** For the reviewer only; null for clients. */
  testScore: z.object({ right: z.number().int(), of: z.number().int() }).nullable(),
  /**
   * A company's beneficial owners: share through all chains, share counting everything they control in full, and
   * whether they control it.
   */
  beneficialOwners: z.array(
    z.object({
      name: z.string(),
      percent: z.string(),
      attributed: z.string().default(""),
      controls: z.boolean().default(false),
    }),
  ),
  /** Classes of instruments that are not appropriate, each with the reasons; for the reviewer only, empty for clients. */
  inappropriate: z.array(z.object({ instrument: z.string(), lacking: z.array(z.string()) })).default([]),
});

/** The contract that must be signed before the form is approved. */
export const requiredContract = z.object({
  type: z.string(),
  name: inEachLanguage,
  /** The holder's contract of this type that is furthest; null before one was sent. */
  contract: z
    .object({
      id,
      state: z.enum(contractStates),
      /** Signatures of the holder's side. */
      signed: z.number().int(),
      signed_by_reader: z.boolean(),
    })
    .nullable(),
});
export type RequiredContract = z.infer<typeof requiredContract>;
