/** The account of a statement: an IBAN, or another number, sometimes with the bank's BIC before it. */
import { isCurrency } from "@portico/api/currencies.ts";
import { checkIban } from "@portico/kyc/iban.ts";
import { RefusedRow } from "../../reading/parsed-file.ts";
import type { BankStatement } from "./bank-statement.ts";

/** The ledger's names of accounts. */
const longest = 40;
const bicBefore = /^([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\/(.+)$/;

const isIban = (text: string): boolean => /^[A-Z]{2}\d{2}/.test(text) && checkIban(text) === undefined;

/** Without blanks; of an IBAN also without the currency that some banks put behind it. */
export function readAccount(written: string): Pick<BankStatement, "account" | "isIban" | "servicer"> {
  const text = written.replace(/\s+/g, "");
  if (text === "") throw new RefusedRow("missingValue", "IBAN");
  const [, bic, behind] = bicBefore.exec(text) ?? [];
  const account = behind ?? text;
  const currency = account.slice(-3);
  const short = account.slice(0, -3);
  const bare = !isIban(account) && isCurrency(currency) && isIban(short) ? short : account;
  if (bare.length > longest) throw new RefusedRow("tooLong", `account: ${bare}`);
  return { account: bare, isIban: isIban(bare), ...(bic !== undefined && { servicer: bic }) };
}
