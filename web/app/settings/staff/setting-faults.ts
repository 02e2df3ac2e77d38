/** Errors of typed settings, before they are sent; the server checks too. */
import { isCurrency } from "@portico/api/currencies.ts";
import { type BandList, bandLists, declarationNames } from "@portico/api/forms/settled.ts";
import { type ColourScheme, isColour, isReadable } from "@portico/api/rules/brand-colours.ts";
import { isTimeZone } from "@portico/api/rules/calendar.ts";
import { documentMaxMegabytes } from "@portico/api/rules/documents.ts";
import { isEmail } from "@portico/api/rules/email.ts";
import { leastRetentionYears } from "@portico/api/rules/guards.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { languages } from "@portico/messages/catalogue.ts";

export type Brand = SettingValue<"brand">;
type PortalRules = SettingValue<"portalRules">;

export type BrandField = "name" | "accentLight" | "accentDark" | "supportEmail";
type BrandFault = "name" | "colour" | "contrast" | "email";

const accentFault = (accent: string, scheme: ColourScheme): "colour" | "contrast" | null =>
  isColour(accent) ? (isReadable(accent, scheme) ? null : "contrast") : "colour";

export function brandFaults(brand: Brand): Partial<Record<BrandField, BrandFault>> {
  const { name, accent, supportEmail } = brand;
  const [light, dark] = [accentFault(accent.light, "light"), accentFault(accent.dark, "dark")];
  return {
    ...(name.trim() === "" && { name: "name" as const }),
    ...(light && { accentLight: light }),
    ...(dark && { accentDark: dark }),
    ...(!isEmail(supportEmail) && { supportEmail: "email" as const }),
  };
}

export function rulesFaults(rules: PortalRules): Partial<Record<"timeZone" | "baseCurrency", "timeZone" | "currency">> {
  return {
    ...(!isTimeZone(rules.timeZone) && { timeZone: "timeZone" as const }),
    ...(!isCurrency(rules.baseCurrency) && { baseCurrency: "currency" as const }),
  };
}

/** The figures that an admin may set, in the API's format. */
export const kycFigures = [
  { name: "beneficialOwnerPercent", min: 1, max: 100 },
  { name: "reviewMonths", min: 1, max: 60 },
  { name: "documentNoticeDays", min: 1, max: 365 },
  { name: "retentionYears", min: leastRetentionYears, max: 30 },
  { name: "signInRetentionMonths", min: 1, max: 120 },
] as const;
type KycFigure = (typeof kycFigures)[number]["name"];

/** An empty field, or an incomplete number, is text. */
export type TypedKycRules = Record<KycFigure, number | string>;
export type KycFaults = Partial<Record<KycFigure, "number" | "wholeNumber">>;

export const kycFaults = (rules: TypedKycRules): KycFaults =>
  Object.fromEntries(
    kycFigures.flatMap(({ name, min, max }) => {
      const value = rules[name];
      const isPercent = name === "beneficialOwnerPercent";
      const isFine =
        typeof value === "number" && value >= min && value <= max && (isPercent || Number.isInteger(value));
      return isFine ? [] : [[name, isPercent ? "number" : "wholeNumber"]];
    }),
  );

/** Paths of the texts that are too short or too long. */
export const declarationFaults = (texts: SettingValue<"declarationTexts">): Record<string, true> =>
  Object.fromEntries(
    declarationNames.flatMap((name) =>
      languages
        .filter((language) => texts[name][language].trim().length < 10 || texts[name][language].trim().length > 2000)
        .map((language) => [`${name}.${language}`, true]),
    ),
  );

type TypeFault = "typeName" | "typeId" | "typeTwice";
/** Words of the calls' paths, which the API refuses as ids. */
const reservedTypes = new Set(["all", "requests", "zip"]);

/** Paths of the fields of document types that are empty, repeated or no identifier. */
export function documentTypeFaults({ types }: SettingValue<"documentTypes">): Record<string, TypeFault> {
  const faults: Record<string, TypeFault> = {};
  for (const [at, { id, name }] of types.entries()) {
    if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(id) || reservedTypes.has(id)) faults[`types.${at}.id`] = "typeId";
    else if (types.findIndex((each) => each.id === id) < at) faults[`types.${at}.id`] = "typeTwice";
    for (const language of languages)
      if (name[language].trim() === "") faults[`types.${at}.name.${language}`] = "typeName";
  }
  return faults;
}

/** The limits of documents that an admin may set, in megabytes. */
export const documentFigures = [
  { name: "fileMegabytes", min: 1, max: documentMaxMegabytes.file },
  { name: "holderMegabytes", min: 1, max: documentMaxMegabytes.holder },
] as const;
type DocumentFigure = (typeof documentFigures)[number]["name"];
export type TypedDocumentLimits = Record<DocumentFigure, number | string>;
/** The smallest and the largest value of a figure that is not a whole number between them. */
export type DocumentLimitFaults = Partial<Record<DocumentFigure, { min: number; max: number }>>;

/** A holder's files may take at least as much as one file. */
export const documentLimitFaults = (limits: TypedDocumentLimits): DocumentLimitFaults =>
  Object.fromEntries(
    documentFigures.flatMap(({ name, min: least, max }) => {
      const value = limits[name];
      const min = name === "holderMegabytes" ? Math.max(least, Number(limits.fileMegabytes) || least) : least;
      const isFine = typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
      return isFine ? [] : [[name, { min, max }]];
    }),
  );

export interface TypedBands {
  limits: Record<BandList, (number | string)[]>;
  fundsProofFrom: number | string;
  wealthSourceFrom: number | string;
}

const isLimit = (value: number | string | undefined, above: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value > above && value <= 1_000_000_000;

/** Paths of the limits that are not integers or not above the previous one. */
export const bandFaults = ({ limits, ...thresholds }: TypedBands): Record<string, true> =>
  Object.fromEntries(
    [
      ...bandLists.flatMap((list) =>
        limits[list].flatMap((limit, place, all) =>
          isLimit(limit, Number(all[place - 1] ?? 0)) ? [] : [`limits.${list}.${place}`],
        ),
      ),
      ...Object.entries(thresholds).flatMap(([name, value]) => (isLimit(value as number, 0) ? [] : [name])),
    ].map((path) => [path, true]),
  );
