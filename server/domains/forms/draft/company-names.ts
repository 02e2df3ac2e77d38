/** Names of companies before submission: the legal name in the draft, for whoever may read that. */
import { companyNameOf } from "@portico/api/forms/persons.ts";
import type { Context } from "../../../kernel/context.ts";
import { type FormOf, openDraft } from "../content.ts";
import { findDraft } from "../forms.queries.ts";

/** The company, with its draft's name if it has none; that name is stored nowhere else before submission. */
export async function nameByDraft<Company extends { name: string }>(
  context: Context,
  holderId: number,
  company: Company,
): Promise<Company> {
  if (company.name !== "") return company;
  const form: FormOf = { holderType: "company", holderId, type: "companyKYC" };
  const draft = await findDraft(context.db, form);
  if (!draft) return company;
  const { form_data } = await openDraft(context, form, draft.answers);
  return { ...company, name: companyNameOf(form_data) };
}
