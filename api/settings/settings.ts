/** Settings of the portal as a whole. */
import { z } from "zod";
import { isTimeZone } from "../rules/calendar.ts";
import { emailShape } from "../rules/email.ts";
import { knownCurrency, sha256Hex } from "../shapes.ts";
import { setting } from "./declaration.ts";
import { eachIdOnce } from "./each-id-once.ts";

/** Returned by `uploadLogo`: SHA-256 of the re-encoded picture. */
export const logo = sha256Hex;

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

/** Longest text of a mail, in ICU. */
export const mailTextMaxLength = 4000;
const mailWords = z.string().trim().min(1).max(mailTextMaxLength).nullable();
/** Texts of mails that the firm writes itself: by key, in each language; null for the text as shipped. */
export const mailTexts = z.strictObject({
  texts: z
    .array(
      z.strictObject({
        id: z
          .string()
          .max(80)
          .regex(/^mail(\.[A-Za-z0-9]+)+$/),
        words: z.strictObject({ bg: mailWords, en: mailWords, pl: mailWords }),
      }),
    )
    .max(300)
    .superRefine(eachIdOnce),
});
export type MailTexts = z.infer<typeof mailTexts>;

export const settings = {
  mailTexts: setting(mailTexts, () => ({ texts: [] })),
  brand: setting(brand, () => ({
    name: "Portico",
    logo: null,
    accent: { light: "#0B4F6C", dark: "#7CC0DC" },
    supportEmail: "support@portico.example",
    legalFooter: { bg: "", en: "", pl: "" },
  })),
  portalRules: setting(portalRules, () => ({
    timeZone: "Europe/Sofia",
    baseCurrency: "EUR",
    feesInCost: true,
    benchmarkIsin: null,
  })),
};
