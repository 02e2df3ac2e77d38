/** The answers that a holder submitted last, for parts of the portal that read whom a form names. */
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import { type FormOf, openRevision } from "./content.ts";
import { formTypeOf } from "./forms.policy.ts";
import { findRevision } from "./forms.queries.ts";

/** None before the first submission. */
export async function readNewestAnswers(context: Context, holder: Holder): Promise<FormData> {
  const form: FormOf = { holderType: holder.holderType, holderId: holder.holderId, type: formTypeOf(holder) };
  const revision = await findRevision(context.db, form);
  return revision ? (await openRevision(context, form, revision)).form_data : {};
}
