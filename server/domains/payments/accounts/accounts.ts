/** A holder's bank accounts: the list, and the account that a payment goes to. */
import type { AccountList, BankAccount } from "@portico/api/payments/accounts.ts";
import { dayIn } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { firstAndLast } from "@portico/kyc/account-owner.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { canOf } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { hasLevel, type Viewer } from "../../../kernel/viewer.ts";
import { getHolder, getUserNames } from "../../holders/holders.ts";
import { getSetting } from "../../settings/settings.ts";
import { listAccountsInUse } from "../withdrawals/reservations.queries.ts";
import { refusalToDecideAccount, refusalToPay, refusalToSave } from "./accounts.policy.ts";
import { type AccountRow, findAccounts, findAccountsById, findVersion, lockAccount } from "./accounts.queries.ts";

export { type AccountRow, findHeldIbans } from "./accounts.queries.ts";

/** The accounts on the holder's list, in its order; removed ones are not on it. */
export const listAccounts = (db: Db, holder: Holder): Promise<AccountRow[]> => findAccounts(db, holder);

/**
 * The account that money is to go to. Its list is locked, so that it can neither change nor be removed until the
 * transaction ends. `badInput` at `path` says why not: `accountGone` (unknown, removed or somebody else's),
 * `accountRefused`, `accountNotConfirmed`, `accountWaits` with the seconds that remain, or `otherCurrency` than that of the payment.
 */
export async function lockPayableAccount(
  tx: Trx,
  holder: Holder,
  accountId: number,
  {
    currency,
    now = new Date(),
    path = "transactionInfo.accountId",
  }: { currency?: string; now?: Date; path?: string } = {},
): Promise<AccountRow> {
  const account = await lockAccount(tx, holder, accountId);
  const code = account ? refusalToPay(account, { now, currency }) : "accountGone";
  if (account && code === null) return account;
  throw new Refusal("badInput", {
    fields: [{ path, code: code ?? "accountGone" }],
    ...(account && code === "accountWaits" && { retryAfter: (account.usable_from.getTime() - now.getTime()) / 1000 }),
  });
}

/** Accounts of the holder for pages that show where payments go or went, also removed ones. */
export const getAccounts = (db: Db, holder: Holder, ids: readonly number[]): Promise<AccountRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : findAccountsById(db, holder, ids);

/** The holder's names of which one must be in the owner's: of a person the first and the last. */
export async function ownerNames(db: Db, holder: Holder): Promise<string[]> {
  const { name } = await getHolder(db, holder);
  const confirmed = (await findAccounts(db, holder)).filter(({ state }) => state === "confirmed");
  const own = holder.holderType === "user" ? firstAndLast(name) : name;
  // Staff confirmed these, such as a company's name in Latin letters.
  return [...new Set([own, ...confirmed.map(({ owner }) => owner)])];
}

/** What `presentAccounts` needs to know besides the rows. */
interface Presentation {
  viewer: Viewer;
  now: Date;
  timeZone: string;
  people: ReadonlyMap<number, string>;
  inUse: ReadonlySet<number>;
}

function presentAccount(row: AccountRow, { viewer, now, timeZone, people, inUse }: Presentation): BankAccount {
  const holder = holderOf(row);
  const isStaff = hasLevel(viewer, "internal");
  const person = (id: number) => (isStaff ? { id, name: people.get(id) ?? "" } : null);
  return {
    id: row.id,
    name: row.name,
    iban: row.iban,
    number: row.number,
    bic: row.bic,
    bank: row.bank,
    country: row.country,
    currency: row.currency,
    owner: row.owner,
    state: row.state,
    refusal: row.refusal,
    isDefault: row.is_default,
    usable_from: row.usable_from.toISOString(),
    isWaiting: row.usable_from > now,
    nameCheck:
      row.name_check === null || row.name_checked_at === null
        ? null
        : { answer: row.name_check, name: row.name_check_name, day: dayIn(timeZone, row.name_checked_at) },
    fromForm: row.form_revision_id !== null,
    isInUse: inUse.has(row.id),
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    created_by: person(row.created_by),
    changed_by: person(row.changed_by),
    can: canOf({ decide: refusalToDecideAccount(viewer, holder, row) }),
  };
}

/** The rows for the viewer; staff also see who added and changed each. */
export async function presentAccounts(
  context: Context,
  rows: readonly AccountRow[],
  inUse: readonly number[],
): Promise<BankAccount[]> {
  const viewer = requireViewer(context);
  const [people, { timeZone }] = await Promise.all([
    getUserNames(context.db, [...new Set(rows.flatMap(({ created_by, changed_by }) => [created_by, changed_by]))]),
    getSetting(context.db, "portalRules"),
  ]);
  const presentation = { viewer, now: context.now(), timeZone, people, inUse: new Set(inUse) };
  return rows.map((row) => presentAccount(row, presentation));
}

/** The holder's list with what the reader may do; `notFound` without such a holder. */
export async function getAccountList(context: Context, holder: Holder): Promise<AccountList> {
  const { db } = context;
  const viewer = requireViewer(context);
  const names = await ownerNames(db, holder);
  // The version first: a write in between makes it too old, never too new.
  const version = await findVersion(db, holder);
  const [rows, inUse, rules] = await Promise.all([
    findAccounts(db, holder),
    listAccountsInUse(db, holder),
    getSetting(db, "bankAccountRules"),
  ]);
  return {
    accounts: await presentAccounts(context, rows, inUse),
    version,
    names,
    ...rules,
    can: canOf({ save: refusalToSave(viewer, holder) }),
  };
}
