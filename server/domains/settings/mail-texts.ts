/** Texts of mails that the firm writes itself: what is shipped, checks, previews with made-up data, mails to oneself. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import type { ListedMail, MailTextFault, ShownMail } from "@portico/api/settings/mail-texts.ts";
import type { MailTexts } from "@portico/api/settings/settings.ts";
import type { settings } from "@portico/api/settings.ts";
import { languages } from "@portico/messages/catalogue.ts";
import type { Translate } from "@portico/messages/text.ts";
import { findTextFaults, ownTextKeys, placeholdersOf, shippedText, translate } from "../../adapters/mail/own-texts.ts";
import { renderMail } from "../../adapters/mail/render.ts";
import type { Firm, MailContent, MailTemplate } from "../../adapters/mail/template.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { readFirm } from "./firm.ts";
import { findRecipient } from "./mail-texts.queries.ts";
import { testMail } from "./settings.mails.ts";

/** Made-up firm by which the texts of a mail are found. */
const anyFirm: Firm = { name: "Firm", supportEmail: "a@b.example", timeZone: "UTC", logo: null, accent: "#000000" };
const greetings = ["mail.greeting", "mail.greetingUnnamed"];

/** The keys that a mail is written with, over all of its samples. */
function keysOf(template: MailTemplate): string[] {
  const met = new Set<string>();
  const noting = ((key: string) => {
    met.add(key);
    return key;
  }) as Translate;
  for (const params of template.samples ?? []) template.content({ params, t: noting, language: "en", firm: anyFirm });
  return [...met].filter((key) => ownTextKeys.includes(key));
}

const listed = new WeakMap<readonly MailTemplate[], ListedMail[]>();
function listOf(templates: readonly MailTemplate[]): ListedMail[] {
  const known = listed.get(templates);
  if (known) return known;
  const found = templates.map((template) => ({
    name: template.name,
    samples: template.samples?.length ?? 0,
    keys: [...keysOf(template), ...greetings],
  }));
  listed.set(templates, found);
  return found;
}

/** The mails, and each text that a firm may write itself. */
export function listMailTexts({ domains }: Pick<Context, "domains">): Answer<(typeof settings)["listMailTexts"]> {
  return {
    mails: listOf(domains.mails),
    texts: ownTextKeys.map((key) => ({
      key,
      shipped: { bg: shippedText("bg", key), en: shippedText("en", key), pl: shippedText("pl", key) },
      placeholders: placeholdersOf(key),
    })),
  };
}

const listFaults = (texts: MailTexts["texts"]): MailTextFault[] =>
  texts.flatMap(({ id, words }) =>
    languages.flatMap((language) => {
      const text = words[language];
      return text === null ? [] : findTextFaults(language, id, text).map((fault) => ({ id, language, ...fault }));
    }),
  );

/** Paths of own texts that cannot be used; a placeholder is named at its end. */
export async function findMailTextFaults(
  _trx: unknown,
  { texts }: MailTexts,
): Promise<{ path: string; code: FieldCode }[]> {
  return listFaults(texts).map(({ id, language, code, name }) => ({
    path: `texts.${texts.findIndex((text) => text.id === id)}.words.${language}${name === undefined ? "" : `.${name}`}`,
    code,
  }));
}

interface Sample {
  template: MailTemplate;
  params: { name: string };
  firm: Firm;
  content: MailContent;
}

/** The mail with its sample; `notFound` if there is none. */
async function makeSample(context: Context, { mail, sample, language, texts }: ShownMail): Promise<Sample> {
  const template = context.domains.mails.find(({ name }) => name === mail);
  const params = template?.samples?.[sample];
  if (!template || !params) throw new Refusal("notFound");
  const firm = { ...(await readFirm(context)), texts };
  return {
    template,
    params,
    firm,
    content: template.content({ params, t: translate(language, texts), language, firm }),
  };
}

/** How the mail would look, and what is wrong with its texts; those are shown as shipped. */
export async function previewMail(
  context: Context,
  shown: ShownMail,
): Promise<Answer<(typeof settings)["previewMail"]>> {
  const { template, params, firm } = await makeSample(context, shown);
  const { subject, text, html } = renderMail(shown.language, { template, params }, firm);
  return { subject, text, html, faults: listFaults(shown.texts) };
}

/** Sends it to the caller. `badInput` names texts that cannot be used. */
export async function sendTestMail(context: Context, shown: ShownMail): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  const fields = await findMailTextFaults(undefined, shown);
  if (fields.length > 0) throw new Refusal("badInput", { fields });
  const { content, params } = await makeSample(context, shown);
  return transact(context, async (tx) => {
    const to = await findRecipient(tx, userId);
    await tx.mail({ to, language: shown.language, template: testMail, params: { name: params.name, ...content } });
    tx.audit("setting.testMailSent", "mailTexts", { after: { mail: shown.mail, language: shown.language } });
    return { done: true };
  });
}
