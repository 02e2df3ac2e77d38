/** Files referred to by a form: each belongs to the holder, none was refused, and submitted ones are kept. */
import type { Fault } from "@portico/api/forms/field.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { findFileFaults, retainFiles } from "../../files/files.ts";
import type { FormOf } from "../content.ts";
import type { Place } from "../definition.ts";

/** Ids that a place refers to; any other content is checked by its step. */
export const idsOf = ({ field, value }: Place): number[] =>
  field.kind === "files" && Array.isArray(value)
    ? value.flatMap((one: unknown) => {
        const id = typeof one === "object" && one !== null ? (one as { id?: unknown }).id : undefined;
        return Number.isSafeInteger(id) ? [id as number] : [];
      })
    : [];

const allIds = (places: readonly Place[]): number[] => [...new Set(places.flatMap(idsOf))];

/** Errors of the files, at the field that names them. */
export async function findAnswerFileFaults(db: Db, form: FormOf, places: readonly Place[]): Promise<Fault[]> {
  const faults = await findFileFaults(db, form, allIds(places));
  return places.flatMap((place) => {
    const code = idsOf(place)
      .map((id) => faults.get(id))
      .find((found) => found !== undefined);
    return code ? [{ path: place.path, code }] : [];
  });
}

/** Keeps the files permanently; false if one was removed meanwhile. */
export async function retainFormFiles(trx: Trx, form: FormOf, places: readonly Place[]): Promise<boolean> {
  const ids = allIds(places);
  await retainFiles(trx, form, ids);
  return (await findFileFaults(trx, form, ids)).size === 0;
}
