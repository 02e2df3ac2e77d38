/** Every mail that the portal sends, with its parameters. */

import { declarationNames } from "@portico/api/forms/settled.ts";
import { mailedNotifications } from "@portico/api/notification-types.ts";
import { z } from "zod";

const name = z.string();
const codeSteps = ["contract", "withdrawal", "accounts"] as const;
/** What a code confirms that confirms one thing alone. */
export type CodeStep = (typeof codeSteps)[number];

export const templateParams = {
  /** The one-time code, to sign in or to confirm a step. */
  code: z.object({
    name,
    code: z.string().regex(/^\d{6}$/),
    purpose: z.enum(["signIn", "validation"]),
    /** The contract, withdrawal or change of accounts that alone it confirms, and which of them it is. */
    about: z.string().optional(),
    step: z.enum(codeSteps).optional(),
    minutes: z.number(),
  }),
  resetLink: z.object({ name, link: z.url() }),
  passwordChanged: z.object({ name }),
  /** Many wrong passwords; at most one mail a day. */
  lockedOut: z.object({ name, where: z.enum(["signIn", "session"]).default("signIn") }),
  /** Many wrong codes after the right password. */
  wrongCodes: z.object({ name }),
  /** A second factor was added or removed. */
  factorChanged: z.object({
    name,
    factor: z.enum(["authenticator", "passkey", "recoveryCode", "own"]),
    change: z.enum(["added", "removed", "used", "required", "notRequired", "reset"]),
    /** Number of remaining recovery codes, or empty. A passkey's name is user input and therefore not included. */
    device: z.string(),
  }),
  /** A message to a holder that asks for an action; `text` was written by staff. */
  news: z.object({
    name,
    type: z.enum(mailedNotifications),
    company: z.string(),
    /** ISO day, or empty. */
    day: z.string(),
    /** Kind of the answered request, or empty. */
    asked: z.string(),
    /** Name of the type of a document, in the reader's language. */
    document: z.string().default(""),
    /** The holder was approved before: an update, not a new client. */
    again: z.boolean().default(false),
    /** Of the ticket that it is about. */
    number: z.string().default(""),
    text: z.string(),
    link: z.url(),
  }),
  /** A form was submitted: to the client, also if staff submitted it. */
  formReceipt: z.object({
    name,
    /** Empty for a person's own form. */
    company: z.string(),
    at: z.iso.datetime(),
    reference: z.string(),
    byStaff: z.boolean(),
    /** The versions for which the answers were given; empty in mails from before versions existed. */
    agreed: z.array(z.object({ name: z.enum(declarationNames), version: z.number().int() })).default([]),
    bandsVersion: z.number().int().nullable().default(null),
    link: z.url(),
  }),
  /** To staff: a client wrote or requested a service. Without name and text if the person has not been identified. */
  clientRequest: z.object({ name, client: z.string(), title: z.string(), content: z.string(), link: z.url() }),
  /** Messages of the chat that were not read for two minutes: to the holder's people, or to the colleague in charge. */
  unreadChat: z.object({
    name,
    /** The client, to staff; empty to clients. */
    from: z.string(),
    /** Empty for a person's own conversation, and to staff. */
    company: z.string(),
    count: z.number().int(),
    /** The last messages, if the firm lets mails show them. */
    texts: z.array(z.string()),
    link: z.url(),
  }),
  /** A reply by mail, or files of it, that did not become a comment. */
  replyNotAdded: z.object({
    name,
    reason: z.enum(["files", "notOfHolder", "closed", "empty", "tooLong", "tooLarge", "unreadable"]),
    /** Names of files that were not taken. */
    files: z.array(z.string()),
    /** The most characters and files that a comment may have, and the most megabytes of a file. */
    limit: z.number().int(),
    maxFiles: z.number().int(),
    megabytes: z.number(),
    link: z.url(),
  }),
  /** A sign-in from a country or browser that is new for the account. */
  newSignIn: z.object({
    name,
    at: z.iso.datetime(),
    address: z.string(),
    countryCode: z.string().nullable(),
    os: z.string(),
    browser: z.string(),
  }),
} as const;

export type Template = keyof typeof templateParams;
export const templates = Object.keys(templateParams) as [Template, ...Template[]];
export type TemplateParams<T extends Template> = z.infer<(typeof templateParams)[T]>;
/** A mail's kind with the matching parameters. */
export type Letter = { [T in Template]: { template: T; params: TemplateParams<T> } }[Template];
