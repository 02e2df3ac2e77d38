/** Withdrawals in two steps: what is asked for is reserved, then posted, voided or expired. */
import { ApiError } from "@portico/api/errors.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { saveRates } from "../../market-data/market-data.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { deposit, entry } from "../../portfolios/testing/firm.ts";
import { matchPayments } from "../matching/matching.ts";
import { referenceOfWithdrawal } from "../matching/reference-formats.ts";
import {
  boundToWish,
  confirmCode,
  confirmWithdrawal,
  payableAccount,
  payer,
  payingCompany,
  sessionWithCode,
  withdraw,
} from "../testing/payments.ts";
import { expireWithdrawals } from "./expiry.ts";

let app: TestApp;
let office: TestUser;
let colleague: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga" });
  colleague = await app.as("admin", { name: "Anna" });
});
afterAll(() => app.close());

const faultsOf = (call: Promise<unknown>): Promise<string[]> =>
  call.then(
    () => [],
    (error: unknown) =>
      error instanceof ApiError && error.code === "badInput"
        ? error.errors.map(({ path, code }) => `${path} ${code}`)
        : [error instanceof ApiError ? error.code : String(error)],
  );
const cashOf = async ({ client, holder }: Awaited<ReturnType<typeof payer>>) => {
  const { cash } = await client.payments.getCash({ params: holder });
  return cash.map(({ currency, amount, reserved, available }) => `${currency} ${amount} ${reserved} ${available}`);
};
const rowOf = async (id: number, state?: "open" | "done") => {
  const { requests } = await office.client.payments.listRequests({ query: { limit: 200, ...(state && { state }) } });
  return requests.find((one) => one.id === id);
};
const paid = (day: string, amount: string, description: string) =>
  entry({ kind: "withdrawal", day, amount, currency: "EUR", description });
const today = () => new Date().toISOString().slice(0, 10);

