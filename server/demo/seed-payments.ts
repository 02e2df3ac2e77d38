/** Seeds where clients pay in, and payments: an open withdrawal, a matched one, an announced deposit. After the ledgers. */
import { createHash, randomBytes } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import { listAccounts } from "../domains/payments/accounts/accounts.ts";
import { matchPayments } from "../domains/payments/matching/matching.ts";
import { referenceOfWithdrawal } from "../domains/payments/matching/reference-formats.ts";
import { handleRequest } from "../domains/payments/requests/decisions.ts";
import { requestTransaction } from "../domains/payments/requests/requests.ts";
import { boundToNew, calculateTerms } from "../domains/payments/withdrawals/terms.ts";
import { listCash } from "../domains/payments/withdrawals/withdrawals.ts";
import { bookEntries } from "../domains/portfolios/ledger/writer.ts";
import { saveSetting } from "../domains/settings/settings.ts";
import type { Context } from "../kernel/context.ts";
import { toDay } from "./calendar.ts";
import { ibanOf } from "./identifiers.ts";
import type { Seed } from "./seed.ts";

const dayMs = 86_400_000;
const beneficiary = "Portico Invest AD";

/** Where clients' money in euro lies together. */
export const pooledAccount = { iban: ibanOf("BG", "UNCR70001500000017"), bic: "UNCRBGSF" };

const instructions = () => ({
  accounts: [
    {
      currency: "EUR",
      beneficiary,
      ...pooledAccount,
      bank: "UniCredit Bulbank AD",
      address: "7 Sveta Nedelya Square, 1000 Sofia, Bulgaria",
      nip: "",
    },
    {
      currency: "PLN",
      beneficiary,
      iban: ibanOf("PL", "109010140000071219810001"),
      bic: "WBKPPLPP",
      bank: "Santander Bank Polska S.A.",
      address: "7 Sveta Nedelya Square, 1000 Sofia, Bulgaria",
      nip: "5260250274",
    },
  ],
});

/** The person's context just after they confirmed a code. */
async function confirmed(seed: Seed, who: string, boundTo: string): Promise<Context> {
  const { rows } = await sql<{ id: number }>`
    insert into session (user_id, token_hash, expires_at, ended_at, fresh_until, fresh_factor, fresh_for)
    values (${seed.userId(who)}, ${randomBytes(32)}, now(), now(), now() + interval '5 minutes', 'mail', ${boundTo})
    returning id`.execute(seed.context.trueTrx);
  return seed.context.as(seed.userId(who), rows[0]?.id ?? 0);
}

/** A tenth of the holder's cash in euro, to their account. Returns the request's id. */
async function withdraw(seed: Seed, who: string, holder: Holder): Promise<{ id: number; sum: string } | undefined> {
  const { db } = await seed.as(who);
  const cash = (await listCash(db, holder)).find(({ currency }) => currency === "EUR");
  const account = (await listAccounts(db, holder)).find(
    ({ currency, state, usable_from }) =>
      currency === "EUR" && state === "confirmed" && usable_from <= seed.context.now(),
  );
  const sum = new Decimal(cash?.amount ?? 0).div(10).floor();
  if (!account || sum.lt(1)) return undefined;
  const transactionInfo = { sum: sum.toFixed(2), currency: "EUR", accountId: account.id };
  const bound = boundToNew(holder, await calculateTerms(db, account, transactionInfo));
  const { id } = await requestTransaction(await confirmed(seed, who, bound), holder, {
    type: "withdrawal",
    userMsg: "",
    transactionInfo,
  });
  return { id, sum: transactionInfo.sum };
}

/** Runs once the ledgers are booked, because withdrawals need cash. */
export async function seedPayments(seed: Seed, today: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(today.getTime() - days * dayMs);
  seed.context.turnTo(daysAgo(20));
  await saveSetting(await seed.as("admin"), "depositInstructions", instructions());

  const james = seed.user("james");
  seed.context.turnTo(daysAgo(6));
  const paid = await withdraw(seed, "james", james);
  if (paid) {
    await handleRequest(await seed.as("office"), paid.id, {
      state: "paying",
      staffMessage: "",
      otherPayments: [],
      reason: "",
    });
    const day = toDay(daysAgo(1));
    const description = `SEPA CREDIT TRANSFER ${referenceOfWithdrawal(paid.id)}`;
    await bookEntries(seed.context.trueTrx, james, [
      {
        kind: "withdrawal",
        day,
        currency: "EUR",
        amount: `-${paid.sum}`,
        description,
        externalId: `demo-payment-${paid.id}`,
        fingerprint: createHash("sha256").update(description).digest("hex"),
      },
    ]);
    seed.context.turnTo(today);
    await matchPayments(seed.context.asPortal("payments"), james);
  }
  seed.context.turnTo(daysAgo(1));
  await withdraw(seed, "james", james);
  await requestTransaction(await seed.as("james"), james, {
    type: "deposit",
    userMsg: "",
    transactionInfo: { sum: "1000.00", currency: "EUR" },
  });
  seed.context.turnTo(today);
}
