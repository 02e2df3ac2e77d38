/** What a domain declares of each mail that it sends, in `*.mails.ts`; the content is put together from these blocks. */
import type { Language } from "@portico/api/shapes.ts";
import { dateLocale, keepYear, type Translate } from "@portico/messages/text.ts";
import type { z } from "zod";
import type { OwnTexts } from "./own-texts.ts";

/** The firm that sends the mails. */
export interface Firm {
  name: string;
  supportEmail: string;
  /** IANA name, for times in mails. */
  timeZone: string;
  logo: Logo | null;
  /** Colour of buttons, as #RRGGBB; white can be read on it. */
  accent: string;
  /** Texts that the firm writes itself. */
  texts?: OwnTexts;
}

/** Sent with the mail: mail readers do not show external images without permission. */
interface Logo {
  content: Buffer;
  mediaType: string;
  width: number;
  height: number;
}

/** One block of a mail: a sentence, a code, a link button, or a list of facts. */
export type Block =
  | { kind: "sentence"; text: string }
  | { kind: "code"; code: string }
  | { kind: "link"; label: string; address: string }
  | { kind: "facts"; lines: readonly string[] };

/** Of every mail: the reader's name for the greeting, or empty. */
export interface MailParams {
  name: string;
}

export interface MailContent {
  subject: string;
  /** Between the greeting and the footer. */
  blocks: Block[];
}

/** What the content of a mail is written with: `t` gives texts in the reader's language. */
export interface Letter<Params> {
  params: Params;
  t: Translate;
  language: Language;
  firm: Firm;
}

/** One kind of mail. */
export interface MailTemplate<Params extends MailParams = MailParams, Name extends string = string> {
  /** Stored with a queued mail: a template that is renamed cannot deliver what an earlier version of it queued. */
  name: Name;
  /** Checked when the mail is delivered; mails of an earlier version may lack newer parameters. */
  params: z.ZodType<Params>;
  content(letter: Letter<Params>): MailContent;
  /** Made-up parameters for previews: together they show each of its texts. */
  samples?: readonly NoInfer<Params>[];
  /** Printed on the console if the portal runs as a demo without a mail server. */
  demoLine?(to: string, params: Params): string;
}

/** Declares a kind of mail. */
export const defineMail = <Params extends MailParams, const Name extends string>(
  template: MailTemplate<Params, Name>,
): MailTemplate<Params, Name> => template;

/** The parameters of a kind of mail. */
export type ParamsOf<Template> = Template extends { params: z.ZodType<infer Params> } ? Params : never;

export const sentence = (text: string): Block => ({ kind: "sentence", text });
export const button = (label: string, address: string): Block => ({ kind: "link", label, address });
export const facts = (lines: readonly string[]): Block => ({ kind: "facts", lines });

/** A day in the reader's language. */
export const longDay = (language: Language, at: string, timeZone: string): string =>
  keepYear(new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone }).format(new Date(at)));

/** Day and time in the reader's language, with the time zone. */
export function moment(language: Language, at: string, timeZone: string): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(new Date(at));
  return `${longDay(language, at, timeZone)}, ${time} (${timeZone})`;
}