describe("asking", () => {
  test("reserves the cash, and never more than there is", async () => {
    const user = await payer(app, "1000");
    expect(await withdraw(app, user, { ...user, sum: "600" })).toMatchObject({ state: "open" });
    expect(await cashOf(user)).toEqual(["EUR 1000 600 400"]);
    expect(await faultsOf(withdraw(app, user, { ...user, sum: "400.01" }))).toEqual([
      "transactionInfo.sum moreThanHeld",
    ]);
    await withdraw(app, user, { ...user, sum: "400" });
    expect(await faultsOf(withdraw(app, user, { ...user, sum: "0.01" }))).toEqual(["transactionInfo.sum moreThanHeld"]);
    expect(await cashOf(user)).toEqual(["EUR 1000 1000 0"]);
  });

  test("needs a fresh code, which a refused one leaves and a made one uses up", async () => {
    const user = await payer(app, "100");
    const ask = (sum: string) =>
      user.client.payments.requestTransaction({
        params: user.holder,
        body: { type: "withdrawal", transactionInfo: { sum, currency: "EUR", accountId: user.account } },
      });
    expect(await codeOf(ask("10"))).toBe("freshCodeNeeded");
    expect(await cashOf(user)).toEqual(["EUR 100 0 100"]);
    await confirmCode(app, user, await boundToWish(app, { ...user, sum: "10" }));
    expect(await faultsOf(ask("100.01"))).toEqual(["transactionInfo.sum moreThanHeld"]);
    expect(await codeOf(ask("10"))).toBe("done");
    expect(await codeOf(ask("10"))).toBe("freshCodeNeeded");
  });

  test("after a password reset the mailbox alone proves nothing", async () => {
    const user = await payer(app, "100");
    await sql`update app_user set password_reset_at = now() where id = ${user.id}`.execute(app.database.db);
    const ask = () =>
      user.client.payments.requestTransaction({
        params: user.holder,
        body: { type: "withdrawal", transactionInfo: { sum: "1", currency: "EUR", accountId: user.account } },
      });
    await confirmCode(app, user, await boundToWish(app, { ...user, sum: "1" }), "mail");
    expect(await codeOf(ask())).toBe("coolingOff");
    await confirmCode(app, user, await boundToWish(app, { ...user, sum: "1" }));
    expect(await codeOf(ask())).toBe("done");
  });

  test("goes only to a confirmed account of the holder, in its currency, after its waiting time", async () => {
    const user = await payer(app, "100");
    const other = await payer(app, "100");
    const waiting = await payableAccount(app, user.holder, { usableFrom: new Date(Date.now() + 3_600_000) });
    const unconfirmed = await payableAccount(app, user.holder, { state: "new" });
    const refused = await payableAccount(app, user.holder, { state: "refused" });
    const dollars = await payableAccount(app, user.holder, { currency: "USD" });
    const to = (account: number) => faultsOf(withdraw(app, user, { ...user, account, sum: "1" }));
    expect(await to(other.account)).toEqual(["transactionInfo.accountId accountGone"]);
    expect(await to(waiting)).toEqual(["transactionInfo.accountId accountWaits"]);
    expect(await to(unconfirmed)).toEqual(["transactionInfo.accountId accountNotConfirmed"]);
    expect(await to(refused)).toEqual(["transactionInfo.accountId accountRefused"]);
    expect(await to(dollars)).toEqual(["transactionInfo.accountId otherCurrency"]);
    await sql`update bank_account set removed_at = now(), removed_by = ${user.id} where id = ${user.account}`.execute(
      app.database.db,
    );
    expect(await to(user.account)).toEqual(["transactionInfo.accountId accountGone"]);
    expect(await cashOf(user)).toEqual(["EUR 100 0 100"]);
  });

  test("names an account, and a deposit none; the lev is no currency of a payment", async () => {
    const user = await payer(app, "100");
    const ask = (type: "withdrawal" | "deposit", transactionInfo: object) =>
      faultsOf(user.client.payments.requestTransaction({ params: user.holder, body: { type, transactionInfo } }));
    expect(await ask("withdrawal", { sum: "1", currency: "EUR" })).toEqual(["transactionInfo.accountId required"]);
    expect(await ask("deposit", { sum: "1", currency: "EUR", accountId: user.account })).toEqual([
      "transactionInfo.accountId notAllowed",
    ]);
    expect(await ask("withdrawal", { sum: "1", currency: "BGN", accountId: user.account })).toEqual([
      "transactionInfo.currency unknown",
    ]);
  });

  test("sent again with its key is the same one, and reserves once", async () => {
    const user = await payer(app, "100");
    const wish = { ...user, sum: "60", key: "the-same-key" };
    const answers = await Promise.all([withdraw(app, user, wish), withdraw(app, user, wish)]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await cashOf(user)).toEqual(["EUR 100 60 40"]);
  });

  test("fifty at once against cash for three: three win", async () => {
    const user = await payer(app, "100");
    const second = await app.another();
    // Each with a session of its own, on two processes.
    const tokens = await Promise.all(
      Array.from({ length: 50 }, async () =>
        sessionWithCode(app, user, await boundToWish(app, { ...user, sum: "30" })),
      ),
    );
    const outcomes = await Promise.all(
      tokens.map((token, place) =>
        codeOf(
          (place % 2 === 0 ? app : second).withToken(token).payments.requestTransaction({
            params: user.holder,
            body: {
              type: "withdrawal",
              transactionInfo: { sum: "30", currency: "EUR", accountId: user.account },
            },
          }),
        ),
      ),
    );
    await second.close();
    expect(outcomes.filter((code) => code === "done")).toHaveLength(3);
    expect(outcomes.filter((code) => code === "badInput")).toHaveLength(47);
    expect(await cashOf(user)).toEqual(["EUR 100 90 10"]);
  });
});

