/** Who acts for a holder today, and how: a person alone; for a company as its newest approved form says. */
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { findSigningAuthority, saveSigningAuthority } from "./holders.authority.queries.ts";
import { bindsAlone, type Signer, type StatedAuthority } from "./holders.signers.ts";

export { findCompaniesWithoutAuthority, listSigners } from "./holders.authority.queries.ts";

/** What each of these people, who act for the holder today or are suspended, may do. */
export async function getSigners(
  db: Db,
  holder: Holder,
  people: readonly { id: number; name: string; suspended?: boolean }[],
): Promise<Signer[]> {
  const stated = holder.holderType === "user" ? [] : await findSigningAuthority(db, holder.holderId);
  return people.map(({ id, name, suspended = false }) => ({ id, bindsAlone: bindsAlone(name, stated), suspended }));
}

const textIn = (answers: Record<string, unknown>, name: string): string => {
  const value = answers[name];
  return typeof value === "string" ? value.trim() : "";
};

/** The representatives that a company's form names, and how each acts. */
export function statedAuthority(form: FormData): StatedAuthority[] {
  const list = form["representatives"]?.["representatives"];
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).flatMap((one): StatedAuthority[] => {
    if (typeof one !== "object" || one === null) return [];
    const answers = one as Record<string, unknown>;
    const name = ["firstName", "middleName", "lastName"]
      .map((part) => textIn(answers, part))
      .filter(Boolean)
      .join(" ");
    const authority = textIn(answers, "authority") === "jointly" ? "jointly" : "severally";
    return name === "" ? [] : [{ name, authority }];
  });
}

/** Stores what a company's approved form says; true if it says something else than before. */
export const storeSigningAuthority = (trx: Trx, companyId: number, form: FormData): Promise<boolean> =>
  saveSigningAuthority(trx, companyId, statedAuthority(form));
