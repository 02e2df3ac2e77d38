/** Clients with cash, a confirmed bank account and a confirmed code: what a withdrawal needs. */
import { randomBytes } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { sha256 } from "../../../http/session.ts";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { arrangeHolder } from "../../onboarding/testing/holders.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { deposit } from "../../portfolios/testing/firm.ts";
import { getAccounts } from "../accounts/accounts.ts";
import { boundToNew, calculateTerms } from "../withdrawals/terms.ts";

let made = 0;

/** A confirmed account of the holder, usable since yesterday. */
export async function payableAccount(
  { database }: TestApp,
  holder: Holder,
  more: { currency?: string; state?: "new" | "confirmed" | "refused"; usableFrom?: Date } = {},
): Promise<number> {
  const { currency = "EUR", state = "confirmed", usableFrom = new Date(Date.now() - 86_400_000) } = more;
  const { db } = database;
  await sql`
    insert into bank_account_list (holder_type, holder_id) values (${holder.holderType}, ${holder.holderId})
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into bank_account (holder_type, holder_id, place, number, bic, bank, country, currency, owner, state, refusal,
      usable_from, created_by, changed_by)
    select ${holder.holderType}, ${holder.holderId}, 0, ${`0000${++made}`}, 'CHASUS33', 'Chase', 'US', ${currency},
      'Ivan Petrov', ${state}, ${state === "refused" ? "No" : null}, ${usableFrom}, min(id), min(id) from app_user
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** What check-validation leaves when the code that was mailed for this, or with null for any step, was right. */
export const confirmCode = (
  { database }: TestApp,
  { id }: Pick<TestUser, "id">,
  boundTo: string | null,
  factor = "authenticator",
) =>
  sql`update session set fresh_until = now() + interval '5 minutes', fresh_factor = ${factor}, fresh_for = ${boundTo}
    where user_id = ${id}`.execute(database.db);

/** The token of another session of the user, in which a code was confirmed just before. */
export async function sessionWithCode(
  { database }: TestApp,
  { id }: Pick<TestUser, "id">,
  boundTo: string | null,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await sql`
    insert into session (user_id, token_hash, expires_at, fresh_until, fresh_factor, fresh_for)
    values (${id}, ${sha256(token)}, now() + interval '1 hour', now() + interval '5 minutes', 'mail', ${boundTo})`.execute(
    database.db,
  );
  return token;
}

/** What the code of this withdrawal is bound to. */
export async function boundToWish(
  { services: { db } }: TestApp,
  { holder, account, sum, currency = "EUR" }: { holder: Holder; account: number; sum: string; currency?: string },
): Promise<string> {
  const [row] = await getAccounts(db, holder, [account]);
  // Somebody else's account has no code; the withdrawal is refused before it is asked for.
  const nobodys = { amount: sum, fee: "0", currency, account: { id: account, number: "" } };
  return boundToNew(holder, row ? await calculateTerms(db, row, { sum, currency }) : nobodys);
}

export interface Payer extends TestUser {
  holder: Holder;
  account: number;
}

/** An approved client with so much cash in euro and an account to withdraw to. */
export async function payer(app: TestApp, cash: string): Promise<Payer> {
  const user = await app.as("client", { clientNumber: `PAY${++made}` });
  const holder: Holder = { holderType: "user", holderId: user.id };
  await bookEntries(app.services.db, holder, [deposit("2024-01-02", cash)]);
  return { ...user, holder, account: await payableAccount(app, holder) };
}

/** Asks for a withdrawal, with a code confirmed just before. */
export async function withdraw(
  app: TestApp,
  by: TestUser,
  wish: { holder: Holder; account: number; sum: string; currency?: string; key?: string },
): Promise<{ id: number; state: string }> {
  await confirmCode(app, by, await boundToWish(app, wish));
  const { holder, account, sum, currency = "EUR", key } = wish;
  return by.client.payments.requestTransaction({
    params: holder,
    body: {
      type: "withdrawal",
      userMsg: "",
      transactionInfo: { sum, currency, accountId: account },
      ...(key !== undefined && { key }),
    },
  });
}

/** A company with 1,000 EUR, an account to withdraw to, and three people who act for it, its creator first. */
export async function payingCompany(
  app: TestApp,
  staff: { office: TestUser; admin: TestUser },
  rule: "any" | "two" | "all",
): Promise<{ holder: Holder; people: [TestUser, TestUser, TestUser]; account: number }> {
  const { holder, owner } = await arrangeHolder(app, staff, "company", "postKYC");
  const people: [TestUser, TestUser, TestUser] = [owner, await app.as("client"), await app.as("client")];
  await staff.office.client.companies.editRepresentatives({
    params: { id: holder.holderId },
    body: { newRepIDs: people.map(({ id }) => id) },
  });
  await sql`
    insert into holder_account (holder_type, holder_id, client_number)
    values ('company', ${holder.holderId}, ${`CO${++made}`})
    on conflict (holder_type, holder_id) do update set client_number = excluded.client_number`.execute(app.database.db);
  await bookEntries(app.services.db, holder, [deposit("2024-01-02", "1000")]);
  await staff.office.client.payments.setSigners({ params: holder, body: { rule } });
  return { holder, people, account: await payableAccount(app, holder) };
}

/** A representative confirms a withdrawal, with a code confirmed just before. */
export async function confirmWithdrawal(app: TestApp, by: TestUser, holder: Holder, requestId: number) {
  const body = { requestId };
  const bound = await by.client.payments.requestWithdrawalCode({ params: holder, body }).catch(() => ({ for: null }));
  await confirmCode(app, by, bound.for);
  return by.client.payments.confirmWithdrawal({ params: { ...holder, requestId }, body: {} });
}

const empty = { bg: "", en: "", pl: "" };
const name = { bg: "Теглене", en: "Withdrawal", pl: "Wypłata" };
/** The fee of withdrawals from now on, saved as an admin does; null for none. */
export async function setWithdrawalFee(
  app: TestApp,
  fee: { value: string; kind?: "percent" | "amount"; currency?: string | null; minimum?: string } | null,
): Promise<void> {
  const { kind = "amount", currency = "EUR", minimum = null, value = "" } = fee ?? {};
  const row = {
    id: "withdrawal",
    name,
    kind,
    value,
    currency,
    minimum,
    unit: "withdrawal",
    vatAdded: false,
    note: empty,
  };
  const admin = await app.as("admin");
  await admin.client.settings.save({ params: { name: "feeTable" }, body: { data: { fees: fee ? [row] : [] } } });
}
