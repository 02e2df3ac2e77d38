/** Cash, its movements with running balances, where to pay in, and rates of a day. */
import type { Movement } from "@portico/api/payments/cash.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { arrangeHolder } from "../../onboarding/testing/holders.ts";
import { extendCheckpoints } from "../../portfolios/ledger/checkpoints.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { buy, deposit, entry, makeInstruments, rate } from "../../portfolios/testing/firm.ts";
import { getActing } from "../signers/signers.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
let numbers = 0;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  admin = await app.as("admin");
});
afterAll(() => app.close());

const db = () => app.services.db;
async function client() {
  const user = await app.as("client", { clientNumber: `M-${++numbers}` });
  return { ...user, holder: { holderType: "user" as const, holderId: user.id } };
}
type Client = Awaited<ReturnType<typeof client>>;

/** All pages of the list. */
async function movementsOf({ client: calls, holder }: Client, query: object = {}, limit = 3): Promise<Movement[]> {
  const all: Movement[] = [];
  let cursor: string | undefined;
  do {
    const page = await calls.payments.listMovements({
      params: holder,
      query: { ...query, limit, ...(cursor && { cursor }) },
    });
    all.push(...page.movements);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return all;
}
const briefly = ({ day, kind, currency, amount, balance }: Movement) =>
  `${day} ${kind} ${amount} ${currency} → ${balance}`;

describe("movements", () => {
  test("carry the balance of their currency through every page; an exchange moves two", async () => {
    const user = await client();
    const { ACME } = await makeInstruments(db(), { ACME: "EUR" });
    await bookEntries(db(), user.holder, [
      deposit("2024-01-02", "1000"),
      buy("2024-01-03", ACME, "10", "-400.55"),
      entry({
        kind: "fx",
        day: "2024-01-04",
        amount: "-100",
        currency: "EUR",
        counter: { currency: "USD", amount: "108.40" },
      }),
      entry({ kind: "dividend", day: "2024-02-01", amount: "3.33", currency: "USD", instrumentId: ACME }),
      deposit("2024-02-02", "0.01"),
    ]);
    expect((await movementsOf(user, {}, 2)).map(briefly)).toEqual([
      "2024-02-02 deposit 0.01 EUR → 499.46",
      "2024-02-01 dividend 3.33 USD → 111.73",
      "2024-01-04 fx -100 EUR → 499.45",
      "2024-01-04 fx 108.4 USD → 108.4",
      "2024-01-03 buy -400.55 EUR → 599.45",
      "2024-01-02 deposit 1000 EUR → 1000",
    ]);
    expect((await movementsOf(user, { currency: "USD" }, 1)).map(briefly)).toEqual([
      "2024-02-01 dividend 3.33 USD → 111.73",
      "2024-01-04 fx 108.4 USD → 108.4",
    ]);
    expect((await movementsOf(user, { kind: "deposit" }, 1)).map(briefly)).toEqual([
      "2024-02-02 deposit 0.01 EUR → 499.46",
      "2024-01-02 deposit 1000 EUR → 1000",
    ]);
    expect((await movementsOf(user, { from: "2024-01-03", to: "2024-01-04" }, 1)).map(briefly)).toEqual([
      "2024-01-04 fx -100 EUR → 499.45",
      "2024-01-04 fx 108.4 USD → 108.4",
      "2024-01-03 buy -400.55 EUR → 599.45",
    ]);
    expect(await movementsOf(user, { currency: "CHF" })).toEqual([]);
  });

  test("leave out what was reversed, and its reversal", async () => {
    const user = await client();
    const wrong = deposit("2024-01-03", "5");
    await bookEntries(db(), user.holder, [deposit("2024-01-02", "10"), wrong, deposit("2024-01-04", "1")]);
    await bookEntries(db(), user.holder, [
      entry({
        kind: "reversal",
        day: "2024-01-05",
        amount: "-5",
        currency: "EUR",
        reversesExternalId: wrong.externalId,
      }),
    ]);
    expect((await movementsOf(user)).map(briefly)).toEqual([
      "2024-01-04 deposit 1 EUR → 11",
      "2024-01-02 deposit 10 EUR → 10",
    ]);
  });

  test("tell which kinds occur: those of entries that stand and move cash", async () => {
    const user = await client();
    const kinds = async () => (await user.client.payments.listMovementKinds({ params: user.holder })).kinds;
    expect(await kinds()).toEqual([]);
    await bookEntries(db(), user.holder, [deposit("2024-01-02", "10")]);
    expect(await kinds()).toEqual(["deposit"]);
  });

  test("stay right when entries are booked between two pages, before and after the cursor", async () => {
    const user = await client();
    await bookEntries(
      db(),
      user.holder,
      Array.from({ length: 6 }, (_, place) => deposit(`2024-01-0${place + 2}`, "10")),
    );
    const first = await user.client.payments.listMovements({ params: user.holder, query: { limit: 2 } });
    await bookEntries(db(), user.holder, [deposit("2024-03-01", "7"), deposit("2024-01-03", "1000")]);
    const second = await user.client.payments.listMovements({
      params: user.holder,
      query: { limit: 10, cursor: first.nextCursor ?? "" },
    });
    expect(second.movements.map(briefly)).toEqual([
      "2024-01-05 deposit 10 EUR → 1040",
      "2024-01-04 deposit 10 EUR → 1030",
      "2024-01-03 deposit 1000 EUR → 1020",
      "2024-01-03 deposit 10 EUR → 20",
      "2024-01-02 deposit 10 EUR → 10",
    ]);
  });

  test("up to an earlier day begin from a checkpoint, and agree with the whole list", async () => {
    const user = await client();
    const entries = Array.from({ length: 700 }, (_, place) =>
      deposit(new Date(Date.UTC(2022, 0, 1 + place)).toISOString().slice(0, 10), `${(place % 7) + 1}.0${place % 10}`),
    );
    await bookEntries(db(), user.holder, entries);
    const whole = await movementsOf(user, {}, 200);
    const to = "2023-01-20";
    const expected = whole.filter(({ day }) => day <= to).map(briefly);
    expect((await movementsOf(user, { to }, 150)).map(briefly)).toEqual(expected);
    while (
      await db()
        .transaction()
        .execute((trx) => extendCheckpoints(trx, user.holder))
    );
    expect((await movementsOf(user, { to }, 150)).map(briefly)).toEqual(expected);
  });

  test("of a range that ends before it starts, and by a cursor that was not made here, are refused", async () => {
    const user = await client();
    const list = (query: object) => codeOf(user.client.payments.listMovements({ params: user.holder, query }));
    expect(await list({ from: "2024-02-01", to: "2024-01-01" })).toBe("badInput");
    expect(await list({ cursor: "nonsense" })).toBe("badInput");
    const forged = Buffer.from(JSON.stringify(["movements", '2024-01-01 2024-01-01T00:00:00.000Z 1 {"EUR":7}', 1]));
    expect(await list({ cursor: forged.toString("base64url") })).toBe("badInput");
  });
});

describe("cash", () => {
  test("is valued by today's rates; a missing rate is named, and the total is then unknown", async () => {
    const user = await client();
    const today = new Date().toISOString().slice(0, 10);
    await rate(db(), "USD", today, "1.25");
    await bookEntries(db(), user.holder, [deposit("2024-01-02", "100"), deposit("2024-01-02", "50", "USD")]);
    const { cash, total } = await user.client.payments.getCash({ params: user.holder });
    expect(cash).toMatchObject([
      { currency: "EUR", value: "100", gaps: [] },
      { currency: "USD", amount: "50", value: "40", gaps: [] },
    ]);
    expect(total).toBe("140");
    await bookEntries(db(), user.holder, [deposit("2024-01-02", "1", "NOK")]);
    const after = await user.client.payments.getCash({ params: user.holder });
    expect(after.cash.find(({ currency }) => currency === "NOK")).toMatchObject({
      value: null,
      gaps: [{ code: "rateMissing", currency: "NOK" }],
    });
    expect(after.total).toBeNull();
  });

  test("needs a client number, and is nobody else's", async () => {
    const [stranger, user] = [await app.as("client"), await client()];
    expect(
      await codeOf(stranger.client.payments.getCash({ params: { holderType: "user", holderId: stranger.id } })),
    ).toBe("noClientNumber");
    expect(await codeOf(stranger.client.payments.getCash({ params: user.holder }))).toBe("notFound");
    expect((await office.client.payments.getCash({ params: user.holder })).can).toEqual({
      request: false,
      setSigners: false,
    });
  });
});

describe("where to pay in", () => {
  const account = {
    currency: "EUR",
    beneficiary: "Portico Invest AD",
    iban: "BG80 BNBG 9661 1020 3456 78",
    bic: "bnbgbgsd",
    bank: "Bulgarian National Bank",
    address: "1 Knyaz Aleksandar I Square, Sofia",
    nip: "",
  };
  const zloty = {
    ...account,
    currency: "PLN",
    iban: "PL61109010140000071219812874",
    bic: "WBKPPLPP",
    nip: "526-025-02-74",
  };
  const save = (accounts: object[]) =>
    admin.client.settings.save({ params: { name: "depositInstructions" }, body: { data: { accounts } } });
  const faultsOf = (accounts: object[]) =>
    save(accounts).then(
      () => [],
      ({ errors }: { errors: { path: string; code: string }[] }) => errors.map(({ path, code }) => `${path} ${code}`),
    );

  test("is set with right numbers, once per currency, and never in lev", async () => {
    expect(
      await faultsOf([
        { ...account, iban: "BG81BNBG96611020345678", bic: "BNBG", beneficiary: " ", nip: "1234567890" },
        { ...account, currency: "BGN" },
      ]),
    ).toEqual([
      "data.accounts.0.beneficiary required",
      "data.accounts.0.iban badChecksum",
      "data.accounts.0.bic badLength",
      "data.accounts.0.nip badChecksum",
      "data.accounts.1.currency unknown",
    ]);
    expect(await faultsOf([account, account])).toEqual(["data.accounts.1.currency twice"]);
    expect(await faultsOf([account, zloty])).toEqual([]);
  });

  test("is shown with the holder's own reference, and a code for euro and zloty", async () => {
    await save([account, zloty]);
    const user = await client();
    const { instructions, reference } = await user.client.payments.getCash({ params: user.holder });
    expect(reference).toMatch(new RegExp(`^RF\\d\\dDEPU${user.id}$`));
    expect(instructions).toMatchObject([
      { currency: "EUR", account: "BG80BNBG96611020345678", bic: "BNBGBGSD", code: "epc" },
      { currency: "PLN", nip: "5260250274", code: "polish" },
    ]);
    const codeFor = async (currency: string, amount?: string) =>
      (
        await user.client.payments.getPaymentCode({
          params: user.holder,
          query: { currency, ...(amount && { amount }) },
        })
      ).code;
    const code = await codeFor("EUR");
    expect(code?.rows).toHaveLength(code?.size ?? 0);
    expect(await codeFor("EUR", "12.50")).not.toEqual(code);
    expect(await codeFor("PLN", "9999.99")).not.toBeNull();
    expect(await codeFor("PLN", "10000.00")).toBeNull();
    expect(await codeFor("CHF")).toBeNull();
  });
});

describe("rates", () => {
  test("of a past day are the newest up to it, each with its day and source", async () => {
    const user = await client();
    await rate(db(), "SEK", "2023-05-02", "11.20");
    await rate(db(), "SEK", "2023-05-05", "11.50", "Bank");
    const on = async (day: string) =>
      (await user.client.payments.listRates({ query: { day } })).rates.find(({ code }) => code === "SEK");
    expect(await on("2023-05-04")).toEqual({ code: "SEK", perEuro: "11.20", day: "2023-05-02", source: "ECB" });
    expect(await on("2023-05-05")).toMatchObject({ perEuro: "11.50", source: "Bank" });
    expect(await on("2023-05-01")).toBeUndefined();
    const { rates } = await user.client.payments.listRates({ query: {} });
    expect(rates.find(({ code }) => code === "EUR")).toMatchObject({ perEuro: "1", source: "fixed" });
  });
});

test("fewer to confirm a company's withdrawals takes two while four eyes are on, and its people are told", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const colleague = await app.as("office");
  const set = (who: TestUser, rule: "any" | "two" | "all" | null, reason?: string) =>
    who.client.payments.setSigners({ params: holder, body: { rule, ...(reason && { reason }) } });
  const ruleNow = async () => (await getActing(db(), holder)).rule;
  const news = async () =>
    (await owner.client.notifications.listOfCompanies({ params: { userId: owner.id } })).filter(
      ({ type }) => type === "withdrawal_signers_lowered",
    );
  const fourEyes = (on: boolean) =>
    sql`insert into setting (name, data) values ('fourEyes', ${JSON.stringify({ on })}::jsonb)
      on conflict (name) do update set data = excluded.data`.execute(db());
  await fourEyes(true);
  expect((await set(office, "all")).proposalId, "more are set by one").toBeNull();
  expect(await codeOf(set(office, "two")), "the colleague reads why").toBe("badInput");
  const { rule, proposalId } = await set(office, null, "Agreed with the directors");
  expect([rule, proposalId]).toEqual(["all", expect.any(Number)]);
  expect(await ruleNow()).toBe("all");
  for (const other of ["any", "two", null] as const)
    expect(await codeOf(set(colleague, other, "Another way")), String(other)).toBe("proposalOpen");
  await fourEyes(false);
  expect(await codeOf(set(office, "any")), "not past one's own proposal").toBe("proposalOpen");
  const confirm = (who: TestUser) =>
    codeOf(who.client.proposals.decide({ params: { proposalId: proposalId ?? 0 }, body: { decision: "confirm" } }));
  expect(await confirm(office)).toBe("fourEyes");
  expect(await news()).toEqual([]);
  expect(await confirm(colleague)).toBe("done");
  expect(await ruleNow()).toBe("any");
  expect(await news()).toMatchObject([{ params: { asked: "any" } }]);
  await set(office, "all");
  expect(await news(), "more confirming is no alarm").toHaveLength(1);
  await set(office, "two");
  expect(await news(), "fewer is, whatever the setting").toHaveLength(2);
});

