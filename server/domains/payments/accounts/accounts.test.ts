/** A holder's list of bank accounts: what may stand on it, who writes it, and whom a change is told to. */

import type { ApiError } from "@portico/api/errors.ts";
import type { AccountBody, BankAccount } from "@portico/api/payments/accounts.ts";
import { mostAccounts } from "@portico/api/rules/bank-accounts.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, listen, subjectOf } from "../../../testing/effects.ts";
import { companyOf } from "../../contracts/testing/contracts.ts";
import { account, american, bulgarian, endWaiting, ibanOf, own, writing } from "../testing/accounts.ts";

let app: TestApp;
let office: TestUser;
let write: ReturnType<typeof writing>;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  write = writing(app);
});
afterAll(() => app.close());

const client = (name = "Ivan Petrov") => app.as("client", { name });
const faultsOf = (call: Promise<unknown>) =>
  call.then(
    () => [],
    ({ code, errors }: ApiError) => (code === "badInput" ? errors.map((one) => `${one.path} ${one.code}`) : [code]),
  );
const again = ({
  id,
  name,
  iban,
  number,
  bic,
  bank,
  country,
  currency,
  owner,
  isDefault,
}: BankAccount): AccountBody => ({
  id,
  name,
  iban,
  number,
  bic,
  bank,
  country,
  currency,
  owner,
  isDefault,
});

