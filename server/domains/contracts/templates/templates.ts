/** Templates: drafts that staff write, put into use, and take out of use. A version in use never changes. */
import type { contracts, TemplateContent } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { FieldError } from "@portico/api/errors.ts";
import { type Holder, type Language, languages } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { isStillRequired } from "../../required-contracts/required-contracts.ts";
import { getLockedSetting } from "../../settings/settings.ts";
import { isOpenHolder } from "../creation.ts";
import { getAgreement } from "../signing/agreement.ts";
import { getHolderLanguage, listPlaceholders } from "./placeholder-values.ts";
import {
  findVersion,
  insertDraft,
  listProposable as listProposableRows,
  listVersions,
  retireVersion,
  type TemplateRecord,
  updateDraft,
  useDraft,
} from "./templates.queries.ts";

const presentTemplate = ({ changed_at, ...row }: TemplateRecord) => ({ ...row, changed_at: changed_at.toISOString() });

export async function listTemplates({ db }: Context): Promise<Answer<typeof contracts.listTemplates>> {
  const byType = Map.groupBy(await listVersions(db), ({ type }) => type);
  return [...byType].flatMap(([type, versions]) => {
    const [newest] = versions;
    const inState = (state: TemplateRecord["state"]) => versions.find((one) => one.state === state)?.version ?? null;
    return newest ? [{ type, newest: presentTemplate(newest), inUse: inState("inUse"), draft: inState("draft") }] : [];
  });
}

export async function listTemplateVersions(
  { db }: Context,
  type: string,
): Promise<Answer<typeof contracts.listTemplateVersions>> {
  const versions = await listVersions(db, type);
  if (versions.length === 0) throw new Refusal("notFound");
  return versions.map(presentTemplate);
}

/** The version in use, or a given one; `notFound` without. */
export async function getTemplate(db: Db, type: string, version: number | null): Promise<TemplateRecord> {
  const found = await findVersion(db, type, version);
  if (!found) throw new Refusal("notFound");
  return found;
}

/** Faults of a template's texts, whoever it is for. */
async function findTemplateFaults(context: Context, type: string, { text, fields }: TemplateContent) {
  const names = (await listPlaceholders(context)).map(({ name }) => name);
  const known = new Set([...names, ...fields.map(({ id }) => `field.${id}`)]);
  return context.workers.run("checkTemplate", { text, known }, { holder: `template/${type}` });
}

/** Saves the draft; `stateConflict` if somebody else saved it since it was read. Faulty texts are saved, and named. */
export async function saveTemplate(
  context: Context,
  type: string,
  { content, edit }: { content: TemplateContent; edit: number | null },
): Promise<Answer<typeof contracts.saveTemplate>> {
  const { userId } = requireViewer(context);
  const saved = await transact(context, async (tx) => {
    const done =
      edit === null
        ? await insertDraft(tx, type, { content, userId })
        : await updateDraft(tx, type, { content, edit, userId });
    if (!done) throw new Refusal("stateConflict");
    const draft = (await listVersions(tx, type)).find(({ state }) => state === "draft");
    if (!draft) throw new Error("a saved draft is not there");
    tx.audit("contractTemplate.saved", type, { after: { version: draft.version, edit: draft.edit } });
    return draft;
  });
  return { ...presentTemplate(saved), faults: await findTemplateFaults(context, type, content) };
}

/** `inUse` if approvals require contracts of the type that would no longer be offered to those holders. */
async function requireNotRequired(trx: Trx, type: string, content: TemplateContent | null): Promise<void> {
  // Locked, so that nobody names the template in the setting meanwhile.
  if (isStillRequired(await getLockedSetting(trx, "requiredContracts"), type, content)) throw new Refusal("inUse");
}

/** Puts a draft without faults into use, in place of the version before. */
export async function useTemplate(
  context: Context,
  type: string,
  { version, edit }: { version: number; edit: number },
): Promise<Answer<typeof contracts.useTemplate>> {
  const draft = await getTemplate(context.db, type, version);
  const faults = await findTemplateFaults(context, type, draft.content);
  const first = faults.filter(({ language }, place) => faults.findIndex((one) => one.language === language) === place);
  const fields = first.map(({ language, line, code }): FieldError => {
    const path = `content.text.${language}`;
    return { path, code: code === "toFill" ? code : "notShown", ...(line !== null && { line }) };
  });
  if (fields.length > 0) throw new Refusal("contractText", { fields });
  return transact(context, async (tx) => {
    await requireNotRequired(tx, type, draft.content);
    await retireVersion(tx, type);
    if (!(await useDraft(tx, type, { version, edit }))) throw new Refusal("stateConflict");
    tx.audit("contractTemplate.used", type, { after: { version } });
    return presentTemplate(await getTemplate(tx, type, version));
  });
}

/**
 * Takes the version in use out of use; contracts made from it stay as they are. `inUse` while approvals of forms require
 * a contract of it: change the setting first.
 */
export async function retireTemplate(context: Context, type: string, version: number): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    await requireNotRequired(tx, type, null);
    if (!(await retireVersion(tx, type, version))) throw new Refusal("stateConflict");
    tx.audit("contractTemplate.retired", type, { after: { version } });
  });
  return { done: true };
}

/** Whether the template is for holders of this kind. */
export const isFor = (
  { content }: Pick<TemplateRecord, "content">,
  { holderType }: Pick<Holder, "holderType">,
): boolean => content.for === "both" || content.for === holderType;

/** The template in use that the holder may propose a contract from. */
export async function getProposable(db: Db, type: string, holder: Pick<Holder, "holderType">): Promise<TemplateRecord> {
  const template = await getTemplate(db, type, null);
  if (!isFor(template, holder)) throw new Refusal("notFound");
  if (!template.content.clientsPropose) throw new Refusal("forbidden");
  return template;
}

/** The languages in which the template has a text. */
const writtenIn = ({ content: { text } }: Pick<TemplateRecord, "content">): Language[] =>
  languages.filter((language) => text[language].trim() !== "");

/** The language in which a template is offered: the wanted one if it has a text in it, else the first that it has. */
export function languageIn({ content: { text } }: Pick<TemplateRecord, "content">, wanted: Language): Language {
  const written = ([wanted, "en", "bg", "pl"] as const).find((language) => text[language].trim() !== "");
  if (!written) throw new Refusal("contractText");
  return written;
}

/** The templates that the holder may propose a contract from, in their language; none for a rejected or disabled one. */
export async function listProposable(
  context: Context,
  holder: Holder,
): Promise<Answer<typeof contracts.listProposable>> {
  if (!(await isOpenHolder(context, holder))) return [];
  const [rows, wanted] = await Promise.all([
    listProposableRows(context.db, holder.holderType),
    getHolderLanguage(context.db, holder),
  ]);
  return Promise.all(
    rows.map(async (row) => {
      const language = languageIn(row, wanted);
      const { name, fields } = row.content;
      return {
        type: row.type,
        name: name[language],
        language,
        languages: writtenIn(row),
        names: name,
        fields,
        agreement: await getAgreement(context, language),
      };
    }),
  );
}
