/** What a user may take over into a company's form, and the company that they have begun and give up. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { Context } from "../../context.ts";
import { inTransaction } from "../../database/transaction.ts";
import { discardStartedCompany } from "../companies/companies.service.ts";
import { deleteDraft } from "./forms.queries.ts";

export async function listKnownPersons(
  _context: Context,
  _userId: number,
): Promise<Answer<(typeof forms)["getPersons"]>> {
  return [];
}

/**
 * Discards the company that the user has begun, with its draft; `notFound` without one, `stateConflict` once it was
 * submitted.
 */
export async function discardCompanyForm(context: Context, userId: number): Promise<{ done: true }> {
  await inTransaction(context.db, async (trx) => {
    const companyId = await discardStartedCompany(trx, context, userId);
    await deleteDraft(trx, { holderType: "company", holderId: companyId, type: "companyKYC" });
  });
  context.events.emit("rightsChanged", { userIds: [userId] });
  return { done: true };
}
