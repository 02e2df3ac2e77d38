/** The account of a form must not be one where clients pay in: the firm's own accounts are nobody's. */
import type { Fault, FormAnswers } from "@portico/api/forms/field.ts";
import { normaliseIban } from "@portico/kyc/iban.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getSetting } from "../../settings/settings.ts";

export async function findFirmsAccount(db: Db, form: FormAnswers): Promise<Fault[]> {
  const iban = form["bank"]?.["iban"];
  if (typeof iban !== "string" || iban === "") return [];
  const { accounts } = await getSetting(db, "depositInstructions");
  return accounts.some((own) => own.iban === normaliseIban(iban)) ? [{ path: "bank.iban", code: "firmsAccount" }] : [];
}