describe("what was reserved", () => {
  test("is free again when the client cancels, staff decline, or nobody pays in time", async () => {
    const user = await payer(app, "100");
    const ask = () => withdraw(app, user, { ...user, sum: "100" });
    const first = await ask();
    await user.client.payments.withdrawRequest({ params: { ...user.holder, requestId: first.id }, body: {} });
    const second = await ask();
    await office.client.payments.handleRequest({
      params: { requestId: second.id },
      body: { state: "declined", staffMessage: "Not now" },
    });
    const third = await ask();
    await sql`update cash_reservation set expires_at = now() - interval '1 second' where request_id = ${third.id}`.execute(
      app.database.db,
    );
    expect(await expireWithdrawals(app.services)).toEqual({ expired: 1, failed: 0 });
    expect(await expireWithdrawals(app.services)).toEqual({ expired: 0, failed: 0 });
    expect(await cashOf(user)).toEqual(["EUR 100 0 100"]);
    const { payments } = await user.client.payments.getCash({ params: user.holder });
    expect(payments.map(({ state, withdrawal }) => `${state} ${withdrawal?.reservation}`)).toEqual([
      "expired expired",
      "declined voided",
      "withdrawn voided",
    ]);
    const { rows } = await sql<{ type: string }>`
      select type from notification where holder_id = ${user.id} and holder_type = 'user' order by id`.execute(
      app.database.db,
    );
    expect(rows.map(({ type }) => type)).toEqual([
      "withdrawal_asked",
      "withdrawal_asked",
      "request_declined",
      "withdrawal_asked",
      "request_expired",
    ]);
  });

  test("is posted by the statement's row that carries the reference, and staff see account, cash and match", async () => {
    const user = await payer(app, "500");
    const { id } = await withdraw(app, user, { ...user, sum: "200" });
    expect(await rowOf(id, "open")).toMatchObject({
      withdrawal: { account: { id: user.account, owner: "Ivan Petrov" }, reference: referenceOfWithdrawal(id) },
      cash: { amount: "500", reserved: "200", available: "300" },
      can: { handle: true, finish: false, pay: true, match: true, unmatch: false },
    });
    await office.client.payments.handleRequest({ params: { requestId: id }, body: { state: "paying" } });
    expect(
      await codeOf(user.client.payments.withdrawRequest({ params: { ...user.holder, requestId: id }, body: {} })),
    ).toBe("stateConflict");
    const spaced = referenceOfWithdrawal(id).replace(/(.{4})/g, "$1 ");
    await bookEntries(app.services.db, user.holder, [paid(today(), "-200.00", `SEPA CREDIT ${spaced} PORTICO`)]);
    expect(await matchPayments(app.services, user.holder)).toEqual({ matched: 1, undone: 0 });
    expect(await matchPayments(app.services, user.holder)).toEqual({ matched: 0, undone: 0 });
    expect(await cashOf(user)).toEqual(["EUR 300 0 300"]);
    expect(await rowOf(id, "done")).toMatchObject({
      state: "done",
      matches: [{ how: "reference", amount: "-200.00", matched_by: null }],
      withdrawal: { reservation: "posted" },
    });
    expect((await auditOf(app, { type: "transactionRequest", id })).map(({ action }) => action)).toEqual([
      "transactionRequest.made",
      "transactionRequest.handled",
      "transactionRequest.matched",
    ]);
  });

  test("is reserved again when the match is undone, once, and can be matched anew", async () => {
    const user = await payer(app, "500");
    const { id } = await withdraw(app, user, { ...user, sum: "200" });
    await bookEntries(app.services.db, user.holder, [paid(today(), "-200", "Transfer")]);
    const { candidates } = await office.client.payments.listCandidates({ params: { requestId: id }, query: {} });
    expect(candidates).toMatchObject([{ amount: "-200", sameAmount: true, byReference: false, others: 0 }]);
    const entryId = candidates[0]?.entry_id ?? 0;
    const match = () => codeOf(office.client.payments.matchRequest({ params: { requestId: id }, body: { entryId } }));
    expect(await match()).toBe("done");
    expect(await match()).toBe("inUse");
    const undo = (who: TestUser) => codeOf(who.client.payments.unmatchRequest({ params: { requestId: id }, body: {} }));
    expect((await Promise.all([undo(office), undo(colleague)])).toSorted()).toEqual(["done", "stateConflict"]);
    expect(await rowOf(id, "open")).toMatchObject({
      state: "open",
      matches: [],
      withdrawal: { reservation: "pending" },
    });
    expect(await cashOf(user)).toEqual(["EUR 300 200 100"]);
    expect(await match()).toBe("done");
    expect(await cashOf(user)).toEqual(["EUR 300 0 300"]);
  });

  test("is finished by its match alone", async () => {
    const user = await payer(app, "500");
    const { id } = await withdraw(app, user, { ...user, sum: "200" });
    const finish = office.client.payments.handleRequest({ params: { requestId: id }, body: { state: "done" } });
    expect(await codeOf(finish)).toBe("matchNeeded");
  });

  test("is free again after the row it was matched with is reversed and the request declined", async () => {
    const user = await payer(app, "500");
    const { id } = await withdraw(app, user, { ...user, sum: "200" });
    const row = paid(today(), "-200", referenceOfWithdrawal(id));
    await bookEntries(app.services.db, user.holder, [row]);
    await matchPayments(app.services, user.holder);
    await bookEntries(app.services.db, user.holder, [
      entry({ kind: "reversal", day: today(), amount: "200", currency: "EUR", reversesExternalId: row.externalId }),
    ]);
    expect(await matchPayments(app.services, user.holder)).toEqual({ matched: 0, undone: 1 });
    expect(await cashOf(user)).toEqual(["EUR 500 200 300"]);
    await office.client.payments.handleRequest({
      params: { requestId: id },
      body: { state: "declined", staffMessage: "Not now" },
    });
    expect(await cashOf(user)).toEqual(["EUR 500 0 500"]);
  });
});

