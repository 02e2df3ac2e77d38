/** A holder's submissions, for the holder: the answers of every version, and nothing of the review. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type FormOf, openRevision } from "../content.ts";
import { requireForm } from "../draft/drafts.ts";
import { findCurrentRevision, findRevision, listSubmissions } from "../forms.queries.ts";
import { agreedTexts, settledThen } from "./applicable-settings.ts";

/** The submitted versions, newest first. */
export async function listSubmitted({ db }: Context, path: FormOf): Promise<Answer<(typeof forms)["listSubmitted"]>> {
  const rows = await listSubmissions(db, requireForm(path));
  return rows.map(({ revision, submitted_at }) => ({ revision, submitted_at: submitted_at.toISOString() }));
}

/** The approved answers of a holder's form, or if none were approved yet, the submitted ones; null without any. */
export async function findCurrentAnswers(
  context: Pick<Context, "db" | "vault">,
  form: FormOf,
): Promise<FormAnswers | null> {
  const row = await findCurrentRevision(context.db, form);
  return row ? ((await openRevision(context, form, row)).form_data as FormAnswers) : null;
}

/** One of them. `notFound` if that version was never submitted. */
export async function getSubmitted(
  context: Context,
  path: FormOf & { revision: number },
): Promise<Answer<(typeof forms)["getSubmitted"]>> {
  const { db } = context;
  const form = requireForm(path);
  const row = await findRevision(db, form, path.revision);
  if (!row) throw new Refusal("notFound");
  const content = await openRevision(context, form, row);
  return {
    revision: row.revision,
    submitted_at: row.submitted_at.toISOString(),
    form_data: content.form_data,
    settled: await settledThen(db, form.type, content),
    agreed: await agreedTexts(form.type, content.form_data),
  };
}
