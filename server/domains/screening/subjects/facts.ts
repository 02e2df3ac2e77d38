/** What is known of somebody who is screened: encrypted, and told from another by a keyed hash. */
import { createHmac } from "node:crypto";
import type { SubjectRole } from "@portico/api/rules/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Query } from "../matching/matching.ts";

export interface Subject {
  role: SubjectRole;
  facts: Query;
}

type Sealing = Pick<Context, "vault">;
const boundTo = ({ holderType, holderId }: Holder): string => `screening/${holderType}/${holderId}`;

/** The same facts in the same order. */
const plainOf = ({ kind, names, births, countries }: Query): Buffer =>
  Buffer.from(
    JSON.stringify({ kind, names: names.toSorted(), births: births.toSorted(), countries: countries.toSorted() }),
  );

const keyBytes = 32;

/** The keyed hash of each; the same person with the same facts has the same. */
export async function computeDigests({ vault }: Sealing, subjects: readonly Subject[]): Promise<Buffer[]> {
  const { derive } = await vault.recordKeys("identifier");
  const key = derive(Buffer.from("screening"), keyBytes);
  return subjects.map(({ facts }) => createHmac("sha256", key).update(plainOf(facts)).digest());
}

export const sealFacts = ({ vault }: Sealing, holder: Holder, facts: Query): Promise<Buffer> =>
  vault.seal("screening", plainOf(facts), boundTo(holder));

export const openFacts = async ({ vault }: Sealing, holder: Holder, sealed: Buffer): Promise<Query> =>
  JSON.parse((await vault.open("screening", sealed, boundTo(holder))).toString()) as Query;

/** What matched of them, which repeats a name of theirs. */
export const sealMatch = ({ vault }: Sealing, holder: Holder, match: object): Promise<Buffer> =>
  vault.seal("screening", Buffer.from(JSON.stringify(match)), `${boundTo(holder)}/match`);

export const openMatch = async ({ vault }: Sealing, holder: Holder, sealed: Buffer): Promise<unknown> =>
  JSON.parse((await vault.open("screening", sealed, `${boundTo(holder)}/match`)).toString());
