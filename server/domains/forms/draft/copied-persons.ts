/** Persons a user may copy into a company's form, and discarding the company they started. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import { eachOnce, listPersons } from "@portico/api/forms/persons.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { discardStartedCompany } from "../../companies/companies.ts";
import { forgetFiles } from "../../files/files.ts";
import { getHolder } from "../../holders/holders.ts";
import { type FormOf, openDraft, openRevision } from "../content.ts";
import { deleteDraft, findDraft, findRevision } from "../forms.queries.ts";
import { getSuggested } from "./initial-answers.ts";

type Known = Answer<(typeof forms)["getPersons"]>[number];

/** The persons of the user's own form and of the companies they act for now, each once. */
export async function listKnownPersons(context: Context, userId: number): Promise<Known[]> {
  const { represents, begun } = requireViewer(context);
  const sources: FormOf[] = [
    { holderType: "user", holderId: userId, type: "KYC" },
    ...[...new Set([...represents, ...begun])].map(
      (holderId): FormOf => ({ holderType: "company", holderId, type: "companyKYC" }),
    ),
  ];
  return eachOnce((await Promise.all(sources.map((form) => personsIn(context, form)))).flat());
}

/** The newest answers: of the open draft, otherwise of the last revision; for a person without either, the account's data. */
async function personsIn(context: Context, form: FormOf): Promise<Known[]> {
  const draft = await findDraft(context.db, form);
  const last = draft ? undefined : await findRevision(context.db, form);
  const content = draft
    ? await openDraft(context, form, draft.answers)
    : last && (await openRevision(context, form, last));
  const { name } = await getHolder(context.db, form);
  return listPersons(form.type, content ? content.form_data : await getSuggested(context.db, form)).map((answers) => ({
    from: name,
    answers: answers as Known["answers"],
  }));
}

/** Discards the user's started company with its draft and files; `notFound` without one, `stateConflict` once submitted. */
export async function discardCompanyForm(context: Context, userId: number): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    const companyId = await discardStartedCompany(tx, userId);
    const form: FormOf = { holderType: "company", holderId: companyId, type: "companyKYC" };
    await deleteDraft(tx, form);
    await forgetFiles(tx, form);
  });
  return { done: true };
}
