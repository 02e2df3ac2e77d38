/**
 * Finds the identifiers of a form in the forms of other holders. Answers are encrypted, so each identifier is looked up by its
 * HMAC; a form that has it is decrypted to compare names. Only for staff: it would tell a client who else is one.
 */
import { createHmac } from "node:crypto";
import { countryTable } from "@portico/api/countries.generated.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import type { Context } from "../../../kernel/context.ts";
import { type FormOf, openRevision } from "../content.ts";
import { findIndexed, type IndexEntry, saveIndexed } from "./blind-index.queries.ts";
import { findShared, type Shared } from "./comparison.ts";
import { type Identified, listIdentified, listTyped, scheme } from "./normalised.ts";

type Elsewhere = Answer<(typeof forms)["getRevision"]>["elsewhere"];
type Sealing = Pick<Context, "vault">;

const keyBytes = 32;

async function computeDigestsFor({ vault }: Sealing, numbers: Iterable<string>): Promise<IndexEntry> {
  const { id: keyId, derive } = await vault.recordKeys("identifier");
  const key = derive(Buffer.from(`scheme ${scheme}`), keyBytes);
  return {
    keyId,
    scheme,
    digests: [...numbers].map((number) => createHmac("sha256", key).update(number).digest()),
  };
}

const computeDigests = (sealing: Sealing, identified: readonly Identified[]): Promise<IndexEntry> =>
  computeDigestsFor(sealing, new Set(identified.flatMap((one) => one.numbers.map(({ number }) => number))));

/** The digests that a number typed alone may have in the index; none for what is no identifier. */
export async function computeTypedDigests(sealing: Sealing, typed: string): Promise<readonly Buffer[]> {
  const numbers = listTyped(typed, Object.keys(countryTable));
  return numbers.length === 0 ? [] : (await computeDigestsFor(sealing, numbers)).digests;
}

/** What the index has of a form's answers. */
export const buildIndexEntry = (
  context: Sealing,
  { type }: Pick<FormOf, "type">,
  answers: FormAnswers,
): Promise<IndexEntry> => computeDigests(context, listIdentified(type, answers));

/** Stores it in the transaction that submits or approves the revision, which has locked the holder. */
export const storeIndexEntry = saveIndexed;

/** More forms than this are not compared; the answer says so. */
const maxForms = 100;

/** Each person and company of the form who has an identifier in common with one in another holder's form. */
export async function findInOtherForms(context: Context, form: FormOf, answers: FormAnswers): Promise<Elsewhere> {
  const identified = listIdentified(form.type, answers);
  const { digests } = await computeDigests(context, identified);
  if (digests.length === 0) return { found: [], isCut: false };
  const rows = await findIndexed(context.db, digests, { besides: form, limit: maxForms + 1 });
  const found: Elsewhere["found"] = [];
  for (const row of rows.slice(0, maxForms)) {
    const other: FormOf = { holderType: row.holder_type, holderId: row.holder_id, type: row.form_type };
    const { form_data } = await openRevision(context, other, row);
    const holder = { holder_type: row.holder_type, holder_id: row.holder_id, name: row.name, state: row.state };
    for (const { their, ...shared } of eachShared(identified, listIdentified(other.type, form_data)))
      found.push({
        holder,
        revision: row.revision,
        kind: their.kind,
        name: their.names[0] ?? "",
        birth_date: their.birthDate === "" ? null : their.birthDate,
        ...shared,
      });
  }
  return { found: eachOnce(found).toSorted(contradictionsFirst), isCut: rows.length > maxForms };
}

function eachShared(ours: readonly Identified[], theirs: readonly Identified[]): (Shared & { their: Identified })[] {
  return theirs.flatMap((their) =>
    ours.flatMap((our) => {
      const shared = findShared(our, their);
      return shared ? [{ ...shared, their }] : [];
    }),
  );
}

/** A person may stand in a form several times, and a holder may have two current forms: the newest is shown. */
function eachOnce(found: Elsewhere["found"]): Elsewhere["found"] {
  const keyOf = ({ holder, kind, name, birth_date, differs }: Elsewhere["found"][number]): string =>
    JSON.stringify([holder.holder_type, holder.holder_id, kind, name, birth_date, differs]);
  return [...Map.groupBy(found, keyOf).values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({ ...first, paths: [...new Set(same.flatMap(({ paths }) => paths))] })),
  );
}

const weightOf = ({ differs, isTwice }: Elsewhere["found"][number]): number => {
  if (differs.length > 0) return 0;
  return isTwice ? 1 : 2;
};
const contradictionsFirst = (a: Elsewhere["found"][number], b: Elsewhere["found"][number]): number =>
  weightOf(a) - weightOf(b);