describe("a deposit", () => {
  const announce = (user: Awaited<ReturnType<typeof payer>>, sum: string) =>
    user.client.payments.requestTransaction({
      params: user.holder,
      body: { type: "deposit", transactionInfo: { sum, currency: "EUR" } },
    });

  test("that was announced is matched by the holder's reference", async () => {
    const user = await payer(app, "1");
    const { id } = await announce(user, "750.00");
    const { reference } = await user.client.payments.getCash({ params: user.holder });
    await bookEntries(app.services.db, user.holder, [
      { ...deposit(today(), "750"), description: `Incoming ${reference?.toLowerCase()}` },
    ]);
    expect(await matchPayments(app.services, user.holder)).toMatchObject({ matched: 1 });
    expect(await rowOf(id, "done")).toMatchObject({ reference, matches: [{ how: "reference" }], withdrawal: null });
  });

  test("whose row fits two requests is left to staff, who choose; the other can then not have it", async () => {
    const user = await payer(app, "1");
    const [first, second] = [await announce(user, "50"), await announce(user, "50.00")];
    const { reference } = await user.client.payments.getCash({ params: user.holder });
    await bookEntries(app.services.db, user.holder, [{ ...deposit(today(), "50"), description: reference ?? "" }]);
    expect(await matchPayments(app.services, user.holder)).toMatchObject({ matched: 0 });
    const [candidate] = (await office.client.payments.listCandidates({ params: { requestId: first.id }, query: {} }))
      .candidates;
    expect(candidate).toMatchObject({ byReference: true, sameAmount: true, others: 1 });
    const entryId = candidate?.entry_id ?? 0;
    const outcomes = await Promise.all(
      [first, second].map(({ id }) =>
        codeOf(office.client.payments.matchRequest({ params: { requestId: id }, body: { entryId } })),
      ),
    );
    expect(outcomes.toSorted()).toEqual(["done", "inUse"]);
  });

  test("is not matched with a withdrawal, another currency, somebody else's row, or one from long before", async () => {
    const [user, other] = [await payer(app, "900"), await payer(app, "900")];
    const { id } = await announce(user, "50");
    await bookEntries(app.services.db, user.holder, [
      paid(today(), "-50", "out"),
      deposit(today(), "50", "USD"),
      deposit("2024-02-01", "50"),
    ]);
    await bookEntries(app.services.db, other.holder, [deposit(today(), "50")]);
    expect((await office.client.payments.listCandidates({ params: { requestId: id }, query: {} })).candidates).toEqual(
      [],
    );
    const { rows } = await sql<{ id: number }>`
      select id from ledger_entry where holder_id in (${user.id}, ${other.id}) and abs(amount) = 50`.execute(
      app.database.db,
    );
    for (const { id: entryId } of rows)
      expect(
        await faultsOf(office.client.payments.matchRequest({ params: { requestId: id }, body: { entryId } })),
      ).toEqual(["entryId notAllowed"]);
  });
});

test("an open renewal does not keep a verified client from their money, and allows nothing else", async () => {
  const user = await payer(app, "500");
  await sql`update app_user set state = 'pendingReKYC' where id = ${user.id}`.execute(app.database.db);
  expect(await withdraw(app, user, { holder: user.holder, account: user.account, sum: "100" })).toMatchObject({
    state: "open",
  });
  const deposit = user.client.payments.requestTransaction({
    params: user.holder,
    body: { type: "deposit", transactionInfo: { sum: "100", currency: "EUR" } },
  });
  expect(await codeOf(deposit)).toBe("notApproved");
});