describe("writing the list", () => {
  test("adds accounts as new, with their waiting time, typed in any alphabet, case and grouping", async () => {
    const user = await client("Иван Георгиев Петров");
    const before = Date.now();
    const { accounts, version } = await write.save(user, own(user), [
      account(
        "PETROV, Ivan",
        bulgarian(1)
          .toLowerCase()
          .replace(/(.{4})/g, "$1 "),
        { name: " Daily ", isDefault: true },
      ),
      american("Иван Петров"),
    ]);
    expect(accounts).toMatchObject([
      {
        name: "Daily",
        iban: bulgarian(1),
        number: null,
        currency: "EUR",
        state: "new",
        isDefault: true,
        isWaiting: true,
      },
      { iban: null, number: "000123456789", bic: "CHASUS33", country: "US", currency: "USD", isDefault: false },
    ]);
    expect(accounts.map(({ nameCheck, created_by, fromForm }) => [nameCheck, created_by, fromForm])).toEqual([
      [null, null, false],
      [null, null, false],
    ]);
    const waits = new Date(accounts[0]?.usable_from ?? 0).getTime() - before;
    expect(waits).toBeGreaterThanOrEqual(24 * 3_600_000);
    expect(waits).toBeLessThan(24 * 3_600_000 + 60_000);
    expect(await write.list(user, own(user))).toMatchObject({
      version,
      accounts: [{ iban: bulgarian(1) }, { bank: "JPMorgan Chase" }],
    });
  });

  test("needs the holder's fresh code; a refused list leaves the code, and an equal one needs none", async () => {
    const user = await client();
    const save = (accounts: AccountBody[]) =>
      user.client.payments.saveAccounts({ params: own(user), body: { accounts } });
    const good = account("Ivan Petrov", bulgarian(2));
    expect(await codeOf(save([good]))).toBe("freshCodeNeeded");
    await write.confirm(user, own(user), [good]);
    expect(await faultsOf(save([account("Maria Petrova", bulgarian(2))]))).toEqual(["accounts.0.owner notYours"]);
    const { accounts } = await save([good]);
    expect(await codeOf(save(accounts.map(again)))).toBe("done");
    expect(await codeOf(save([good, american("Ivan Petrov")])), "it works once").toBe("freshCodeNeeded");
  });

  test("takes a code for the list that it was mailed for alone, and the mail names the account's last digits", async () => {
    const user = await client();
    const [good, other] = [account("Ivan Petrov", bulgarian(6)), account("Ivan Petrov", bulgarian(7))];
    const save = (accounts: AccountBody[]) =>
      user.client.payments.saveAccounts({ params: own(user), body: { accounts } });
    // No text of the caller's reaches the mail.
    const before = write.mails.length;
    const typed = { ...good, currency: "call +359 2 123" };
    const request = user.client.payments.requestAccountsCode({ params: own(user), body: { accounts: [typed] } });
    expect(await faultsOf(request)).toEqual(["accounts.0.currency unknown"]);
    expect(write.mails).toHaveLength(before);
    await write.confirm(user, own(user), [good]);
    const mail = write.mails.findLast(({ template }) => template === "code");
    expect(mail?.params).toMatchObject({ step: "accounts", about: `+ …${bulgarian(6).slice(-4)} EUR` });
    expect(await codeOf(save([other]))).toBe("freshCodeNeeded");
    expect(await codeOf(save([good, other]))).toBe("freshCodeNeeded");
    expect(await codeOf(save([good]))).toBe("done");
  });

  test("keeps the ids of accounts that are the same, and gives another number another id", async () => {
    const user = await client();
    const holder = own(user);
    const first = await write.save(user, holder, [
      account("Ivan Petrov", bulgarian(3)),
      account("Ivan Petrov", bulgarian(4)),
    ]);
    await endWaiting(app, holder);
    await sql`update bank_account set state = 'confirmed' where holder_id = ${user.id}`.execute(app.database.db);
    const [one, two] = first.accounts as [BankAccount, BankAccount];
    const second = await write.save(
      user,
      holder,
      [
        { ...again(two), name: "Savings", isDefault: true },
        { ...again(one), iban: bulgarian(5) },
      ],
      first.version,
    );
    expect(second.accounts).toMatchObject([
      { id: two.id, name: "Savings", state: "confirmed", isDefault: true, isWaiting: false },
      { iban: bulgarian(5), state: "new", isWaiting: true },
    ]);
    expect(second.accounts[1]?.id).not.toBe(one.id);
    // The owner's name is another: the account is new again.
    const third = await write.save(user, holder, [{ ...again(two), owner: "Ivan G. Petrov" }], second.version);
    expect(third.accounts).toMatchObject([{ id: two.id, state: "new", isWaiting: true, owner: "Ivan G. Petrov" }]);
  });

  test("a list is written back as it was read, and without its version nothing is overwritten", async () => {
    const user = await client();
    const holder = own(user);
    const read = await write.save(user, holder, [
      account("Ivan Petrov", bulgarian(11)),
      account("Ivan Petrov", bulgarian(12)),
    ]);
    // Whatever the portal keeps of an account comes back with it, and says nothing.
    const same = await write.save(user, holder, read.accounts, read.version);
    expect(same).toMatchObject({ version: read.version, accounts: read.accounts });
    const forged = read.accounts.map((one) => ({ ...one, state: "confirmed", isWaiting: false }) as const);
    expect((await write.save(user, holder, forged, read.version)).accounts).toEqual(read.accounts);
    expect(await codeOf(write.save(user, holder, read.accounts.slice(0, 1), null))).toBe("stateConflict");
    expect((await write.list(user, holder)).accounts).toHaveLength(2);
    const more = [...read.accounts, account("Ivan Petrov", bulgarian(13), { isDefault: false })];
    expect((await write.save(user, holder, more, null)).accounts).toHaveLength(3);
  });

  test("a list made from an older one, or with an account that was just removed, is refused and changes nothing", async () => {
    const user = await client();
    const holder = own(user);
    const { accounts, version } = await write.save(user, holder, [
      account("Ivan Petrov", bulgarian(6)),
      account("Ivan Petrov", bulgarian(7)),
    ]);
    await write.save(user, holder, accounts.slice(0, 1).map(again), version);
    expect(await codeOf(write.save(user, holder, [account("Ivan Petrov", bulgarian(8))], version))).toBe(
      "stateConflict",
    );
    expect(await codeOf(write.save(user, holder, accounts.map(again)))).toBe("stateConflict");
    expect((await write.list(user, holder)).accounts.map(({ iban }) => iban)).toEqual([bulgarian(6)]);
  });

  test("an account that an open request pays to cannot vanish or change; its label can", async () => {
    const user = await client();
    const holder = own(user);
    const { accounts } = await write.save(user, holder, [account("Ivan Petrov", bulgarian(9))]);
    const [one] = accounts as [BankAccount];
    await sql`
      with asked as (
        insert into transaction_request (holder_type, holder_id, type, transaction_info, created_by)
        values ('user', ${user.id}, 'withdrawal', '{}', ${user.id}) returning id
      )
      insert into cash_reservation (request_id, holder_type, holder_id, currency, amount, account_id, account, expires_at)
      select id, 'user', ${user.id}, 'EUR', 5, ${one.id}, '{}', now() + interval '1 day' from asked`.execute(
      app.database.db,
    );
    expect(await codeOf(write.save(user, holder, []))).toBe("inUse");
    expect(await codeOf(write.save(user, holder, [{ ...again(one), owner: "Petrov Ivan" }]))).toBe("inUse");
    expect((await write.save(user, holder, [{ ...again(one), name: "Main" }])).accounts).toMatchObject([
      { id: one.id, name: "Main", isInUse: true },
    ]);
    await sql`update cash_reservation set state = 'posted' where holder_id = ${user.id}`.execute(app.database.db);
    expect((await write.save(user, holder, [])).accounts).toEqual([]);
  });
});

