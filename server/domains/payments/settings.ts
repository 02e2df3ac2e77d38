/** What settings of money must satisfy to be saved; what was saved under earlier rules stays readable. */
import { isAmountIn, isCurrencyInUse } from "@portico/api/currencies.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { isBicOfIban } from "@portico/kyc/bic.ts";
import type { Db } from "../../kernel/transaction.ts";
import { findHeldIbans } from "./accounts/accounts.ts";

interface Fault {
  path: string;
  code: FieldCode;
}

/** Where clients pay in: the bank is in the country of the account, and the account is no client's. */
export async function findInstructionFaults(
  db: Db,
  { accounts }: SettingValue<"depositInstructions">,
): Promise<Fault[]> {
  const held = await findHeldIbans(
    db,
    accounts.map(({ iban }) => iban),
  );
  return accounts.flatMap(({ iban, bic }, place) => [
    ...(isBicOfIban(bic, iban) ? [] : [{ path: `accounts.${place}.bic`, code: "otherCountry" as const }]),
    ...(held.has(iban) ? [{ path: `accounts.${place}.iban`, code: "clientsAccount" as const }] : []),
  ]);
}

/** Fees in currencies that are in use, with amounts that these have. */
export const findFeeFaults = async (_db: Db, { fees }: SettingValue<"feeTable">): Promise<Fault[]> =>
  fees.flatMap(({ kind, value, minimum, currency }, place): Fault[] => {
    if (currency === null) return [];
    if (!isCurrencyInUse(currency)) return [{ path: `fees.${place}.currency`, code: "unknown" }];
    const amounts = { value: kind === "amount" ? value : "0", minimum: minimum ?? "0" };
    return Object.entries(amounts)
      .filter(([, amount]) => !isAmountIn(currency, amount))
      .map(([field]) => ({ path: `fees.${place}.${field}`, code: "badFormat" }));
  });

/** Interest is paid in currencies that are in use. */
export const findInterestFaults = async (_db: Db, { interest }: SettingValue<"treasury">): Promise<Fault[]> =>
  interest.flatMap(({ currency }, place) =>
    isCurrencyInUse(currency) ? [] : [{ path: `interest.${place}.currency`, code: "unknown" as const }],
  );

/** New clients' figures are in a currency that is in use. */
export const findBaseCurrencyFaults = async (
  _db: Db,
  { baseCurrency }: SettingValue<"portalRules">,
): Promise<Fault[]> => (isCurrencyInUse(baseCurrency) ? [] : [{ path: "baseCurrency", code: "unknown" }]);
