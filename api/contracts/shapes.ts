/** Shapes of contracts and of the templates that they are made from. */
import { z } from "zod";
import { contractStates, signerRules } from "../contract-states.ts";
import { isCurrencyInUse } from "../currencies.ts";
import { storedFile } from "../files.ts";
import { contractTextLimit } from "../rules/contracts.ts";
import { messageMaxLength } from "../rules/limits.ts";
import { isPrintableName } from "../rules/printable-name.ts";
import { eachIdOnce } from "../settings/each-id-once.ts";
import {
  bodyOrdinal,
  day,
  holderType,
  id,
  inEachLanguage,
  instant,
  knownCurrency,
  language,
  listedId,
  sha256Hex,
} from "../shapes.ts";
import { authorityLimit, notAlone } from "../signing-authority.ts";
import { writtenText } from "../written-text.ts";

/** A template's key; not a word of the calls' paths. */
export const contractType = listedId.refine(
  (name) => !["all", "custom", "code", "templates", "batches", "proposable"].includes(name),
);
/** A template's key, or `custom` for a contract without one. */
export const contractTypeOrCustom = listedId;

export const contractName = z.string().trim().min(1).max(160);
const perLanguage = <S extends z.ZodType>(shape: S) => z.strictObject({ bg: shape, en: shape, pl: shape });

/** What is typed for one contract: `{{field.id}}` in the text. */
export const contractField = z.strictObject({
  id: listedId,
  name: perLanguage(z.string().trim().min(1).max(120)),
  kind: z.enum(["text", "number", "amount", "day"]),
  filledBy: z.enum(["staff", "client"]),
  /** Of an amount: printed behind it. Without one, an amount has two decimals. */
  currency: knownCurrency.refine(isCurrencyInUse, { params: { field: "notAllowed" } }).optional(),
});
export type ContractField = z.infer<typeof contractField>;

/** What staff write. */
export const templateContent = z.strictObject({
  name: perLanguage(contractName),
  /** Markdown with placeholders, a language each. Empty: not offered in that language. */
  text: perLanguage(z.string().max(contractTextLimit)).refine(({ bg, en, pl }) => (bg + en + pl).trim() !== "", {
    params: { field: "required" },
  }),
  fields: z.array(contractField).max(40).superRefine(eachIdOnce),
  for: z.enum(["user", "company", "both"]),
  counterSign: z.boolean(),
  signers: z.enum(signerRules),
  /** Days until the contract expires unsigned. */
  expiryDays: z.int().min(1).max(365),
  /** Days before expiry on which the holder is reminded. */
  reminderDays: z.array(z.int().min(0).max(60)).max(5),
  clientsPropose: z.boolean(),
});
export type TemplateContent = z.infer<typeof templateContent>;

/** `draft`: being written. `inUse`: contracts are made from it; it never changes. `retired`: replaced or taken out of use. */
export const templateStates = ["draft", "inUse", "retired"] as const;

/** A version of a template. */
export const templateVersion = z.object({
  type: z.string(),
  version: z.number().int(),
  state: z.enum(templateStates),
  /** Counts the changes of a draft: a save names the one that it read. */
  edit: z.number().int(),
  content: templateContent,
  changed_at: instant,
  changed_by: z.string(),
});
export type TemplateVersion = z.infer<typeof templateVersion>;

/** What is typed for a contract, by field: text as it is, a number or an amount as a plain decimal, a day as YYYY-MM-DD. */
export const contractData = z
  .record(z.string().max(40), z.string().max(2000))
  .refine((data) => Object.keys(data).length <= 40);

/** Why a text cannot become a PDF: `pdf/model/faults.ts`. */
export const textFault = z.object({
  code: z.enum([
    "tooLarge",
    "unsupported",
    "linkAddress",
    "placeholderName",
    "missingValue",
    "missingGlyph",
    "unknownPlaceholder",
    "toFill",
    "missingText",
  ]),
  /** Line of the Markdown, counted from 1; null if it is not in the text. */
  line: z.number().int().nullable(),
  /** The placeholder, sign, address or construct; the language in which there is no text. */
  what: z.string(),
  /** What people call the placeholder that has no value, or the language. */
  label: inEachLanguage.optional(),
});
export type TextFault = z.infer<typeof textFault>;

/** A PDF as it would be sent, or why there is none. */
export const preview = z.object({
  faults: z.array(textFault),
  /** Null with faults. */
  pdf: z
    .object({
      /** Base64. */
      data: z.string(),
      sha256: sha256Hex,
      pages: z.number().int(),
      language,
    })
    .nullable(),
});

/** The text to agree to, in the contract's language; its version goes back with the signature. */
export const agreement = z.object({
  version: z.number().int(),
  text: z.string(),
  /** The same in each language: the signer is asked in theirs. */
  texts: perLanguage(z.string()),
});
export type Agreement = z.infer<typeof agreement>;

