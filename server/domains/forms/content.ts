/** Content of drafts and revisions, and the only code that encrypts and decrypts it. */
import { createHash } from "node:crypto";
import type { computed, FormData, inconsistency } from "@portico/api/forms/form-shapes.ts";
import { type FormType, finalCheck } from "@portico/api/forms/forms.ts";
import type { declaration } from "@portico/api/forms/revisions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { z } from "zod";
import { canonical, plain } from "../../audit/canonical.ts";
import type { Context } from "../../kernel/context.ts";

/** A holder's form. */
export interface FormOf extends Holder {
  type: FormType;
}

export type Computed = z.infer<typeof computed>;
export type Declaration = z.infer<typeof declaration>;
export type Inconsistency = z.infer<typeof inconsistency>;

export interface DraftContent {
  form_data: FormData;
  /** Everyone who filled in any part, in any capacity: somebody who acts for a company today may review it tomorrow. */
  filledBy: number[];
}

/** A complete submission, which cannot change. */
export interface RevisionContent extends DraftContent {
  /** The version of the form definition that was asked and checked (api/forms/forms.ts). */
  version: string;
  /** Version of the amount bands used; missing in a revision from before they had versions. */
  bandsVersion?: number;
  /** Steps that were to be renewed; null for the whole form. */
  renew: string[] | null;
  /** The client's explanations of inconsistencies, by code. */
  explanations: Record<string, string>;
  inconsistencies: Inconsistency[];
  computed: Computed;
  declarations: Declaration[];
}

/** Content of the draft after a revision: its answers and explanations. */
export const answersAgain = ({ form_data, explanations }: RevisionContent): FormData =>
  Object.keys(explanations).length === 0 ? form_data : { ...form_data, [finalCheck]: explanations };

type Sealing = Pick<Context, "vault">;

const nameOf = ({ holderType, holderId, type }: FormOf): string => `${holderType}/${holderId}/${type}`;
const draftOf = (form: FormOf): string => `form_draft/${nameOf(form)}`;
const revisionOf = (form: FormOf, revision: number): string => `form_revision/${nameOf(form)}/${revision}`;
const encodeContent = (content: unknown): Buffer => Buffer.from(canonical(plain(content)));

export const sealDraft = ({ vault }: Sealing, form: FormOf, content: DraftContent): Promise<Buffer> =>
  vault.seal("form", encodeContent(content), draftOf(form));

export const openDraft = async ({ vault }: Sealing, form: FormOf, sealed: Buffer): Promise<DraftContent> =>
  JSON.parse((await vault.open("form", sealed, draftOf(form))).toString()) as DraftContent;

/** The encrypted revision and the SHA-256 of its content, which is also in the audit log. */
export async function sealRevision(
  { vault }: Sealing,
  form: FormOf,
  revision: number,
  content: RevisionContent,
): Promise<{ answers: Buffer; contentHash: Buffer }> {
  const bytes = encodeContent(content);
  return {
    answers: await vault.seal("form", bytes, revisionOf(form, revision)),
    contentHash: createHash("sha256").update(bytes).digest(),
  };
}

/** Decrypts a revision; throws if the content does not match the stored hash. */
export async function openRevision(
  { vault }: Sealing,
  form: FormOf,
  { revision, answers, content_hash }: { revision: number; answers: Buffer; content_hash: Buffer },
): Promise<RevisionContent> {
  const bytes = await vault.open("form", answers, revisionOf(form, revision));
  if (!createHash("sha256").update(bytes).digest().equals(content_hash))
    throw new Error(`Revision ${revisionOf(form, revision)} is not what was submitted`);
  return JSON.parse(bytes.toString()) as RevisionContent;
}

/** Maximum size of a draft in bytes. */
export const largestDraft = 256 * 1024;

export const sizeOf = (content: DraftContent): number => encodeContent(content).length;
