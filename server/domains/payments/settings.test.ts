/** Currencies that ended, amounts without cents, whose accounts they are, and texts with hidden characters: refused everywhere. */
import type { ApiError } from "@portico/api/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { definitionContent } from "../funds/testing/arranged.ts";
import { confirmCode, payer } from "./testing/payments.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  office = await app.as("office");
});
afterAll(() => app.close());

const faultsOf = (call: Promise<unknown>): Promise<string[]> =>
  call.then(
    () => [],
    (error: unknown) => (error as ApiError).errors.map(({ path, code }) => `${path} ${code}`),
  );
const save = (name: "feeTable" | "depositInstructions" | "treasury" | "portalRules", data: object) =>
  faultsOf(admin.client.settings.save({ params: { name }, body: { data } }));
const empty = { bg: "", en: "", pl: "" };
const row = {
  id: "withdrawal",
  name: { bg: "Теглене", en: "Withdrawal", pl: "Wypłata" },
  kind: "amount",
  value: "5.00",
  currency: "EUR",
  minimum: null,
  unit: "withdrawal",
  vatAdded: false,
  note: empty,
};
const account = {
  currency: "EUR",
  beneficiary: "Portico Invest AD",
  iban: "BG80BNBG96611020345678",
  bic: "BNBGBGSD",
  bank: "Bulgarian National Bank",
  address: "Sofia",
  nip: "",
};

describe("a currency that is no longer in use", () => {
  test("is refused in fees, instructions, interest, definitions and the firm's own", async () => {
    expect(await save("feeTable", { fees: [{ ...row, currency: "BGN" }] })).toEqual(["data.fees.0.currency unknown"]);
    expect(await save("depositInstructions", { accounts: [{ ...account, currency: "BGN" }] })).toEqual([
      "data.accounts.0.currency unknown",
    ]);
    const treasury = { asOf: "2026-01-02", banks: [], interest: [{ currency: "HRK", rate: "1", note: empty }] };
    expect(await save("treasury", treasury)).toEqual(["data.interest.0.currency unknown"]);
    const { data } = await admin.client.settings.get({ params: { name: "portalRules" } });
    expect(await save("portalRules", { ...(data as object), baseCurrency: "BGN" })).toEqual([
      "data.baseCurrency unknown",
    ]);
    const content = definitionContent({ currency: "BGN" });
    expect(await faultsOf(admin.client.funds.createDefinition({ body: { content } }))).toEqual([
      "content.currency unknown",
    ]);
  });

  test("keeps a draft of earlier days from being published", async () => {
    const { id } = await admin.client.funds.createDefinition({ body: { content: definitionContent() } });
    await sql`
      update content_version set data = jsonb_set(data, '{currency}', '"BGN"')
      where kind = 'definition' and subject = ${String(id)}`.execute(app.database.db);
    const publish = admin.client.funds.publishDefinition({ params: { id }, body: { version: 1, edit: 1 } });
    expect(await faultsOf(publish)).toContain("content.currency unknown");
  });
});

describe("amounts of a currency without cents", () => {
  test("have none in fees, definitions, requests, and before a code is mailed", async () => {
    const yen = { ...row, currency: "JPY" };
    expect(await save("feeTable", { fees: [{ ...yen, value: "500.50" }] })).toEqual(["data.fees.0.value badFormat"]);
    expect(await save("feeTable", { fees: [{ ...yen, kind: "percent", value: "0.15", minimum: "10.5" }] })).toEqual([
      "data.fees.0.minimum badFormat",
    ]);
    expect(await save("feeTable", { fees: [{ ...yen, value: "500.00" }] })).toEqual([]);
    const content = definitionContent({ currency: "JPY", minimum: "1000.5" });
    expect(await faultsOf(admin.client.funds.createDefinition({ body: { content } }))).toEqual([
      "content.minimum badFormat",
    ]);
    const user = await payer(app, "100");
    const code = (sum: string, currency = "EUR") =>
      faultsOf(
        user.client.payments.requestWithdrawalCode({
          params: user.holder,
          body: { sum, currency, accountId: user.account },
        }),
      );
    for (const [sum, fault] of [
      ["10.001", "sum badFormat"],
      ["0", "sum tooSmall"],
      ["-5", "sum tooSmall"],
    ] as const)
      expect(await code(sum), sum).toEqual([fault]);
    expect(await code("10.5", "JPY")).toEqual(["sum badFormat"]);
    const deposit = user.client.payments.requestTransaction({
      params: user.holder,
      body: { type: "deposit", transactionInfo: { sum: "10.5", currency: "JPY" } },
    });
    expect(await faultsOf(deposit)).toEqual(["transactionInfo.sum badFormat"]);
  });
});

