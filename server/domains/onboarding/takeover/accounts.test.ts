/** The bank account that an approved form names: added with the approval, and taken over from earlier ones. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { failAtCommit } from "../../../testing/commit.ts";
import { auditOf, subjectOf } from "../../../testing/effects.ts";
import { arrangeSubmission } from "../../forms/testing/submissions.ts";
import { account, bulgarian, own, writing } from "../../payments/testing/accounts.ts";
import { ask, stateOf } from "../testing/holders.ts";
import { takeOverAccounts } from "./accounts.ts";

let app: TestApp;
let office: TestUser;
let write: ReturnType<typeof writing>;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  write = writing(app);
});
afterAll(() => app.close());

const bank = (iban: string, more: object = {}) => ({
  bank: { accountHolder: "Ivan Petrov", iban, bic: "BNBGBGSD", accountCurrency: "EUR", ...more },
});
const client = () => app.as("client", { state: "preKYC", name: "Ivan Petrov" });
const submit = (holder: Holder, by: TestUser, formData: Record<string, object>) =>
  arrangeSubmission(app, holder, { by: by.id, formData: { identity: { firstName: "Ivan" }, ...formData } });
const accountsOf = async (user: TestUser) => (await write.list(user, own(user))).accounts;

/** As before the portal kept accounts. */
const forget = (user: TestUser) =>
  app.database.db.transaction().execute(async (trx) => {
    await sql`delete from bank_account where holder_type = 'user' and holder_id = ${user.id}`.execute(trx);
    await sql`delete from bank_account_list where holder_type = 'user' and holder_id = ${user.id}`.execute(trx);
  });

async function approved(formData: Record<string, object>): Promise<TestUser> {
  const user = await client();
  await submit(own(user), user, formData);
  await ask(office, own(user), { newState: "postKYC" });
  return user;
}

test("the approval adds the form's account, confirmed and the default; its waiting time began with the submission", async () => {
  const user = await approved(bank("bg80 bnbg 9661 1020 3456 78"));
  const [added] = await accountsOf(user);
  expect(added).toMatchObject({
    iban: "BG80BNBG96611020345678",
    bic: "BNBGBGSD",
    currency: "EUR",
    owner: "Ivan Petrov",
    state: "confirmed",
    isDefault: true,
    fromForm: true,
  });
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from usable_from - submitted_at)::float8 / 3600 as hours
    from bank_account join form_revision on form_revision.id = form_revision_id
    where bank_account.holder_id = ${user.id}`.execute(app.database.db);
  expect(rows).toEqual([{ hours: 24 }]);
  expect(await auditOf(app, subjectOf(own(user)), "bankAccount.added")).toMatchObject([
    { after: { account: added?.id, state: "confirmed" } },
  ]);
});

test("an approval that fails leaves no account", async () => {
  const user = await client();
  await submit(own(user), user, bank(bulgarian(50)));
  await failAtCommit(app, "bank_account", `new.holder_id = ${user.id}`);
  await expect(ask(office, own(user), { newState: "postKYC" })).rejects.toMatchObject({ code: "generic" });
  expect(await stateOf(app, own(user))).toBe("pendingKYC");
  expect(await accountsOf(user)).toEqual([]);
});

test("a renewal with the same account adds nothing; another one is added, and one that was removed does not come back", async () => {
  const user = await approved(bank(bulgarian(51)));
  const renew = async (iban: string) => {
    await ask(user, own(user), { newState: "pendingReKYC" });
    await app.database.db.deleteFrom("form_draft").where("holder_id", "=", user.id).execute();
    await submit(own(user), user, bank(iban));
    await sql`update app_user set state = 'pendingReKYC' where id = ${user.id}`.execute(app.database.db);
    await ask(office, own(user), { newState: "postKYC" });
    return (await accountsOf(user)).map(({ iban, isDefault }) => [iban, isDefault]);
  };
  expect(await renew(bulgarian(51))).toEqual([[bulgarian(51), true]]);
  expect(await renew(bulgarian(52))).toEqual([
    [bulgarian(51), true],
    [bulgarian(52), false],
  ]);
  await write.save(user, own(user), [account("Ivan Petrov", bulgarian(52), { bic: "BNBGBGSD" })]);
  expect(await renew(bulgarian(51))).toEqual([[bulgarian(52), false]]);
});

test("accounts of forms approved earlier are taken over once, by two processes at once, and levs are euros now", async () => {
  const before = await Promise.all([
    approved(bank(bulgarian(53), { accountCurrency: "BGN" })),
    approved(bank(bulgarian(54))),
    approved({}),
  ]);
  const removed = before[1] as TestUser;
  for (const user of before) await forget(user);
  await submit(own(before[0] as TestUser), before[0] as TestUser, bank(bulgarian(55)));
  const another = await app.another();
  await Promise.all([takeOverAccounts(app.services), takeOverAccounts(another.services)]);
  await another.close();
  const lists = await Promise.all(
    before.map(async (user) => (await accountsOf(user)).map(({ iban, currency, state }) => [iban, currency, state])),
  );
  // The newest approved form counts, not one that waits.
  expect(lists).toEqual([[[bulgarian(53), "EUR", "confirmed"]], [[bulgarian(54), "EUR", "confirmed"]], []]);
  await write.save(removed, own(removed), []);
  expect(await takeOverAccounts(app.services)).toBe(0);
  expect(await accountsOf(removed)).toEqual([]);
});
