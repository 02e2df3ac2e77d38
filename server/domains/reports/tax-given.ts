/** What a tax pack says that has no knowledge time: tax residence and custodians' countries, as they were when it was asked for. */
import { type ReportKind, taxCountryOf, taxKinds } from "@portico/api/rules/reports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import { listKnownNames } from "../custodians/custodians.ts";
import { readTaxResidences } from "../forms/tax-residences.ts";

export interface TaxGiven {
  /** ISO 3166-1 alpha-2, in the order of the form. */
  residences: string[];
  /** Each name by which one is known, and where it is established. */
  custodians: { name: string; country: string }[];
}

export async function readTaxGiven(context: Pick<Context, "db" | "vault">, holder: Holder): Promise<TaxGiven> {
  const [residences, records] = await Promise.all([readTaxResidences(context, holder), listKnownNames(context.db)]);
  const custodians = records.flatMap(({ name, country }) => (country === null ? [] : [{ name, country }]));
  return { residences, custodians };
}

/**
 * The tax packs of the holder's countries, in the order in which their form states them; of a holder whose form states none all of them, so
 * that nobody is left without. Poland's is of persons alone.
 */
export async function readTaxKinds(context: Pick<Context, "db" | "vault">, holder: Holder): Promise<ReportKind[]> {
  const residences = await readTaxResidences(context, holder);
  const own = residences.flatMap((country) => taxKinds.find((kind) => taxCountryOf(kind) === country) ?? []);
  return (residences.length === 0 ? [...taxKinds] : own).filter(
    (kind) => holder.holderType === "user" || kind !== "taxPL",
  );
}