export const contractRow = z.object({
  id,
  holder_type: holderType,
  holder_id: id,
  holder_name: z.string(),
  contract_type: contractTypeOrCustom,
  contract_name: z.string(),
  state: z.enum(contractStates),
  language,
  created_at: instant,
  /** The firm made it, not the holder. */
  by_admin: z.boolean(),
  /** Counts contracts sent again: 1, 2, … */
  revision: z.number().int(),
  /** When it reached its state. */
  state_changed_at: instant,
  /** Last day for the holder's signature. */
  expires_on: day,
  /** Signatures of the holder's side that count, and how many are needed. */
  signed: z.number().int(),
  needed: z.number().int(),
  /** Words of whoever rejected it. */
  client_reject_msg: z.string().nullable(),
  admin_reject_msg: z.string().nullable(),
  /** What the reader may do with it. */
  can: z.object({
    sign: z.boolean(),
    countersign: z.boolean(),
    fill: z.boolean(),
    reject: z.boolean(),
    withdraw: z.boolean(),
    sendAgain: z.boolean(),
  }),
});
export type ContractRow = z.infer<typeof contractRow>;

export const contractSignature = z.object({
  side: z.enum(["client", "firm"]),
  /** As typed. */
  name: z.string(),
  user_id: id,
  /** The name of the signer's account at that time. */
  account_name: z.string(),
  /** The typed name is not the account's; the signer was asked, and said that both are theirs. */
  other_name: z.boolean(),
  signed_at: instant,
  /** How the signer read the file; null for signatures from before this was recorded. */
  shown: z.enum(["displayed", "downloaded", "unstated"]).nullable(),
  /** False while signatures are awaited, for somebody who no longer acts for the company. */
  counts: z.boolean(),
});

export const contractDetail = contractRow.extend({
  contract_data: contractData,
  /** The template's fields; empty for a custom contract. */
  fields: z.array(contractField),
  template_version: z.number().int().nullable(),
  /** What is read and signed: the bytes come from the call for files. */
  file: storedFile,
  sha256: sha256Hex,
  pages: z.number().int(),
  /** The sealed PDF; null until the seal is made, shortly after approval. */
  sealed_file: storedFile.nullable(),
  /** Pages with the evidence at the end of the sealed PDF. */
  evidence_pages: z.number().int(),
  /** Why it has none: it was signed before, is a form that readers draw (XFA), or has a structure that takes no pages. */
  evidence_omitted: z.enum(["signed", "form", "structure"]).nullable(),
  signatures: z.array(contractSignature),
  /** For a company: whose signature is awaited. */
  awaited: z.array(z.string()),
  /** Why the signatures that were given are not enough, by the company's form. */
  why: z.array(notAlone),
  /** For staff, while a signature is awaited: people who act for the company only up to an amount. */
  limits: z.array(z.object({ name: z.string(), limit: authorityLimit })),
  agreement,
  /** The contract that this one replaces, with its values. */
  previous: z.object({ id, contract_data: contractData, file: storedFile }).nullable(),
});
export type ContractDetail = z.infer<typeof contractDetail>;

/** A signature as its giver sends it. The one-time code was confirmed before, for this contract and this hash. */
const signerName = z
  .string()
  .trim()
  .min(2)
  .max(120)
  .refine(isPrintableName, { params: { field: "unprintable" } });
const nameQuestion = z.string().max(600);

/** The name that will be typed, to be compared with the account's before a code is mailed. */
export const typedName = {
  name: signerName.optional(),
  /** The question that was asked about the name, if the signer said yes to it. */
  name_question: nameQuestion.optional(),
};

/** How a signer read the PDF that they sign. */
export const shownToSigner = z.strictObject({
  /** `displayed`: each page to the last. `downloaded`: the signer took the file, and says that they read it. */
  how: z.enum(["displayed", "downloaded"]),
  /** How long ago that was: a span, because the caller's clock may be wrong. */
  secondsAgo: z
    .int()
    .min(0)
    .max(7 * 24 * 3600),
});
export type ShownToSigner = z.infer<typeof shownToSigner>;

/** How the file of this hash was read by whoever signs for the firm. */
export const fileRead = z.strictObject({ sha256: sha256Hex, shown: shownToSigner });

export const signatureGiven = z.strictObject({
  name: signerName,
  /** As in the request for the code; needed if the name is not the account's. */
  name_question: nameQuestion.optional(),
  /** Version of the agreement that was shown and accepted. */
  agreed: bodyOrdinal,
  /** Of the PDF that was read. */
  sha256: sha256Hex,
  /** How that PDF was read; the evidence says so, or that the caller did not state it. */
  shown: shownToSigner.optional(),
});
export type SignatureGiven = z.infer<typeof signatureGiven>;

export const rejectMessage = writtenText(messageMaxLength);
