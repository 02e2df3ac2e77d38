/** Settings of KYC forms: rules that the firm's counsel decides, the texts declared in them, and amount bands. */
import { z } from "zod";
import { contractType } from "../contracts/shapes.ts";
import { isDocumentAddress } from "../rules/visible-text.ts";
import { setting, type TextOf } from "../settings/declaration.ts";
import type { FormType } from "./forms.ts";
import { type BandList, bandOptions, type DeclarationName, firstBands } from "./settled.ts";

/** KYC rules that the firm's counsel decides. */
export const kycRules = z.strictObject({
  /** Percentage from which an owner is a beneficial owner. */
  beneficialOwnerPercent: z.number().min(1).max(100),
  /** Months after which an approved form is renewed. */
  reviewMonths: z.number().int().min(1).max(60),
  /** Days before a document's expiry when its renewal is requested. */
  documentNoticeDays: z.number().int().min(1).max(365),
  /** Years that records are kept after a relationship ended. */
  retentionYears: z.number().int().min(1).max(30),
  signInRetentionMonths: z.number().int().min(1).max(120),
});
/** The contract type that a holder must have signed before their form is approved; null for none. */
const requiredContracts = z.strictObject({
  KYC: contractType.nullable(),
  companyKYC: contractType.nullable(),
} satisfies Record<FormType, z.ZodType>);

/** Address of a document: on this server, or elsewhere over TLS; null if the firm hands it over itself. */
const documentAddress = z
  .string()
  .max(300)
  .refine(isDocumentAddress, { params: { field: "badFormat" } })
  .nullable();
const documentByLanguage = z.strictObject({ bg: documentAddress, en: documentAddress, pl: documentAddress });
/** Documents that a client declares to have read. */
export const firmDocuments = z.strictObject({
  terms: documentByLanguage,
  tariff: documentByLanguage,
  privacy: documentByLanguage,
  risk: documentByLanguage,
});
export type FirmDocuments = z.infer<typeof firmDocuments>;
export type FirmDocument = keyof FirmDocuments;

const declared = z.string().trim().min(10).max(2000);
export const declarationTranslations = z.strictObject({ bg: declared, en: declared, pl: declared });
/** The texts that clients declare; a change makes a new version, and earlier declarations keep theirs. */
const declarationTexts = z.strictObject({
  terms: declarationTranslations,
  privacy: declarationTranslations,
  truth: declarationTranslations,
  risk: declarationTranslations,
  electronicSignature: declarationTranslations,
  marketing: declarationTranslations,
  taxCertification: declarationTranslations,
  authorityConfirmed: declarationTranslations,
} satisfies Record<DeclarationName, z.ZodType>);

/** The limits between a list's bands, in whole EUR, ascending. */
const limitsOf = (list: BandList) =>
  z
    .array(z.number().int().min(1).max(1_000_000_000))
    .length(bandOptions[list].length - 1)
    .superRefine((limits, context) => {
      for (const [place, limit] of limits.entries())
        if (limit <= (limits[place - 1] ?? 0))
          context.addIssue({ code: "custom", path: [place], params: { field: "tooSmall" } });
    });
/** The amount bands of the forms, and the limits from which more is asked. */
export const amountBands = z.strictObject({
  limits: z.strictObject({
    amountBand: limitsOf("amountBand"),
    incomeBand: limitsOf("incomeBand"),
    wealthBand: limitsOf("wealthBand"),
    businessBand: limitsOf("businessBand"),
    tradeVolume: limitsOf("tradeVolume"),
  }),
  fundsProofFrom: z.number().int().min(1).max(1_000_000_000),
  wealthSourceFrom: z.number().int().min(1).max(1_000_000_000),
});

/** Settings of which every version is kept: forms name the version they were made with. */
export const versionedSettings = ["declarationTexts", "amountBands"] as const;

const nowhere = { bg: null, en: null, pl: null };
const firstDeclarations = (textOf: TextOf) =>
  Object.fromEntries(
    Object.keys(declarationTexts.shape).map((name) => [name, textOf(`declaration.${name}`)]),
  ) as z.infer<typeof declarationTexts>;

export const settings = {
  kycRules: setting(kycRules, () => ({
    beneficialOwnerPercent: 25,
    reviewMonths: 12,
    documentNoticeDays: 30,
    retentionYears: 5,
    signInRetentionMonths: 12,
  })),
  requiredContracts: setting(requiredContracts, () => ({ KYC: null, companyKYC: null })),
  firmDocuments: setting(firmDocuments, () => ({ terms: nowhere, tariff: nowhere, privacy: nowhere, risk: nowhere })),
  declarationTexts: setting(declarationTexts, firstDeclarations),
  amountBands: setting(amountBands, () => firstBands),
};
