/** Initial answers of a first draft: of a person from their account, of a company that was brought in from what is known; they can be changed. */
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { bulgarianToLatin } from "@portico/kyc/latin.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getRegistered, type RegisteredCompany } from "../../companies/companies.ts";
import { getUserData } from "../../users/users.ts";
import type { FormOf } from "../content.ts";

interface Known {
  name: string;
  phone: string | null;
  email: string;
}

/** The confirmed e-mail of the account, if the form is a person's. */
export const getAccountEmail = async (db: Db, { holderType, holderId }: FormOf): Promise<string | undefined> =>
  holderType === "user" ? (await getUserData(db, holderId)).email : undefined;

export const getSuggested = async (db: Db, { holderType, holderId }: FormOf): Promise<FormData> =>
  holderType === "user"
    ? suggestAnswers(await getUserData(db, holderId))
    : suggestEntity(await getRegistered(db, holderId));

/** Whose register's number is which field. */
const registerFields: Readonly<Record<string, string>> = { BG: "eik", PL: "krs" };

/** Nothing of a company that its creator has just begun. */
export function suggestEntity({ name, registerNumber, country }: RegisteredCompany): FormData {
  const field = registerFields[country ?? ""];
  const entity = {
    ...(name !== "" && { legalName: name }),
    ...(country !== null && { entityCountry: country }),
    ...(field !== undefined && registerNumber !== "" && { [field]: registerNumber }),
  };
  return Object.keys(entity).length > 0 ? { entity } : {};
}

const latinName = /^[\p{Script=Latin}\p{M}\s'’.-]+$/u;

export function suggestAnswers({ name, phone, email }: Known): FormData {
  const written = name.trim();
  const latin = bulgarianToLatin(written);
  const words = latinName.test(latin) ? latin.split(/\s+/) : [];
  const [firstName, ...others] = words;
  const lastName = others.pop();
  return {
    identity: {
      ...(firstName !== undefined && { firstName }),
      ...(others.length > 0 && { middleName: others.join(" ") }),
      ...(lastName !== undefined && { lastName }),
      ...(!latinName.test(written) && { nativeName: written }),
    },
    contact: { ...(phone !== null && { phone }), email },
  };
}