test("a proposed rule does not outlive the firm's", async () => {
  const { holder } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const colleague = await app.as("office");
  const save = (name: string, data: object) =>
    sql`insert into setting (name, data) values (${name}, ${JSON.stringify(data)}::jsonb)
      on conflict (name) do update set data = excluded.data`.execute(db());
  await save("fourEyes", { on: true });
  await office.client.payments.setSigners({ params: holder, body: { rule: "all" } });
  const { proposalId } = await office.client.payments.setSigners({
    params: holder,
    body: { rule: "two", reason: "Two" },
  });
  await sql`update withdrawal_signers set rule = 'any' where company_id = ${holder.holderId}`.execute(db());
  const seen = await colleague.client.proposals.get({ params: { proposalId: proposalId ?? 0 } });
  expect([seen.can.confirm, seen.can.decline, seen.now]).toEqual([false, true, { own: "any", rule: "any" }]);
  const decided = colleague.client.proposals.decide({
    params: { proposalId: proposalId ?? 0 },
    body: { decision: "confirm" },
  });
  expect(await codeOf(decided)).toBe("stateConflict");
  await save("fourEyes", { on: false });
});

test("who must confirm a company's withdrawals is set by staff who do not act for it, and recorded", async () => {
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const set = (who: TestUser, rule: "two" | null) =>
    codeOf(who.client.payments.setSigners({ params: holder, body: { rule } }));
  expect(await set(owner, "two")).toBe("forbidden");
  expect(await set(office, "two")).toBe("done");
  expect(await set(office, null)).toBe("done");
  expect(await auditOf(app, { type: "company", id: holder.holderId }, "holder.withdrawalSignersSet")).toMatchObject([
    { before: { rule: null }, after: { rule: "two" } },
    { before: { rule: "two" }, after: { rule: null } },
  ]);
  const { rows } = await sql`select from withdrawal_signers where company_id = ${holder.holderId}`.execute(db());
  expect(rows).toEqual([]);
});
