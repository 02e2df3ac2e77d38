/** Bank accounts as typed, and lists written with a fresh code. */
import type { AccountBody } from "@portico/api/payments/accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { recordMails } from "../../../testing/effects.ts";

/** The IBAN with right check digits (ISO 13616-1, annex A). */
export function ibanOf(country: string, rest: string): string {
  const digits = Array.from(`${rest}${country}00`, (character) => Number.parseInt(character, 36)).join("");
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${rest}`;
}

/** A Bulgarian IBAN with this number. */
export const bulgarian = (number: number): string => ibanOf("BG", `BNBG9661${String(number).padStart(10, "0")}`);

export const account = (owner: string, iban: string, more: Partial<AccountBody> = {}): AccountBody => ({
  owner,
  iban,
  currency: "EUR",
  ...more,
});

/** An account of a country without IBANs. */
export const american = (owner: string, number = "000123456789"): AccountBody => ({
  owner,
  number,
  bic: "CHASUS33",
  bank: "JPMorgan Chase",
  country: "US",
  currency: "USD",
});

export const own = ({ id }: Pick<TestUser, "id">): Holder => ({ holderType: "user", holderId: id });

/** Writes lists as a person does: gets the code by mail, confirms it, saves. */
export function writing(app: TestApp) {
  const mails = recordMails(app);
  /** A code for this list. */
  async function confirm(by: TestUser, holder: Holder, accounts: AccountBody[]): Promise<void> {
    const { for: bound } = await by.client.payments.requestAccountsCode({ params: holder, body: { accounts } });
    // Colleagues' lists need none.
    if (bound === null) return;
    const mail = mails.findLast(({ template }) => template === "code");
    if (mail?.template !== "code") throw new Error("no code was mailed");
    await by.client.sessions.checkValidation({ params: { id: by.id }, body: { string: mail.params.code, for: bound } });
  }
  const list = (by: TestUser, holder: Holder) => by.client.payments.listAccounts({ params: holder });
  return {
    mails,
    confirm,
    list,
    /** The list as it is, with a fresh code, made from the current version unless told; null names none. */
    async save(by: TestUser, holder: Holder, accounts: AccountBody[], from?: number | null) {
      await confirm(by, holder, accounts);
      const version = from === undefined ? (await list(by, holder)).version : from;
      return by.client.payments.saveAccounts({ params: holder, body: { accounts, version } });
    },
  };
}

/** Ends the waiting times of the holder's accounts. */
export const endWaiting = ({ database }: TestApp, { holderType, holderId }: Holder) =>
  sql`update bank_account set usable_from = now() - interval '1 minute'
    where holder_type = ${holderType} and holder_id = ${holderId}`.execute(database.db);
