/** Who acts for a holder today, and how: a person alone; for a company as its newest approved form says. */
import { itemsOf } from "@portico/api/forms/field.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { findSigningAuthority, saveSigningAuthority } from "./authority.queries.ts";
import { type ActingPerson, type Signer, type StatedAuthority, toSigners, withoutAmount } from "./needed-signatures.ts";

export { findCompaniesWithoutAuthority, listSigners } from "./authority.queries.ts";

/** How a company's people act by its newest approved form; none for a person, or where no form says it. */
export const getStatedAuthority = async (db: Db, { holderType, holderId }: Holder): Promise<StatedAuthority[]> =>
  holderType === "user" ? [] : findSigningAuthority(db, holderId);

/** What each of these people, who act for the holder today or are suspended, may do in a matter that has no amount. */
export const getSigners = async (db: Db, holder: Holder, people: readonly ActingPerson[]): Promise<Signer[]> =>
  toSigners(people, await getStatedAuthority(db, holder), withoutAmount);

const textIn = (answers: Record<string, unknown>, name: string): string => {
  const value = answers[name];
  return typeof value === "string" ? value.trim() : "";
};

/** First, middle and last name of a representative; empty without any. */
const nameIn = (answers: Record<string, unknown>): string =>
  ["firstName", "middleName", "lastName"]
    .map((part) => textIn(answers, part))
    .filter(Boolean)
    .join(" ");

/** The representatives that a company's form names, and how each acts: alone or jointly, with whom, up to what. */
export function statedAuthority(form: FormData): StatedAuthority[] {
  const list = itemsOf(form["representatives"]?.["representatives"]);
  return list.flatMap((answers): StatedAuthority[] => {
    const name = nameIn(answers);
    if (name === "") return [];
    const ids = Array.isArray(answers["jointlyWith"]) ? (answers["jointlyWith"] as unknown[]) : [];
    const others = list.filter(({ id }) => id !== answers["id"] && ids.includes(id)).map(nameIn);
    const [amount, currency] = [textIn(answers, "limitAmount"), textIn(answers, "limitCurrency")];
    return [
      {
        name,
        authority: textIn(answers, "authority") === "jointly" ? "jointly" : "severally",
        ...(others.length > 0 && { with: others }),
        ...(amount !== "" && currency !== "" && { limit: { amount, currency } }),
      },
    ];
  });
}

/** Stores what a company's approved form says; true if it says something else than before. */
export const storeSigningAuthority = (trx: Trx, companyId: number, form: FormData): Promise<boolean> =>
  saveSigningAuthority(trx, companyId, statedAuthority(form));
