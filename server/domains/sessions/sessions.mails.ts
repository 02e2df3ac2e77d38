/** Mails about signing in: codes and links, and what an account's owner should know of. */
import type { Translate } from "@portico/messages/text.ts";
import { z } from "zod";
import { button, defineMail, facts, moment, sentence } from "../../adapters/mail/template.ts";

const name = z.string();
const codeSteps = ["contract", "withdrawal", "accounts"] as const;
/** What a code confirms that confirms one thing alone. */
export type CodeStep = (typeof codeSteps)[number];

/** The one-time code, to sign in or to confirm a step. */
export const codeMail = defineMail({
  name: "code",
  params: z.object({
    name,
    code: z.string().regex(/^\d{6}$/),
    purpose: z.enum(["signIn", "validation"]),
    /** The contract, withdrawal or change of accounts that alone it confirms, and which of them it is. */
    about: z.string().optional(),
    step: z.enum(codeSteps).optional(),
    minutes: z.number(),
  }),
  content: ({ params, t, firm }) => ({
    subject: t("mail.code.subject", { brand: firm.name }),
    blocks: [
      sentence(codeSentence(t, params)),
      { kind: "code", code: params.code },
      sentence(t("mail.code.validity", { minutes: params.minutes })),
      sentence(t("mail.code.notYou")),
    ],
  }),
  demoLine: (to, { code }) => `One-time code for ${to}: ${code}`,
  samples: [
    { name: "Maria Ivanova", code: "042137", minutes: 10, purpose: "signIn" },
    { name: "Maria Ivanova", code: "042137", minutes: 10, purpose: "validation" },
    {
      name: "Maria Ivanova",
      code: "042137",
      minutes: 10,
      purpose: "validation",
      step: "contract",
      about: "Portfolio management",
    },
    {
      name: "Maria Ivanova",
      code: "042137",
      minutes: 10,
      purpose: "validation",
      step: "withdrawal",
      about: "1,250.00 EUR",
    },
    {
      name: "Maria Ivanova",
      code: "042137",
      minutes: 10,
      purpose: "validation",
      step: "accounts",
      about: "BG80 BNBG 9661 1020 3456 78",
    },
  ],
});

function codeSentence(
  t: Translate,
  { purpose, about, step = "contract" }: { purpose: string; about?: string | undefined; step?: CodeStep | undefined },
): string {
  if (purpose === "signIn") return t("mail.code.signIn");
  return about ? t(`mail.code.${step}`, { name: about }) : t("mail.code.validation");
}

/** The link to set a new password. */
export const resetLinkMail = defineMail({
  name: "resetLink",
  params: z.object({ name, link: z.url() }),
  content: ({ params, t, firm }) => ({
    subject: t("mail.resetLink.subject", { brand: firm.name }),
    blocks: [
      sentence(t("mail.resetLink.lead")),
      button(t("mail.resetLink.button"), params.link),
      sentence(t("mail.resetLink.validity")),
      sentence(t("mail.resetLink.notYou")),
    ],
  }),
  demoLine: (to, { link }) => `Reset link for ${to}: ${link}`,
  samples: [{ name: "Maria Ivanova", link: "https://portal.example/en" }],
});

export const passwordChangedMail = defineMail({
  name: "passwordChanged",
  params: z.object({ name }),
  content: ({ t, firm }) => ({
    subject: t("mail.passwordChanged.subject", { brand: firm.name }),
    blocks: [
      sentence(t("mail.passwordChanged.lead")),
      sentence(t("mail.passwordChanged.notYou", { support: firm.supportEmail })),
    ],
  }),
  samples: [{ name: "Maria Ivanova" }],
});

/** Many wrong passwords; at most one mail a day. */
export const lockedOutMail = defineMail({
  name: "lockedOut",
  params: z.object({ name, where: z.enum(["signIn", "session"]).default("signIn") }),
  content: ({ params: { where }, t, firm }) => ({
    subject: t("mail.lockedOut.subject", { brand: firm.name }),
    blocks: [sentence(t("mail.lockedOut.lead", { where })), sentence(t("mail.lockedOut.notYou", { where }))],
  }),
  samples: [
    { name: "Maria Ivanova", where: "signIn" },
    { name: "Maria Ivanova", where: "session" },
  ],
});

