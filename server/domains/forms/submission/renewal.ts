/** Which parts of an approved form must be renewed: what expires, and what would no longer pass the checks. */
import { checkStep } from "@portico/api/forms/check-step.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { getSetting } from "../../settings/settings.ts";
import { type FormOf, openRevision } from "../content.ts";
import { getDefinition, listPlaces, type Place } from "../definition.ts";
import { getAccountEmail } from "../draft/initial-answers.ts";
import { formTypeOf, stepOf } from "../forms.policy.ts";
import { findRevision, findWaiting } from "../forms.queries.ts";
import { settledNow } from "./applicable-settings.ts";
import { type ExpiringForm, listExpiring, markRequested, openSteps } from "./expiry.queries.ts";

export type { ExpiringForm } from "./expiry.queries.ts";

const formOf = ({ holderType, holderId }: Holder): FormOf => ({
  holderType,
  holderId,
  type: formTypeOf({ holderType }),
});

/** The expiry day in an answer; null if the answer is not such a day. */
export const expiryOf = ({ field, value }: Place): string | null =>
  field.kind === "date" && field.range === "future" && typeof value === "string" ? value.trim() : null;

/**
 * The steps of the last revision in which something expires by `until`, or that would fail today's check: a renewal
 * that left one of them closed could never be submitted. Empty if nothing was ever submitted.
 */
export async function findStaleSteps(
  trx: Trx,
  context: Pick<Context, "vault">,
  holder: Holder,
  { today, until }: { today: string; until: string },
): Promise<string[]> {
  const form = formOf(holder);
  const last = await findRevision(trx, form);
  if (!last) return [];
  const definition = await getDefinition(form.type);
  const { form_data } = await openRevision(context, form, last);
  const { beneficialOwnerPercent: ownerPercent } = await getSetting(trx, "kycRules");
  const accountEmail = await getAccountEmail(trx, form);
  const settled = await settledNow(trx, form.type, form_data);
  const given = { form: form_data, today, ownerPercent, accountEmail, settled };
  const expiring = listPlaces(definition, given).flatMap((place) => {
    const day = expiryOf(place);
    return day !== null && day <= until ? [stepOf(place.path)] : [];
  });
  const failing = definition.filter((step) => checkStep(step, given).length > 0).map(({ name }) => name);
  return [...new Set([...expiring, ...failing])];
}

/** Holders whose approved form has something that expires by `until` and who were not asked; a page after the given one. */
export const listExpiringForms = (
  db: Db,
  page: { until: string; after: ExpiringForm | undefined; limit: number },
): Promise<ExpiringForm[]> => listExpiring(db, page);

/** Records that a holder is asked about what expires by the day; false if already done. */
export const noteRequested = (trx: Trx, holder: Holder, until: string): Promise<boolean> =>
  markRequested(trx, holder, until);

/** True while the holder's form awaits a decision. */
export const isWaiting = async (trx: Trx, holder: Holder): Promise<boolean> =>
  (await findWaiting(trx, formOf(holder))) !== undefined;

/** Opens further steps in a renewal not submitted yet. */
export const openFurtherSteps = (trx: Trx, holder: Holder, steps: readonly string[]): Promise<boolean> =>
  openSteps(trx, holder, steps);