describe("accounts", () => {
  const listed = (more: object) => ({
    name: "Main",
    iban: "DE89370400440532013000",
    number: "",
    bic: "COBADEFF",
    bank: "",
    country: "",
    currency: "EUR",
    owner: "Ivan Petrov",
    isDefault: true,
    ...more,
  });
  const write = async (who: TestUser, more: object) => {
    await confirmCode(app, who, null);
    return faultsOf(
      who.client.payments.saveAccounts({
        params: { holderType: "user", holderId: who.id },
        body: { accounts: [listed(more)] },
      }),
    );
  };

  test("the firm's own are nobody's, and a client's are none of the firm's", async () => {
    const client = await app.as("client", { name: "Ivan Petrov" });
    expect(await save("depositInstructions", { accounts: [account] })).toEqual([]);
    expect(await write(client, { iban: account.iban, bic: account.bic })).toEqual(["accounts.0.iban firmsAccount"]);
    await sql`
      insert into bank_account_list (holder_type, holder_id) values ('user', ${client.id}) on conflict do nothing`.execute(
      app.database.db,
    );
    await sql`
      insert into bank_account (holder_type, holder_id, place, iban, currency, owner, state, usable_from, created_by, changed_by)
      values ('user', ${client.id}, 0, 'DE89370400440532013000', 'EUR', 'Ivan Petrov', 'new', now(), ${client.id}, ${client.id})`.execute(
      app.database.db,
    );
    const theirs = { ...account, iban: "DE89370400440532013000", bic: "COBADEFF" };
    expect(await save("depositInstructions", { accounts: [theirs] })).toEqual(["data.accounts.0.iban clientsAccount"]);
  });

  test("a BIC belongs to the country of its IBAN", async () => {
    const client = await app.as("client", { name: "Ivan Petrov" });
    expect(await write(client, { bic: "BNBGBGSD" })).toEqual(["accounts.0.bic otherCountry"]);
    expect(await save("depositInstructions", { accounts: [{ ...account, bic: "COBADEFF" }] })).toEqual([
      "data.accounts.0.bic otherCountry",
    ]);
  });

  test.each(["name", "owner"])("hidden characters are refused in the %s", async (field) => {
    const client = await app.as("client", { name: "Ivan Petrov" });
    const [fault = ""] = await write(client, { [field]: "Ivan\u200B Petrov" });
    expect(fault).toMatch(new RegExp(`^accounts\\.0\\.${field} hiddenCharacter$`));
  });
});

test("texts with hidden characters are refused in every call that another person reads; passwords are nobody's to read", async () => {
  const user = await payer(app, "100");
  const deposit = user.client.payments.requestTransaction({
    params: user.holder,
    body: { type: "deposit", userMsg: "Pay \u202E001", transactionInfo: { sum: "1", currency: "EUR" } },
  });
  expect(await faultsOf(deposit)).toEqual(["userMsg hiddenCharacter"]);
  const ticket = { title: "A\u200Bfee", content: "Why?" };
  expect(await faultsOf(user.client.tickets.create({ params: user.holder, body: ticket }))).toEqual([
    "title hiddenCharacter",
  ]);
  const emoji = { title: "Thanks 👨‍👩‍👧", content: "❤️\nline" };
  expect(await faultsOf(user.client.tickets.create({ params: user.holder, body: emoji }))).toEqual([]);
  expect(await save("depositInstructions", { accounts: [{ ...account, bank: "Bank\u2066" }] })).toEqual([
    "data.accounts.0.bank hiddenCharacter",
  ]);
  const password = office.client.sessions.changePassword({
    params: { id: office.id },
    body: { currentPassword: "wrong \u200B password", newPassword: "a new \u200B password of mine" },
  });
  expect(await faultsOf(password)).toEqual([]);
});