describe("what is refused, at its field", () => {
  const wrongDigit = bulgarian(20).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  test.each<[string, AccountBody[], string[]]>([
    ["a wrong check digit", [account("Ivan Petrov", wrongDigit)], ["accounts.0.iban badChecksum"]],
    [
      "an IBAN of a country that has none",
      [account("Ivan Petrov", "US64SVBKUS6S3300958879")],
      ["accounts.0.iban unknownCountry"],
    ],
    ["an IBAN that is too short", [account("Ivan Petrov", bulgarian(20).slice(0, -1))], ["accounts.0.iban badLength"]],
    [
      "another person",
      [account("Ivan Petrov", bulgarian(20)), account("Maria Ivanova", bulgarian(21))],
      ["accounts.1.owner notYours"],
    ],
    ["the lev", [account("Ivan Petrov", bulgarian(20), { currency: "BGN" })], ["accounts.0.currency levEnded"]],
    [
      "a currency that nobody has",
      [account("Ivan Petrov", bulgarian(20), { currency: "QQQ" })],
      ["accounts.0.currency unknown"],
    ],
    [
      "a BIC with a digit in the bank's code",
      [account("Ivan Petrov", bulgarian(20), { bic: "B1BGBGSD" })],
      ["accounts.0.bic badFormat"],
    ],
    [
      "the same account twice",
      [account("Ivan Petrov", bulgarian(20)), account("Ivan Petrov", bulgarian(20))],
      ["accounts.1.iban twice"],
    ],
    [
      "two defaults of a currency",
      [
        account("Ivan Petrov", bulgarian(20), { isDefault: true }),
        account("Ivan Petrov", bulgarian(21), { isDefault: true }),
      ],
      ["accounts.1.isDefault twice"],
    ],
    ["nothing", [{}], ["accounts.0.iban required", "accounts.0.currency required", "accounts.0.owner required"]],
    [
      "a number where there are IBANs",
      [{ ...american("Ivan Petrov"), country: "DE", bic: "DEUTDEFF" }],
      ["accounts.0.iban ibanNeeded"],
    ],
    [
      "a bank elsewhere than its country",
      [{ ...american("Ivan Petrov"), bic: "DEUTDEFF" }],
      ["accounts.0.bic otherCountry"],
    ],
    [
      "a number without its bank",
      [{ ...american("Ivan Petrov"), bank: "", bic: null }],
      ["accounts.0.bank required", "accounts.0.bic required"],
    ],
    [
      "a number beside an IBAN",
      [account("Ivan Petrov", bulgarian(20), { number: "1234" })],
      ["accounts.0.number notAllowed"],
    ],
    [
      "too many",
      Array.from({ length: mostAccounts + 1 }, (_, place) => account("Ivan Petrov", bulgarian(100 + place))),
      ["accounts tooBig"],
    ],
  ])("%s", async (_, accounts, faults) => {
    const user = await client();
    expect(await faultsOf(user.client.payments.saveAccounts({ params: own(user), body: { accounts } }))).toEqual(
      faults,
    );
    expect((await write.list(user, own(user))).accounts).toEqual([]);
  });

  test("one IBAN in two currencies is two accounts", async () => {
    const user = await client();
    const iban = ibanOf("LT", "3250012345678901".slice(0, 16));
    const { accounts } = await write.save(user, own(user), [
      account("Ivan Petrov", iban, { isDefault: true }),
      account("Ivan Petrov", iban, { currency: "USD", isDefault: true }),
    ]);
    expect(accounts.map(({ currency }) => currency)).toEqual(["EUR", "USD"]);
  });
});

