/** Inserts a submission into the database with any content, for tests of later steps. */
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { formVersion } from "@portico/api/forms/forms.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import type { TestApp } from "../../../testing/app.ts";
import { type FormOf, type RevisionContent, sealRevision } from "../content.ts";
import { formTypeOf } from "../forms.policy.ts";
import { findRevision, insertRevision } from "../forms.queries.ts";

const nothingComputed: RevisionContent["computed"] = {
  nationalIdentifier: null,
  riskProfile: null,
  testScore: null,
  beneficialOwners: [],
  inappropriate: [],
};

/** Stores the answers as the holder's next revision, awaiting its decision; returns its number. */
export async function arrangeSubmission(
  { services, database }: TestApp,
  holder: Holder,
  {
    by,
    formData,
    filledBy = [],
    computed = nothingComputed,
  }: { by: number; formData: FormData; filledBy?: number[]; computed?: RevisionContent["computed"] },
): Promise<number> {
  const form: FormOf = { ...holder, type: formTypeOf(holder) };
  const state: HolderState = "pendingKYC";
  const { db } = database;
  const revision = ((await findRevision(db, form))?.revision ?? 0) + 1;
  const sealed = await sealRevision(services, form, revision, {
    version: formVersion,
    form_data: formData,
    filledBy,
    renew: null,
    explanations: {},
    inconsistencies: [],
    computed,
    declarations: [],
  });
  await inTransaction(db, async (trx) => {
    await insertRevision(trx, form, {
      revision,
      ...sealed,
      expiresOn: null,
      submittedBy: by,
      byAdmin: filledBy.includes(by),
    });
    await trx
      .updateTable(holder.holderType === "user" ? "app_user" : "company")
      .set({ state })
      .where("id", "=", holder.holderId)
      .execute();
  });
  return revision;
}