/** Many wrong codes after the right password. */
export const wrongCodesMail = defineMail({
  name: "wrongCodes",
  params: z.object({ name }),
  content: ({ t, firm }) => ({
    subject: t("mail.wrongCodes.subject", { brand: firm.name }),
    blocks: [
      sentence(t("mail.wrongCodes.lead")),
      sentence(t("mail.wrongCodes.notYou", { support: firm.supportEmail })),
    ],
  }),
  samples: [{ name: "Maria Ivanova" }],
});

/** A second factor was added or removed. */
export const factorChangedMail = defineMail({
  name: "factorChanged",
  params: z.object({
    name,
    factor: z.enum(["authenticator", "passkey", "recoveryCode", "own"]),
    change: z.enum(["added", "removed", "used", "required", "notRequired", "reset"]),
    /** Number of remaining recovery codes, or empty. A passkey's name is user input and therefore not included. */
    device: z.string(),
  }),
  content: ({ params: { factor, change, device }, t, firm }) => ({
    subject: t("mail.factorChanged.subject", { brand: firm.name }),
    blocks: [
      sentence(t("mail.factorChanged.lead", { what: `${factor}_${change}`, device })),
      sentence(t("mail.factorChanged.notYou", { support: firm.supportEmail })),
    ],
  }),
  samples: [
    { name: "Maria Ivanova", factor: "authenticator", change: "added", device: "" },
    { name: "Maria Ivanova", factor: "passkey", change: "removed", device: "" },
    { name: "Maria Ivanova", factor: "recoveryCode", change: "used", device: "7" },
  ],
});

/** A sign-in from a country or browser that is new for the account. */
export const newSignInMail = defineMail({
  name: "newSignIn",
  params: z.object({
    name,
    at: z.iso.datetime(),
    address: z.string(),
    countryCode: z.string().nullable(),
    os: z.string(),
    browser: z.string(),
  }),
  content({ params: { at, address, countryCode, browser, os }, t, language, firm }) {
    const device = deviceOf([browser, os]);
    const country = countryCode && new Intl.DisplayNames(language, { type: "region" }).of(countryCode);
    return {
      subject: t("mail.newSignIn.subject", { brand: firm.name }),
      blocks: [
        sentence(t("mail.newSignIn.lead")),
        facts([
          t("mail.newSignIn.when", { at: moment(language, at, firm.timeZone) }),
          ...(device ? [t("mail.newSignIn.device", { device })] : []),
          country ? t("mail.newSignIn.place", { country, address }) : t("mail.newSignIn.unknownPlace", { address }),
        ]),
        sentence(t("mail.newSignIn.notYou", { support: firm.supportEmail })),
      ],
    };
  },
  samples: [
    {
      name: "Maria Ivanova",
      at: "2026-07-28T15:00:00.000Z",
      address: "192.0.2.7",
      countryCode: "PL",
      os: "MacOS",
      browser: "firefox",
    },
    {
      name: "Maria Ivanova",
      at: "2026-07-28T15:00:00.000Z",
      address: "192.0.2.7",
      countryCode: null,
      os: "no detection",
      browser: "no detection",
    },
  ],
});

/** To administrators: an emergency admin signed in without the identity provider. */
export const emergencySignInMail = defineMail({
  name: "emergencySignIn",
  params: z.object({ name, who: z.string(), at: z.iso.datetime(), address: z.string() }),
  content: ({ params: { who, at, address }, t, language, firm }) => ({
    subject: t("mail.emergencySignIn.subject", { who }),
    blocks: [
      sentence(t("mail.emergencySignIn.lead", { who })),
      facts([
        t("mail.newSignIn.when", { at: moment(language, at, firm.timeZone) }),
        t("mail.newSignIn.unknownPlace", { address }),
      ]),
      sentence(t("mail.emergencySignIn.check")),
    ],
  }),
  samples: [{ name: "Maria Ivanova", who: "Ivan Petrov", at: "2026-07-28T15:00:00.000Z", address: "192.0.2.7" }],
});

/** Device maker names, equal in every language; undetected ones are left out. */
const deviceNames: Record<string, string> = {
  chrome: "Chrome",
  firefox: "Firefox",
  safari: "Safari",
  opera: "Opera",
  edge: "Edge",
  MacOS: "macOS",
};
const deviceOf = (parts: string[]): string =>
  parts
    .filter((part) => part !== "no detection")
    .map((part) => deviceNames[part] ?? part)
    .join(", ");
