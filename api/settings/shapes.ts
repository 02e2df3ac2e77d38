/** What may be stored under each name of a setting. */
import { checkBic, normaliseBic } from "@portico/kyc/bic.ts";
import { checkIban, normaliseIban } from "@portico/kyc/iban.ts";
import { checkNip, normaliseNip } from "@portico/kyc/nip.ts";
import { z } from "zod";
import { signerRules } from "../contract-states.ts";
import { contractType } from "../contracts/shapes.ts";
import { isCurrencyInUse } from "../currencies.ts";
import { documentType } from "../documents.ts";
import type { FieldCode } from "../errors.ts";
import type { FormType } from "../forms/forms.ts";
import { type BandList, bandOptions, type DeclarationName } from "../forms/settled.ts";
import { type HoursFault, hoursFaults } from "../rules/business-time.ts";
import { isTimeZone } from "../rules/calendar.ts";
import { documentMaxMegabytes } from "../rules/documents.ts";
import { emailShape } from "../rules/email.ts";
import { isRequestTopic, mostTopics, requestTopics } from "../rules/tickets.ts";
import { isDocumentAddress } from "../rules/visible-text.ts";
import { currencyCode, day, knownCurrency } from "../shapes.ts";
import { businessHours, ticketPromises, ticketTopic } from "../tickets/shapes.ts";
import { feeTable, treasury } from "./fees.ts";

/** Marks each entry whose id an earlier one has. */
function eachIdOnce(entries: readonly { id: string }[], context: z.RefinementCtx): void {
  const ids = new Set<string>();
  for (const [place, { id }] of entries.entries())
    if (ids.has(id)) context.addIssue({ code: "custom", path: [place, "id"], params: { field: "twice" } });
    else ids.add(id);
}

/** Returned by `uploadLogo`: SHA-256 of the re-encoded picture. */
export const logo = z.string().regex(/^[0-9a-f]{64}$/);

