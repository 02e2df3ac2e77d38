/** What a company is called before anything was submitted for it: by the legal name in its draft, for whoever may read that. */
import { companyNameOf } from "@portico/api/forms/persons.ts";
import type { Context } from "../../kernel/context.ts";
import { type FormOf, openDraft } from "./forms.content.ts";
import { findDraft } from "./forms.queries.ts";

/** The company, a nameless one with its draft's name; that name stands nowhere else until it is submitted. */
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
