/** Lists written at once, and payments asked for at once: the law of the list. */
import type { AccountBody } from "@portico/api/payments/accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction, type Trx } from "../../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf } from "../../../testing/effects.ts";
import { companyOf } from "../../contracts/testing/contracts.ts";
import { account, bulgarian, endWaiting } from "../testing/accounts.ts";
import { lockPayableAccount } from "./accounts.ts";
import { toAccountInput } from "./changes.ts";
import { boundToList } from "./codes.ts";

let app: TestApp;
let people: TestUser[];
let elsewhere: Awaited<ReturnType<TestApp["another"]>>;
beforeAll(async () => {
  app = await createTestApp();
  people = await Promise.all(Array.from({ length: 6 }, () => app.as("client")));
  elsewhere = await app.another();
});
afterAll(async () => {
  await elsewhere.close();
  await app.close();
});

/** A code for this list that the person has just confirmed. */
const confirm = (writer: number, holder: Holder, accounts: AccountBody[]) =>
  sql`update session set fresh_until = now() + interval '5 minutes', fresh_factor = 'mail',
      fresh_for = ${boundToList(holder, accounts.map(toAccountInput))}
    where user_id = ${people[writer]?.id}`.execute(app.database.db);

/** Half of the writers are served by another process. */
const clientOf = (writer: number) => {
  const { client, token } = people[writer] as TestUser;
  return writer % 2 === 0 ? client : elsewhere.withToken(token);
};
const save = (writer: number, holder: Holder, accounts: AccountBody[], version?: number) =>
  clientOf(writer).payments.saveAccounts({
    params: holder,
    body: { accounts, ...(version !== undefined && { version }) },
  });

const wanted = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 4 });
const listOf = (numbers: readonly number[]) =>
  numbers.map((number, place) =>
    account("Held Ltd", bulgarian(number), { name: `No ${number}`, isDefault: place === 0 }),
  );

test("whatever is written at once, the list is one that a writer sent, and each version one writer's", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(wanted, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (rounds, isVersioned) => {
        const holder = await companyOf(app, people);
        for (const round of rounds) {
          for (const [writer, numbers] of round.entries()) await confirm(writer, holder, listOf(numbers));
          const before = await people[0]?.client.payments.listAccounts({ params: holder });
          const ended = await Promise.all(
            round.map((numbers, writer) =>
              codeOf(save(writer, holder, listOf(numbers), isVersioned ? before?.version : undefined)),
            ),
          );
          const after = await people[0]?.client.payments.listAccounts({ params: holder });
          const sent = round.filter((_, writer) => ended[writer] === "done").map((numbers) => listOf(numbers));
          const found = after?.accounts.map(({ iban, name, isDefault }) => ({ iban, name, isDefault }));
          expect(
            [...sent, before?.accounts ?? []].map((list) =>
              list.map(({ iban, name, isDefault }) => ({ iban, name, isDefault })),
            ),
          ).toContainEqual(found);
          expect(ended.filter((code) => code !== "done" && code !== "stateConflict")).toEqual([]);
          // Without a version nothing that is there is overwritten.
          if (!isVersioned)
            expect(found).toEqual(
              expect.arrayContaining((before?.accounts ?? []).map(({ iban }) => expect.objectContaining({ iban }))),
            );
          // Made from one version, at most one change is written.
          else expect((after?.version ?? 0) - (before?.version ?? 0)).toBeLessThanOrEqual(1);
        }
      },
    ),
    { numRuns: 12 },
  );
}, 60_000);

/** A withdrawal to the account, as it is asked for. */
async function reserve(trx: Trx, { holderType, holderId }: Holder, accountId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into transaction_request (holder_type, holder_id, type, transaction_info, created_by)
    values (${holderType}, ${holderId}, 'withdrawal', ${JSON.stringify({ accountId })}::jsonb, ${people[0]?.id})
    returning id`.execute(trx);
  await sql`
    insert into cash_reservation (request_id, holder_type, holder_id, currency, amount, account_id, account, expires_at)
    values (${rows[0]?.id}, ${holderType}, ${holderId}, 'EUR', 1, ${accountId}, '{}', now() + interval '1 day')`.execute(
    trx,
  );
}

test("an account is either paid to or removed, never both, whoever is first", async () => {
  for (let round = 0; round < 8; round += 1) {
    const holder = await companyOf(app, people);
    await confirm(0, holder, listOf([1]));
    const { accounts, version } = await save(0, holder, listOf([1]));
    const id = accounts[0]?.id ?? 0;
    await sql`update bank_account set state = 'confirmed' where id = ${id}`.execute(app.database.db);
    await endWaiting(app, holder);
    await confirm(1, holder, []);
    const ask = inTransaction(app.database.db, async (trx) => {
      await lockPayableAccount(trx, holder, id);
      await reserve(trx, holder, id);
    }).then(
      () => true,
      () => false,
    );
    const [isAsked, removed] = await Promise.all([ask, codeOf(save(1, holder, [], version))]);
    expect([isAsked, removed]).toEqual(isAsked ? [true, "inUse"] : [false, "done"]);
  }
});