describe("a company's withdrawal", () => {
  const company = (rule: "any" | "two" | "all") => payingCompany(app, { office, admin: colleague }, rule);
  const confirm = (holder: Holder, who: TestUser, requestId: number) => confirmWithdrawal(app, who, holder, requestId);

  test("waits for as many of its people as its rule says, each with a code", async () => {
    const { holder, people, account } = await company("two");
    const [first, second, third] = people as [TestUser, TestUser, TestUser];
    const made = await withdraw(app, first, { holder, account, sum: "100" });
    expect(made.state).toBe("awaitingSigners");
    expect((await first.client.payments.getCash({ params: holder })).cash).toMatchObject([{ reserved: "100" }]);
    expect(await codeOf(confirm(holder, first, made.id))).toBe("stateConflict");
    const withoutCode = second.client.payments.confirmWithdrawal({
      params: { ...holder, requestId: made.id },
      body: {},
    });
    expect(await codeOf(withoutCode)).toBe("freshCodeNeeded");
    const pay = () =>
      office.client.payments.handleRequest({ params: { requestId: made.id }, body: { state: "paying" } });
    expect(await codeOf(pay())).toBe("signersMissing");
    expect(await confirm(holder, second, made.id)).toMatchObject({ state: "open" });
    expect(await codeOf(confirm(holder, third, made.id))).toBe("stateConflict");
    expect(await codeOf(pay())).toBe("done");
  });

  test("waits for a second person where the company's form says that they act jointly, whatever the rule", async () => {
    const { holder, people, account } = await company("any");
    const [first, second] = people as [TestUser, TestUser, TestUser];
    const names = await sql<{
      name: string;
    }>`select name from app_user where id in (${first.id}, ${second.id})`.execute(app.database.db);
    const stated = JSON.stringify(names.rows.map(({ name }) => ({ name, authority: "jointly" })));
    await sql`update company set signing_authority = ${stated}::jsonb where id = ${holder.holderId}`.execute(
      app.database.db,
    );
    const made = await withdraw(app, first, { holder, account, sum: "100" });
    expect(made.state).toBe("awaitingSigners");
    expect(await confirm(holder, second, made.id)).toMatchObject({ state: "open" });
  });

  describe("whose form says with whom and up to what", () => {
    const state = async (holder: Holder, people: readonly TestUser[], stated: readonly object[]) => {
      const nameOf = (at: number) => ["Nikola Ivanov", "Elena Dimitrova", "Boris Kolev"][at] ?? "";
      for (const [at, { id }] of people.entries())
        await sql`update app_user set name = ${nameOf(at)} where id = ${id}`.execute(app.database.db);
      const json = JSON.stringify(
        stated.map((one, at) => ({
          name: nameOf(at),
          ...one,
          ...("with" in one && { with: (one.with as number[]).map(nameOf) }),
        })),
      );
      await sql`update company set signing_authority = ${json}::jsonb where id = ${holder.holderId}`.execute(
        app.database.db,
      );
      return nameOf;
    };

    test("waits for the person who is named, not for any other, and says so to clients and staff", async () => {
      const { holder, people, account } = await company("any");
      const [first, second, third] = people as [TestUser, TestUser, TestUser];
      const nameOf = await state(holder, people, [
        { authority: "jointly", with: [2] },
        { authority: "jointly" },
        { authority: "jointly" },
      ]);
      const { id, state: made } = await withdraw(app, first, { holder, account, sum: "100" });
      expect(made).toBe("awaitingSigners");
      const why = [{ name: nameOf(0), reason: "jointly", with: [nameOf(2)], limit: null }];
      expect((await second.client.payments.getCash({ params: holder })).payments[0]?.withdrawal).toMatchObject({
        why,
        needed: 2,
      });
      expect(await confirm(holder, second, id)).toMatchObject({ state: "awaitingSigners" });
      expect((await rowOf(id))?.withdrawal).toMatchObject({ needed: 3 });
      expect(await confirm(holder, third, id)).toMatchObject({ state: "open" });
      expect((await rowOf(id))?.withdrawal).toMatchObject({ why: [], needed: 3 });
    });

    test("waits above the amount alone, and whoever asks is told why with the code", async () => {
      const { holder, people, account } = await company("any");
      const [first, second] = people as [TestUser, TestUser, TestUser];
      const nameOf = await state(holder, people, [
        { authority: "severally", limit: { amount: "100", currency: "EUR" } },
        { authority: "severally" },
        { authority: "severally" },
      ]);
      expect(await withdraw(app, first, { holder, account, sum: "100" })).toMatchObject({ state: "open" });
      const ask = (who: TestUser, sum: string) =>
        who.client.payments.requestWithdrawalCode({
          params: holder,
          body: { sum, currency: "EUR", accountId: account },
        });
      expect((await ask(first, "100")).why).toEqual([]);
      expect((await ask(first, "100.01")).why).toEqual([
        { name: nameOf(0), reason: "limit", with: [], limit: { amount: "100", currency: "EUR" } },
      ]);
      const above = await withdraw(app, first, { holder, account, sum: "100.01" });
      expect(above.state).toBe("awaitingSigners");
      const pay = office.client.payments.handleRequest({
        params: { requestId: above.id },
        body: { state: "paying" },
      });
      expect(await codeOf(pay)).toBe("signersMissing");
      expect(await confirm(holder, second, above.id)).toMatchObject({ state: "open" });
      expect(await withdraw(app, second, { holder, account, sum: "100.01" })).toMatchObject({ state: "open" });
    });

    test("compares a limit in another currency by the rate of the day, and asks for more without one", async () => {
      const { holder, people, account } = await company("any");
      const [first] = people as [TestUser, TestUser, TestUser];
      await state(holder, people, [
        { authority: "severally", limit: { amount: "200", currency: "USD" } },
        { authority: "severally" },
        { authority: "severally" },
      ]);
      expect(await withdraw(app, first, { holder, account, sum: "1" }), "no rate").toMatchObject({
        state: "awaitingSigners",
      });
      await saveRates(app.database.db, [{ currency: "USD", day: today(), perEuro: "1.25", source: "test" }]);
      expect(await withdraw(app, first, { holder, account, sum: "160" })).toMatchObject({ state: "open" });
      expect(await withdraw(app, first, { holder, account, sum: "160.01" })).toMatchObject({
        state: "awaitingSigners",
      });
    });
  });

  test("whose co-signer left waits for another one, and the one who left cannot confirm", async () => {
    const { holder, people, account } = await company("two");
    const [first, second, third] = people as [TestUser, TestUser, TestUser];
    const { id } = await withdraw(app, first, { holder, account, sum: "100" });
    await confirm(holder, second, id);
    await sql`update representation set valid_from = '2024-01-01', valid_to = '2024-02-01' where user_id = ${second.id}`.execute(
      app.database.db,
    );
    const pay = () => office.client.payments.handleRequest({ params: { requestId: id }, body: { state: "paying" } });
    expect(await codeOf(pay())).toBe("signersMissing");
    await bookEntries(app.services.db, holder, [paid(today(), "-100", referenceOfWithdrawal(id))]);
    expect(await matchPayments(app.services, holder)).toMatchObject({ matched: 0 });
    const [payment] = (await third.client.payments.getCash({ params: holder })).payments;
    expect(payment).toMatchObject({ state: "awaitingSigners", can: { confirm: true } });
    expect(payment?.withdrawal?.confirmations.map(({ counts }) => counts)).toEqual([true, false]);
    expect(await codeOf(confirm(holder, second, id))).toBe("notFound");
    await confirm(holder, third, id);
    expect(await matchPayments(app.services, holder)).toMatchObject({ matched: 1 });
  });

  test("needs one of them, or all, where the rule says so; a person needs nobody else", async () => {
    const any = await company("any");
    expect(await withdraw(app, any.people[0] as TestUser, { ...any, sum: "1" })).toMatchObject({ state: "open" });
    const all = await company("all");
    const [first, second, third] = all.people as [TestUser, TestUser, TestUser];
    const { id } = await withdraw(app, first, { ...all, sum: "1" });
    expect(await confirm(all.holder, second, id)).toMatchObject({ state: "awaitingSigners" });
    expect(await confirm(all.holder, third, id)).toMatchObject({ state: "open" });
    const person = await payer(app, "1");
    const set = office.client.payments.setSigners({ params: person.holder, body: { rule: "all" } });
    expect(await codeOf(set)).toBe("forbidden");
  });
});

test("a request of earlier days without an account is readable, and staff close it", async () => {
  const user = await payer(app, "10");
  const { rows } = await sql<{ id: number }>`
    insert into transaction_request (holder_type, holder_id, type, transaction_info, created_by)
    values ('user', ${user.id}, 'withdrawal', '{"sum": "5", "currency": "EUR"}', ${user.id}) returning id`.execute(
    app.database.db,
  );
  const id = rows[0]?.id ?? 0;
  expect(await rowOf(id, "open")).toMatchObject({ withdrawal: null, can: { finish: true, handle: true, pay: false } });
  expect((await user.client.payments.getCash({ params: user.holder })).payments).toMatchObject([
    { id, withdrawal: null },
  ]);
  await office.client.payments.handleRequest({ params: { requestId: id }, body: { state: "done" } });
  expect(await rowOf(id, "done")).toMatchObject({ state: "done" });
});