/** The firm's brand; one build serves any firm. */
export const brand = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** SHA-256 of an uploaded logo; null for the firm's name as text. */
  logo: logo.nullable(),
  /** Accent colour for light and dark, "#RRGGBB". */
  accent: z.strictObject({ light: z.string().regex(/^#[0-9a-fA-F]{6}$/), dark: z.string().regex(/^#[0-9a-fA-F]{6}$/) }),
  supportEmail: z.email({ pattern: emailShape }),
  legalFooter: z.strictObject({ bg: z.string().max(600), en: z.string().max(600), pl: z.string().max(600) }),
});
export type Brand = z.infer<typeof brand>;

/** Rules of the portal that the firm may set. */
export const portalRules = z.strictObject({
  timeZone: z
    .string()
    .max(60)
    .refine(isTimeZone, { params: { field: "notAllowed" } }),
  baseCurrency: knownCurrency,
  /** Whether fees are part of a purchase's cost (average cost). */
  feesInCost: z.boolean(),
  /** ISIN of the instrument whose price is compared with the portfolio's value, or null. */
  benchmarkIsin: z.string().max(12).nullable(),
});
export const staffSecondFactor = z.strictObject({ required: z.boolean() });
/** Role, client number and disabling need a second member of staff; while on, there must be two active admins. */
export const fourEyes = z.strictObject({ on: z.boolean() });
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

/** The contract type that a holder must have signed before their form is approved; null for none. */
export const requiredContracts = z.strictObject({
  KYC: contractType.nullable(),
  companyKYC: contractType.nullable(),
} satisfies Record<FormType, z.ZodType>);

/** The types of documents that holders and the firm exchange. */
export const documentTypes = z.strictObject({
  types: z.array(documentType).min(1).max(40).superRefine(eachIdOnce),
});

/** Whether mails about unread messages show what the firm wrote. */
export const chatRules = z.strictObject({ mailsShowText: z.boolean() });

/** How large a document may be, and all files of a holder together. */
export const documentLimits = z
  .strictObject({
    fileMegabytes: z.number().int().min(1).max(documentMaxMegabytes.file),
    holderMegabytes: z.number().int().min(1).max(documentMaxMegabytes.holder),
  })
  .superRefine(({ fileMegabytes, holderMegabytes }, context) => {
    if (holderMegabytes < fileMegabytes)
      context.addIssue({ code: "custom", path: ["holderMegabytes"], params: { field: "tooSmall" } });
  });

const hoursFaultCodes = {
  time: "badFormat",
  order: "endBeforeStart",
  overlap: "timesOverlap",
  never: "neverOpen",
  day: "badDate",
  twice: "twice",
} as const satisfies Record<HoursFault, FieldCode>;

/** Topics of tickets, what the firm promises, and after how many days a resolved one closes by itself. */
export const ticketRules = z.strictObject({
  topics: z
    /** A topic without promises of its own has the firm's. */
    .array(ticketTopic.extend({ promises: ticketPromises.nullable() }))
    .min(1)
    .max(mostTopics)
    .superRefine(eachIdOnce)
    .superRefine((topics, context) => {
      const ids = new Set(topics.map(({ id }) => id));
      if (!topics.some(({ clientsChoose }) => clientsChoose))
        context.addIssue({
          code: "custom",
          path: [topics.findIndex(({ id }) => !isRequestTopic(id)), "clientsChoose"],
          params: { field: "required" },
        });
      for (const [place, { id, clientsChoose }] of topics.entries())
        if (clientsChoose && isRequestTopic(id))
          context.addIssue({ code: "custom", path: [place, "clientsChoose"], params: { field: "notAllowed" } });
      if (!Object.values(requestTopics).every((id) => ids.has(id)))
        context.addIssue({ code: "custom", params: { field: "required" } });
    }),
  closeAfterDays: z.number().int().min(1).max(90),
  hours: businessHours.superRefine((hours, context) => {
    for (const [path, fault] of hoursFaults(hours))
      context.addIssue({ code: "custom", path: path.split("."), params: { field: hoursFaultCodes[fault] } });
  }),
  promises: ticketPromises,
  /** What is due within so many minutes of business time is about to be late. */
  warnMinutes: z.number().int().min(1).max(2_400),
});

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
export const declarationTexts = z.strictObject({
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

const identifier = (check: (value: string) => FieldCode | undefined) =>
  z
    .string()
    .trim()
    .max(40)
    .superRefine((value, context) => {
      const field = value === "" ? "required" : check(value);
      if (field) context.addIssue({ code: "custom", params: { field } });
    });
const mostInstructions = 20;
/** Where clients pay in, once per currency. The lev ended on 2026-01-01. */
export const depositInstructions = z.strictObject({
  accounts: z
    .array(
      z.strictObject({
        currency: knownCurrency.refine((code) => isCurrencyInUse(code), { params: { field: "unknown" } }),
        beneficiary: z.string().trim().min(1).max(70),
        iban: identifier(checkIban).transform(normaliseIban),
        bic: identifier(checkBic).transform(normaliseBic),
        bank: z.string().trim().min(1).max(120),
        address: z.string().trim().max(200),
        /** Polish tax number, for the code that Polish banks read; empty elsewhere. */
        nip: z
          .string()
          .trim()
          .max(20)
          .superRefine((value, context) => {
            const field = value === "" ? undefined : checkNip(value);
            if (field) context.addIssue({ code: "custom", params: { field } });
          })
          .transform((value) => (value === "" ? "" : normaliseNip(value))),
      }),
    )
    .max(mostInstructions)
    .superRefine((accounts, context) => {
      const seen = new Set<string>();
      for (const [place, { currency }] of accounts.entries())
        if (seen.has(currency))
          context.addIssue({ code: "custom", path: [place, "currency"], params: { field: "twice" } });
        else seen.add(currency);
    }),
});

/** Withdrawals: how many of a company's representatives confirm one, and after how many days an unpaid one expires. */
export const withdrawalRules = z.strictObject({
  companySigners: z.enum(signerRules),
  expiryDays: z.number().int().min(1).max(90),
});

/** Settings of which every version is kept: forms name the version they were made with. */
export const versionedSettings = ["declarationTexts", "amountBands"] as const;

/** Hours that a new or changed bank account waits before money may go there, and after a reset of the password. */
export const bankAccountRules = z
  .strictObject({
    waitHours: z.number().int().min(0).max(720),
    waitHoursAfterReset: z.number().int().min(0).max(720),
  })
  .superRefine(({ waitHours, waitHoursAfterReset }, context) => {
    if (waitHoursAfterReset < waitHours)
      context.addIssue({ code: "custom", path: ["waitHoursAfterReset"], params: { field: "tooSmall" } });
  });

/** Every named setting and its shape. Public ones have their own calls. */
export const settingShapes = {
  brand,
  portalRules,
  staffSecondFactor,
  fourEyes,
  kycRules,
  clientRequests,
  firmDocuments,
  documentTypes,
  documentLimits,
  chatRules,
  declarationTexts,
  amountBands,
  requiredContracts,
  ticketRules,
  depositInstructions,
  withdrawalRules,
  feeTable,
  treasury,
  bankAccountRules,
} as const;
export type SettingName = keyof typeof settingShapes;
export type SettingValue<N extends SettingName> = z.infer<(typeof settingShapes)[N]>;

/** One FX rate of the list. `oneLevEquals` is the specification's legacy figure at 1.95583 BGN per EUR. */
const forexRate = z.object({
  code: currencyCode,
  oneLevEquals: z.number(),
  /** Units of the currency per one EUR. */
  oneEuroEquals: z.number(),
  day,
  source: z.string(),
});
export type ForexRate = z.infer<typeof forexRate>;

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingShapes, name);

/** Settings derived from others, with their own calls: nobody saves them. */
export const derivedSettings = ["forex-rates", "calendar", "services", "documents"] as const;
/** Maximum length of the JSON text of a firm's own setting. */
export const ownSettingMaxLength = 65_536;
