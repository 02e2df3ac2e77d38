/** Which steps of a draft are closed now. */
import { checkStep } from "@portico/api/forms/check-step.ts";
import { findReopened, isClosedStep, type Locks, withoutReopened } from "@portico/api/forms/closed-steps.ts";
import type { FormAnswers, Given } from "@portico/api/forms/field.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { formSteps } from "@portico/api/forms/forms.ts";
import type { Context } from "../../../kernel/context.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { getSetting } from "../../settings/settings.ts";
import { type FormOf, openRevision } from "../content.ts";
import { getDefinition } from "../definition.ts";
import { type DraftRecord, findRevision } from "../forms.queries.ts";
import { findLockedSteps } from "../review/review.queries.ts";
import { settledNow } from "../submission/applicable-settings.ts";
import { getAccountEmail } from "./initial-answers.ts";

/** What the answers are checked against today. */
export async function getGiven(context: Context, form: FormOf, form_data: FormData): Promise<Given> {
  const [{ today }, { beneficialOwnerPercent }, accountEmail, settled] = await Promise.all([
    firmDay(context.db, context.now()),
    getSetting(context.db, "kycRules"),
    getAccountEmail(context.db, form),
    settledNow(context.db, form.type, form_data),
  ]);
  return { form: form_data, today, ownerPercent: beneficialOwnerPercent, accountEmail, settled };
}

/** The closed steps of a draft with these answers, without those that open again (api/forms/closed-steps.ts). */
export async function readLocks(
  context: Context,
  form: FormOf,
  { based_on, renew }: Pick<DraftRecord, "based_on" | "renew">,
  form_data: FormData,
): Promise<Locks> {
  const accepted = based_on === null ? [] : await findLockedSteps(context.db, form, based_on);
  const locks: Locks = { accepted, renew };
  const closed = formSteps[form.type].map(({ name }) => name).filter((name) => isClosedStep(name, locks));
  const base = closed.length > 0 && based_on !== null ? await findRevision(context.db, form, based_on) : undefined;
  if (!base) return locks;
  const [definition, given, before] = await Promise.all([
    getDefinition(form.type),
    getGiven(context, form, form_data),
    openRevision(context, form, base),
  ]);
  const faults = definition.filter(({ name }) => closed.includes(name)).flatMap((step) => checkStep(step, given));
  const now: FormAnswers = form_data;
  return withoutReopened(locks, findReopened(form.type, locks, { faults, now, before: before.form_data }));
}
