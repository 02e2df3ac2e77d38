/** Named settings of the firm. Three are public: the brand, the FX rates and the calendar. */
import { z } from "zod";
import { anyone, defineEndpoints, download, signedIn, staff } from "./endpoint.ts";
import { uploadBodyLimit, uploadedBase64 } from "./files.ts";
import { type BandList, bandOptions, type DeclarationName } from "./forms/settled.ts";
import { logoPath } from "./logo-path.ts";
import { isTimeZone } from "./rules/calendar.ts";
import { isDocumentAddress } from "./rules/visible-text.ts";
import { currencyCode, day, instant, knownCurrency, reasonToPropose } from "./shapes.ts";

/** What `uploadLogo` answers with: SHA-256 of the picture as it was drawn anew. */
const logo = z.string().regex(/^[0-9a-f]{64}$/);

/** How the firm appears; one build serves any firm. */
export const brand = z.strictObject({
  name: z.string().trim().min(1).max(60),
  /** A picture that was uploaded as a logo, by its content; null for the typographic wordmark. */
  logo: logo.nullable(),
  /** Accent colour for light and dark, "#RRGGBB". */
  accent: z.strictObject({ light: z.string().regex(/^#[0-9a-fA-F]{6}$/), dark: z.string().regex(/^#[0-9a-fA-F]{6}$/) }),
  supportEmail: z.email(),
  legalFooter: z.strictObject({ bg: z.string().max(600), en: z.string().max(600), pl: z.string().max(600) }),
});
export type Brand = z.infer<typeof brand>;

/** The portal's own rules that the firm may set. */
export const portalRules = z.strictObject({
  timeZone: z.string().max(60).refine(isTimeZone),
  baseCurrency: knownCurrency,
  /** Part of a buy's cost are its fees (average cost). */
  feesInCost: z.boolean(),
  /** Instrument whose price is shown beside the portfolio's value; its ISIN, or null. */
  benchmarkIsin: z.string().max(12).nullable(),
});
export const staffSecondFactor = z.strictObject({ required: z.boolean() });
/** Role, client number and disabling need a second member of staff; there must be two active admins as long as it is on. */
export const fourEyes = z.strictObject({ on: z.boolean() });
/** What a firm's counsel settles about KYC. */
export const kycRules = z.strictObject({
  /** Owners at or above it are beneficial owners, in percent. */
  beneficialOwnerPercent: z.number().min(1).max(100),
  /** An approved form is renewed after so many months. */
  reviewMonths: z.number().int().min(1).max(60),
  /** How long before a document expires its renewal is asked for. */
  documentNoticeDays: z.number().int().min(1).max(365),
  /** Kept so long after a relationship ended. */
  retentionYears: z.number().int().min(1).max(30),
  signInRetentionMonths: z.number().int().min(1).max(120),
});
/** Who gets what clients write to the firm, and the services that they can ask for. */
export const clientRequests = z.strictObject({
  recipients: z.array(z.email()).max(20),
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
    .superRefine((services, context) => {
      const places = new Map<string, number>();
      for (const [place, { id }] of services.entries())
        if (places.has(id)) context.addIssue({ code: "custom", path: [place, "id"], params: { field: "twice" } });
        else places.set(id, place);
    }),
});

/** Where a document lies: on this server, or elsewhere over TLS; null where the firm hands it over by itself. */
const documentAddress = z
  .string()
  .max(300)
  .refine(isDocumentAddress, { params: { field: "badFormat" } })
  .nullable();
const documentByLanguage = z.strictObject({ bg: documentAddress, en: documentAddress, pl: documentAddress });
/** What a client declares to have read. */
export const firmDocuments = z.strictObject({
  terms: documentByLanguage,
  tariff: documentByLanguage,
  privacy: documentByLanguage,
  risk: documentByLanguage,
});
export type FirmDocuments = z.infer<typeof firmDocuments>;
export type FirmDocument = keyof FirmDocuments;

const declared = z.string().trim().min(10).max(2000);
export const declarationWords = z.strictObject({ bg: declared, en: declared, pl: declared });
/** The words that clients declare; a change makes a new version of the text, and what was declared keeps its own. */
export const declarationTexts = z.strictObject({
  terms: declarationWords,
  privacy: declarationWords,
  truth: declarationWords,
  risk: declarationWords,
  electronicSignature: declarationWords,
  marketing: declarationWords,
  taxCertification: declarationWords,
  authorityConfirmed: declarationWords,
} satisfies Record<DeclarationName, z.ZodType>);

/** As many limits as the list has bands between them, in whole EUR, each above the one before. */
const limitsOf = (list: BandList) =>
  z
    .array(z.number().int().min(1).max(1_000_000_000))
    .length(bandOptions[list].length - 1)
    .superRefine((limits, context) => {
      for (const [place, limit] of limits.entries())
        if (limit <= (limits[place - 1] ?? 0))
          context.addIssue({ code: "custom", path: [place], params: { field: "tooSmall" } });
    });
/** The bands of amounts that forms ask for, and from which of them more is asked. */
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

/** Settings whose every version is kept: forms name the one that they were made with. */
export const versionedSettings = ["declarationTexts", "amountBands"] as const;

/** Every named setting and its shape. Public ones have calls of their own. */
export const settingShapes = {
  brand,
  portalRules,
  staffSecondFactor,
  fourEyes,
  kycRules,
  clientRequests,
  firmDocuments,
  declarationTexts,
  amountBands,
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

/** Settings with calls of their own, made from others: nobody saves them. */
export const derivedSettings = ["forex-rates", "services", "documents"] as const;
/** Longest JSON text of a setting of the firm's own. */
export const ownSettingMaxLength = 65_536;

/** A setting above, or one of the firm's own: free data under a name that the portal does not use. */
const nameParams = z.object({
  name: z
    .string()
    .max(60)
    .regex(/^[A-Za-z][A-Za-z0-9._-]*$/),
});
/** The value that lies in the database cannot be used: `data` is the default, by which the portal works meanwhile. */
const unusable = z.object({ stored: z.unknown(), paths: z.array(z.string()) });
const savedSetting = z.object({
  name: z.string(),
  data: z.unknown(),
  updated_at: instant.nullable(),
  unusable: unusable.optional(),
});

/** A page asks once; the rest is somebody who wants to use the server up. */
const publicLimit = { tries: 120, seconds: 60, per: "address" } as const;

export const settings = defineEndpoints({
  getForexRates: {
    method: "GET",
    path: "/settings/forex-rates",
    summary:
      "The newest FX rates; `data` is a JSON string of a list of {code, oneLevEquals, oneEuroEquals, day, source}.",
    access: anyone,
    answer: z.object({ name: z.literal("forex-rates"), data: z.string() }),
    rateLimits: [publicLimit],
  },
  getBrand: {
    method: "GET",
    path: "/settings/brand",
    summary: "How the firm appears: name, logo, accent colours, support e-mail, legal footer.",
    access: anyone,
    answer: z.object({ name: z.literal("brand"), data: brand, updated_at: instant.nullable() }),
    rateLimits: [publicLimit],
  },
  uploadLogo: {
    method: "POST",
    path: logoPath,
    summary:
      "Takes a JPEG, PNG or WebP of up to 10 MB, drawn anew as a PNG of at most 720 by 128 pixels; `logo` is for saving the brand with.",
    access: staff("admin"),
    body: z.strictObject({ base64data: uploadedBase64 }),
    answer: z.object({ logo, width: z.number().int(), height: z.number().int() }),
    errors: ["fileRefused", "unavailable"],
    bodyLimit: uploadBodyLimit,
    rateLimits: [{ tries: 60, seconds: 600, per: "address" }],
  },
  getLogo: {
    method: "GET",
    path: `${logoPath}/:logo`,
    summary: "A logo's picture, for pages and for whoever shows the firm; under its name it never changes.",
    access: anyone,
    params: z.object({ logo }),
    answer: download,
    binary: true,
    cacheSeconds: 31_536_000,
    // Browsers keep it: many from one network at once are an office on the day of a new logo.
    rateLimits: [{ tries: 1000, seconds: 60, per: "address" }],
  },
  getCalendar: {
    method: "GET",
    path: "/settings/calendar",
    summary: "The calendar by which the firm lives: in which time zone its days begin.",
    access: anyone,
    answer: portalRules.pick({ timeZone: true }),
    rateLimits: [publicLimit],
  },
  getStoredBrand: {
    method: "GET",
    path: "/settings/brand/stored",
    summary: "Staff: the brand with word of a stored value that cannot be used, which the open call does not give.",
    access: staff("internal"),
    answer: savedSetting,
  },
  getServices: {
    method: "GET",
    path: "/settings/services",
    summary: "The services that a client can ask the firm for.",
    access: signedIn,
    answer: clientRequests.pick({ services: true }),
  },
  getDocuments: {
    method: "GET",
    path: "/settings/documents",
    summary:
      "Where the documents lie that a client declares to have read, by language; null where there is no address.",
    access: signedIn,
    answer: firmDocuments,
  },
  get: {
    method: "GET",
    path: "/settings/:name",
    summary: "One named setting; `notFound` for a name of the firm's own under which nothing was saved.",
    access: staff("internal"),
    params: nameParams,
    answer: savedSetting,
  },
  listVersions: {
    method: "GET",
    path: "/settings/:name/versions",
    summary: "Staff: every version of a setting that keeps them; of each part the newest first.",
    access: staff("internal"),
    params: z.object({ name: z.enum(versionedSettings) }),
    answer: z.array(
      z.object({
        part: z.string(),
        version: z.number().int(),
        data: z.unknown(),
        saved_at: instant,
        saved_by: z.string().nullable(),
      }),
    ),
  },
  save: {
    method: "POST",
    path: "/settings/:name",
    summary:
      "Saves one named setting, checked by what it means; under another name, the firm's own free data (JSON, at most 64 KB).",
    access: staff("admin"),
    params: nameParams,
    body: z.strictObject({
      data: z.unknown(),
      reason: reasonToPropose,
      /** When the setting was saved that the change was made on; `stateConflict` where somebody saved it since. */
      since: instant.nullish(),
    }),
    answer: savedSetting,
    errors: ["tooFewAdmins", "proposalOpen", "stateConflict"],
  },
});