describe("who is told", () => {
  test("everyone who can act for a company, by notification and mail, of each account; and who confirms it", async () => {
    const [anna, boris] = [await client("Anna"), await client("Boris")];
    const holder = await companyOf(app, [anna, boris]);
    const heard = listen(app);
    write.mails.length = 0;
    const { accounts } = await write.save(anna, holder, [account("HELD Ltd.", bulgarian(30))]);
    heard.stop();
    await write.save(boris, holder, []);
    const news = write.mails.flatMap((mail) =>
      mail.template === "news" ? [[mail.params.type, mail.params.document, mail.to]] : [],
    );
    const shown = `…${bulgarian(30).slice(-4)} EUR`;
    const emails = (
      await sql<{
        email: string;
      }>`select email from app_user where id = any(${[anna.id, boris.id]}) order by id`.execute(app.database.db)
    ).rows.map(({ email }) => email);
    expect(news).toEqual([
      ...emails.map((email) => ["account_added", shown, email]),
      ...emails.map((email) => ["account_removed", shown, email]),
    ]);
    expect(
      (await boris.client.notifications.listOfCompanies({ params: { userId: boris.id } })).map(({ type }) => type),
    ).toEqual(["account_removed", "account_added"]);
    expect((await office.client.notifications.listOfUser({ params: { id: office.id } }))[0]).toMatchObject({
      type: "client_account",
      params: { name: "Held Ltd", account: shown, profile: "company" },
    });
    expect(heard.all.map(({ name }) => name)).toContain("accounts:changed");
    expect(await auditOf(app, subjectOf(holder))).toMatchObject([
      { action: "bankAccount.added", after: { account: accounts[0]?.id, number: bulgarian(30), state: "new" } },
      { action: "bankAccount.removed", before: { number: bulgarian(30) } },
    ]);
  });
});

describe("the waiting time", () => {
  const hoursOf = ({ usable_from }: BankAccount) =>
    Math.round((new Date(usable_from).getTime() - Date.now()) / 3_600_000);
  const resetAgo = (user: TestUser, hours: number) =>
    sql`update app_user set password_reset_at = now() - make_interval(hours => ${hours}) where id = ${user.id}`.execute(
      app.database.db,
    );

  test("is longer after a reset of the password, and by the firm's setting", async () => {
    const user = await client();
    await resetAgo(user, 30);
    const { accounts } = await write.save(user, own(user), [account("Ivan Petrov", bulgarian(40))]);
    expect(accounts.map(hoursOf)).toEqual([72]);
    const admin = await app.as("admin");
    const rules = (data: object) =>
      admin.client.settings.save({ params: { name: "bankAccountRules" }, body: { data } });
    expect(await faultsOf(rules({ waitHours: 48, waitHoursAfterReset: 24 }))).toEqual([
      "data.waitHoursAfterReset tooSmall",
    ]);
    await rules({ waitHours: 2, waitHoursAfterReset: 5 });
    const other = await client();
    expect(
      (await write.save(other, own(other), [account("Ivan Petrov", bulgarian(41))])).accounts.map(hoursOf),
    ).toEqual([2]);
    await rules({ waitHours: 24, waitHoursAfterReset: 72 });
  });

  test("in the day after a reset, the mailbox alone writes no list, and staff need a factor too", async () => {
    const user = await client();
    await resetAgo(user, 1);
    expect(await codeOf(write.save(user, own(user), [account("Ivan Petrov", bulgarian(42))]))).toBe("coolingOff");
    const colleague = await app.as("office");
    await resetAgo(colleague, 1);
    const saving = colleague.client.payments.saveAccounts({
      params: own(user),
      body: { accounts: [account("Ivan Petrov", bulgarian(42))] },
    });
    expect(await codeOf(saving)).toBe("coolingOff");
    expect((await write.list(user, own(user))).accounts).toEqual([]);
  });
});
