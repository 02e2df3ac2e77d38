/** Inconsistencies with other records: files of the same content, and the own forms of the people who act for a company. */
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { foundAt, type Inconsistency } from "@portico/api/forms/inconsistencies/found.ts";
import { findOwnFormDifferences } from "@portico/api/forms/inconsistencies/persons.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { isHolder } from "../../../kernel/viewer.ts";
import { findContentIds } from "../../files/files.ts";
import { getHolderPeople } from "../../holders/holders.ts";
import { type FormOf, openRevision } from "../content.ts";
import type { Place } from "../definition.ts";
import { idsOf } from "../draft/files.ts";
import { findApprovedRevision } from "../forms.queries.ts";

/** Of the answers that were asked. */
export async function findElsewhere(
  context: Context,
  form: FormOf,
  { form_data, places }: { form_data: FormAnswers; places: readonly Place[] },
): Promise<Inconsistency[]> {
  return [
    ...(form.type === "companyKYC" ? findOwnFormDifferences(form_data, await readOwnForms(context, form)) : []),
    ...(await findSameFiles(context, form, places)),
  ];
}

/**
 * The approved forms to compare a company's with: a client's own form, since nobody is told of another's; for staff
 * those of everyone who acts for the company.
 */
async function readOwnForms(context: Context, company: FormOf): Promise<FormAnswers[]> {
  const viewer = requireViewer(context);
  const people = isHolder(viewer, company)
    ? [viewer.userId]
    : (await getHolderPeople(context.db, company)).map(({ id }) => id);
  const forms = await Promise.all(
    people.map(async (holderId) => {
      const own: FormOf = { holderType: "user", holderId, type: "KYC" };
      const approved = await findApprovedRevision(context.db, own);
      return approved && (await openRevision(context, own, approved)).form_data;
    }),
  );
  return forms.filter((one) => one !== undefined);
}

/** Fields whose files have the same content, uploaded once or twice. */
async function findSameFiles(context: Context, form: FormOf, places: readonly Place[]): Promise<Inconsistency[]> {
  const named = places.flatMap((place) => idsOf(place).map((id) => ({ id, path: place.path })));
  const contents = await findContentIds(context.db, form, [...new Set(named.map(({ id }) => id))]);
  const byContent = Map.groupBy(named, ({ id }) => contents.get(id) ?? "");
  byContent.delete("");
  return foundAt(
    "sameFile",
    [...byContent.values()].filter(({ length }) => length > 1).flatMap((same) => same.map(({ path }) => path)),
  );
}
