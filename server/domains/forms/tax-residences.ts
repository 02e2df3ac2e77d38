/** Where a holder is taxed, as their form states it. */
import { countryOf } from "@portico/api/forms/shared-fields.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import { openRevision } from "./content.ts";
import { formTypeOf } from "./forms.policy.ts";
import { findCurrentRevision } from "./forms.queries.ts";

/**
 * Countries of tax residence (ISO 3166-1 alpha-2) in the order of the form: of the newest approved revision, before any approval of the
 * newest submitted one. None without a form.
 */
export async function readTaxResidences(
  { db, vault }: Pick<Context, "db" | "vault">,
  { holderType, holderId }: Holder,
): Promise<string[]> {
  const form = { holderType, holderId, type: formTypeOf({ holderType }) };
  const revision = await findCurrentRevision(db, form);
  if (!revision) return [];
  const { form_data: answers } = await openRevision({ vault }, form, revision);
  const { taxResidences } = answers[holderType === "company" ? "taxStatus" : "tax"] ?? {};
  const stated = Array.isArray(taxResidences) ? (taxResidences as Record<string, unknown>[]) : [];
  return [...new Set(stated.map(({ taxCountry }) => countryOf(taxCountry)).filter((country) => country !== ""))];
}
