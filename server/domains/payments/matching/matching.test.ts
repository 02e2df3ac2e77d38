/** Matches with another amount, in parts, after a request was closed; what nobody announced; fees without a reference. */
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, faultsOf } from "../../../testing/effects.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { deposit, entry } from "../../portfolios/testing/firm.ts";
import { type Payer, payer, setWithdrawalFee, withdraw } from "../testing/payments.ts";
import { expireWithdrawals } from "../withdrawals/expiry.ts";
import { matchPayments } from "./matching.ts";
import { referenceOfWithdrawal } from "./reference-formats.ts";

let app: TestApp;
let office: TestUser;
let colleague: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga" });
  colleague = await app.as("admin", { name: "Anna" });
});
afterAll(() => app.close());

const cashOf = async ({ client, holder }: Payer) => {
  const { cash } = await client.payments.getCash({ params: holder });
  return cash.map(({ amount, reserved, available }) => `${amount} ${reserved} ${available}`).join();
};
const rowOf = async (id: number) => {
  const { requests } = await office.client.payments.listRequests({ query: { limit: 200 } });
  return requests.find((one) => one.id === id);
};
const today = () => new Date().toISOString().slice(0, 10);
/** Books a row of a statement, and returns its id. */
async function book(user: Payer, kind: "withdrawal" | "deposit" | "fee", amount: string, description: string) {
  const row = entry({ kind, day: today(), amount, currency: "EUR", description, externalId: crypto.randomUUID() });
  await bookEntries(app.services.db, user.holder, [row]);
  await matchPayments(app.services, user.holder);
  const { rows } = await sql<{ id: number }>`
    select id from ledger_entry where external_id = ${row.externalId}`.execute(app.database.db);
  return rows[0]?.id ?? 0;
}
const match = (requestId: number, body: Parameters<TestUser["client"]["payments"]["matchRequest"]>[0]["body"]) =>
  office.client.payments.matchRequest({ params: { requestId }, body });
const handle = (requestId: number, state: "paying" | "declined" | "returned" | "done", staffMessage = "So it is") =>
  office.client.payments.handleRequest({ params: { requestId }, body: { state, staffMessage } });
const announce = async (user: Payer, sum: string) =>
  (
    await user.client.payments.requestTransaction({
      params: user.holder,
      body: { type: "deposit", transactionInfo: { sum, currency: "EUR" } },
    })
  ).id;
const candidatesOf = async (requestId: number) =>
  office.client.payments.listCandidates({ params: { requestId }, query: {} });
const listed = async (state: "open" | "cleared" = "open", who = office) => {
  const { payments } = await who.client.payments.listUnexplained({ query: { state, limit: 200 } });
  return payments;
};

describe("after the payment was ordered", () => {
  test("it ends as paid or as returned by the bank, with a reason, and stays reserved until then", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    expect(await codeOf(handle(id, "returned"))).toBe("stateConflict");
    await handle(id, "paying");
    expect(await codeOf(handle(id, "declined"))).toBe("stateConflict");
    const cancel = user.client.payments.withdrawRequest({ params: { ...user.holder, requestId: id }, body: {} });
    expect(await codeOf(cancel)).toBe("stateConflict");
    await sql`update cash_reservation set expires_at = now() - interval '1 second' where request_id = ${id}`.execute(
      app.database.db,
    );
    await expireWithdrawals(app.services);
    expect(await cashOf(user)).toBe("100 40 60");
    expect((await rowOf(id))?.can).toMatchObject({ handle: false, return: true, match: true });
    expect(await faultsOf(handle(id, "returned", " "))).toEqual(["staffMessage required"]);
    const answers = await Promise.all([
      codeOf(handle(id, "returned", "Account closed")),
      codeOf(
        colleague.client.payments.handleRequest({
          params: { requestId: id },
          body: { state: "returned", staffMessage: "Account closed" },
        }),
      ),
    ]);
    expect(answers.toSorted()).toEqual(["done", "stateConflict"]);
    expect(await cashOf(user)).toBe("100 0 100");
    const [payment] = (await user.client.payments.getCash({ params: user.holder })).payments;
    expect(payment).toMatchObject({ state: "returned", staffMessage: "Account closed" });
    const { rows } = await sql<{ type: string }>`
      select type from notification where holder_id = ${user.id} order by id desc limit 1`.execute(app.database.db);
    expect(rows).toEqual([{ type: "withdrawal_returned" }]);
  });

  test("declining before it asks for words", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    expect(await faultsOf(handle(id, "declined", ""))).toEqual(["staffMessage required"]);
    expect(await cashOf(user)).toBe("100 40 60");
  });

  test("a paid one that the bank sends back is returned; the deposit that brings it back is dealt with", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    await handle(id, "paying");
    await book(user, "withdrawal", "-40", referenceOfWithdrawal(id));
    const back = await book(user, "deposit", "40", `Return ${referenceOfWithdrawal(id)}`);
    expect((await listed()).find(({ entry_id }) => entry_id === back)).toMatchObject({
      names: [{ request_id: id, state: "done" }],
    });
    await handle(id, "returned", "Account closed");
    expect(await cashOf(user)).toBe("100 0 100");
    expect(await rowOf(id)).toMatchObject({ state: "returned", matches: [{ amount: "-40" }], can: { return: false } });
  });
});

describe("a request that was closed wrongly", () => {
  test("is on the list when its payment is booked, staff hear of it, and it is matched after all", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    await handle(id, "declined");
    const entryId = await book(user, "withdrawal", "-40", `SEPA ${referenceOfWithdrawal(id)}`);
    expect((await rowOf(id))?.state).toBe("declined");
    expect((await listed()).find((one) => one.entry_id === entryId)).toMatchObject({
      kind: "withdrawal",
      names: [{ request_id: id, state: "declined" }],
      requests: [{ id, state: "declined", rest: "40", isNamed: true, sameAmount: true }],
      can: { clear: true, reopen: false },
    });
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from notification
      where type = 'client_payment_unexplained' and target_id = ${user.id}`.execute(app.database.db);
    expect(rows[0]?.count).toBeGreaterThan(0);
    expect((await candidatesOf(id)).candidates).toMatchObject([{ differences: ["closed"] }]);
    expect(await faultsOf(match(id, { entryId }))).toEqual(["accepts required"]);
    expect(await faultsOf(match(id, { entryId, accepts: ["closed"] }))).toEqual(["reason required"]);
    await match(id, { entryId, accepts: ["closed"], reason: "Declined by mistake" });
    expect(await cashOf(user)).toBe("60 0 60");
    expect(await rowOf(id)).toMatchObject({
      state: "done",
      staffMessage: "",
      withdrawal: { reservation: "posted" },
      matches: [{ reason: "Declined by mistake" }],
    });
    expect((await listed()).some((one) => one.entry_id === entryId)).toBe(false);
    // Undone, it is closed again and reserves nothing; its payment is on the list again.
    await office.client.payments.unmatchRequest({ params: { requestId: id }, body: {} });
    expect(await cashOf(user)).toBe("60 0 60");
    expect(await rowOf(id)).toMatchObject({ state: "declined", withdrawal: { reservation: "voided" } });
    expect((await listed()).some((one) => one.entry_id === entryId)).toBe(true);
  });

  test("is never matched without a person, and reserves the rest after a part", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    await user.client.payments.withdrawRequest({ params: { ...user.holder, requestId: id }, body: {} });
    const entryId = await book(user, "withdrawal", "-15", referenceOfWithdrawal(id));
    expect((await rowOf(id))?.state).toBe("withdrawn");
    await match(id, { entryId, accepts: ["less", "closed"], reason: "Ordered before it was cancelled" });
    expect(await cashOf(user)).toBe("85 25 60");
    expect(await rowOf(id)).toMatchObject({ state: "paying", rest: "25" });
  });
});

describe("another amount", () => {
  test("needs a reason; a smaller one is a part, and the rest stays reserved until it is paid", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40.00" });
    const small = await book(user, "withdrawal", "-1.00", referenceOfWithdrawal(id));
    expect((await candidatesOf(id)).candidates).toMatchObject([{ sameAmount: false, differences: ["less"] }]);
    expect(await faultsOf(match(id, { entryId: small }))).toEqual(["accepts required"]);
    expect(await faultsOf(match(id, { entryId: small, accepts: ["less"], reason: "All", ends: true }))).toEqual([
      "ends notAllowed",
    ]);
    await match(id, { entryId: small, accepts: ["less"], reason: "The bank pays in parts" });
    expect(await cashOf(user)).toBe("99 39 60");
    expect(await rowOf(id)).toMatchObject({ state: "paying", rest: "39", matches: [{ amount: "-1.00" }] });
    const [payment] = (await user.client.payments.getCash({ params: user.holder })).payments;
    expect(payment).toMatchObject({ state: "paying", rest: "39", can: { cancel: false } });
    // The rest is found by reference on its own.
    const rest = await book(user, "withdrawal", "-39", referenceOfWithdrawal(id));
    expect(await cashOf(user)).toBe("60 0 60");
    expect(await rowOf(id)).toMatchObject({ state: "done", rest: "0", withdrawal: { reservation: "posted" } });
    // Undone one after the other: each reserves its part again, the last leads back to the first state.
    const undo = (entryId: number) =>
      office.client.payments.unmatchRequest({ params: { requestId: id }, body: { entryId } });
    expect(await faultsOf(office.client.payments.unmatchRequest({ params: { requestId: id }, body: {} }))).toEqual([
      "entryId required",
    ]);
    await undo(small);
    expect(await cashOf(user)).toBe("60 1 59");
    expect(await rowOf(id)).toMatchObject({ state: "paying", rest: "1" });
    await undo(rest);
    expect(await cashOf(user)).toBe("60 40 20");
    expect(await rowOf(id)).toMatchObject({ state: "open", rest: "40", matches: [] });
  });

  test("a part whose entry is reversed is reserved again", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const entryId = await book(user, "withdrawal", "-10", referenceOfWithdrawal(id));
    await match(id, { entryId, accepts: ["less"], reason: "A part" });
    const { rows } = await sql<{ external_id: string }>`
      select external_id from ledger_entry where id = ${entryId}`.execute(app.database.db);
    await bookEntries(app.services.db, user.holder, [
      entry({
        kind: "reversal",
        day: today(),
        amount: "10",
        currency: "EUR",
        reversesExternalId: rows[0]?.external_id ?? "",
      }),
    ]);
    expect(await matchPayments(app.services, user.holder)).toMatchObject({ undone: 1 });
    expect(await cashOf(user)).toBe("100 40 60");
  });

  test("a larger one, and another request's payment of the same amount, need a reason", async () => {
    const user = await payer(app, "200");
    const first = await withdraw(app, user, { ...user, sum: "40" });
    const second = await withdraw(app, user, { ...user, sum: "40" });
    const entryId = await book(user, "withdrawal", "-45", referenceOfWithdrawal(second.id));
    const { candidates } = await candidatesOf(first.id);
    expect(candidates).toMatchObject([{ byReference: false, differences: ["more", "otherReference"] }]);
    expect(await faultsOf(match(first.id, { entryId, accepts: ["more"], reason: "So" }))).toEqual(["accepts required"]);
    await match(first.id, { entryId, accepts: ["more", "otherReference"], reason: "The bank mixed them up" });
    expect(await rowOf(first.id)).toMatchObject({ state: "done" });
    const audit = await auditOf(app, { type: "transactionRequest", id: first.id });
    expect(audit.at(-1)?.after).toEqual({ entry: entryId, how: "staff", reason: "The bank mixed them up" });
  });

  test("a deposit of 999.00 against 1,000.00 is a part, or all that comes", async () => {
    const user = await payer(app, "1");
    const id = await announce(user, "1000.00");
    const { reference } = await user.client.payments.getCash({ params: user.holder });
    const entryId = await book(user, "deposit", "999.00", `Own funds ${reference}`);
    expect((await rowOf(id))?.state).toBe("open");
    expect(await faultsOf(match(id, { entryId }))).toEqual(["accepts required"]);
    await match(id, { entryId, accepts: ["less"], reason: "More comes" });
    expect(await rowOf(id)).toMatchObject({ state: "open", rest: "1" });
    await office.client.payments.unmatchRequest({ params: { requestId: id }, body: {} });
    await match(id, { entryId, accepts: ["less"], reason: "The sender's bank kept 1.00", ends: true });
    expect(await rowOf(id)).toMatchObject({ state: "done", matches: [{ amount: "999.00" }] });
  });
});

describe("a match that staff undid", () => {
  const undo = (requestId: number) => office.client.payments.unmatchRequest({ params: { requestId }, body: {} });

  test("is not made again without them; the entry is on the list, and another with the reference is found", async () => {
    const user = await payer(app, "200");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const wrong = await book(user, "withdrawal", "-40", referenceOfWithdrawal(id));
    expect((await rowOf(id))?.state).toBe("done");
    await undo(id);
    expect(await matchPayments(app.services, user.holder)).toMatchObject({ matched: 0 });
    expect(await rowOf(id)).toMatchObject({ state: "open", rest: "40" });
    expect((await listed()).find((one) => one.entry_id === wrong)).toMatchObject({ requests: [{ id, isNamed: true }] });
    const right = await book(user, "withdrawal", "-40", `Second ${referenceOfWithdrawal(id)}`);
    expect(await rowOf(id)).toMatchObject({ state: "done", matches: [{ entry_id: right }] });
    // By staff it can be made again.
    await undo(id);
    await match(id, { entryId: wrong });
    expect(await rowOf(id)).toMatchObject({ state: "done", matches: [{ entry_id: wrong }] });
  });

  test("of one whose entry was reversed, the entry booked anew is found", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const first = await book(user, "withdrawal", "-40", referenceOfWithdrawal(id));
    const { rows } = await sql<{ external_id: string }>`
      select external_id from ledger_entry where id = ${first}`.execute(app.database.db);
    const reversesExternalId = rows[0]?.external_id ?? "";
    await bookEntries(app.services.db, user.holder, [
      entry({ kind: "reversal", day: today(), amount: "40", currency: "EUR", reversesExternalId }),
    ]);
    await matchPayments(app.services, user.holder);
    expect((await rowOf(id))?.state).toBe("open");
    const second = await book(user, "withdrawal", "-40", referenceOfWithdrawal(id));
    expect(await rowOf(id)).toMatchObject({ state: "done", matches: [{ entry_id: second }] });
    expect(await cashOf(user)).toBe("60 0 60");
  });

  test("makes the job look again, as a part does", async () => {
    const user = await payer(app, "200");
    const queued = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from jobs.job
        where name = 'portfolios.match-payments' and singleton_key = ${`user/${user.id}`}`.execute(app.database.db);
      return rows[0]?.count;
    };
    const forget = () =>
      sql`delete from jobs.job where name = 'portfolios.match-payments' and singleton_key = ${`user/${user.id}`}`.execute(
        app.database.db,
      );
    const { id } = await withdraw(app, user, { ...user, sum: "100" });
    const first = await book(user, "withdrawal", "-50", referenceOfWithdrawal(id));
    await book(user, "withdrawal", "-50", referenceOfWithdrawal(id));
    await forget();
    await match(id, { entryId: first, accepts: ["less"], reason: "In two parts" });
    expect(await queued()).toBe(1);
    await matchPayments(app.services, user.holder);
    expect(await rowOf(id)).toMatchObject({ state: "done", rest: "0" });
    await forget();
    await office.client.payments.unmatchRequest({ params: { requestId: id }, body: { entryId: first } });
    expect(await queued()).toBe(1);
  });
});

describe("of two who match", () => {
  test("one entry with one request or two, the second is told that it is in use", async () => {
    const user = await payer(app, "200");
    const [first, second] = [
      await withdraw(app, user, { ...user, sum: "40" }),
      await withdraw(app, user, { ...user, sum: "40" }),
    ];
    const entryId = await book(user, "withdrawal", "-40", "Transfer");
    const by = (who: TestUser, requestId: number) =>
      codeOf(who.client.payments.matchRequest({ params: { requestId }, body: { entryId } }));
    expect((await Promise.all([by(office, first.id), by(colleague, first.id)])).toSorted()).toEqual(["done", "inUse"]);
    expect(await by(colleague, second.id)).toBe("inUse");
    expect(await cashOf(user)).toBe("160 40 120");
  });
});

describe("the list of payments without a request", () => {
  test("has each until a person says how it was dealt with; who may not decide sees it alone", async () => {
    const user = await payer(app, "1");
    const entryId = await book(user, "deposit", "500", "A gift");
    const find = async (state: "open" | "cleared" = "open", who = office) =>
      (await listed(state, who)).find((one) => one.entry_id === entryId);
    expect(await find()).toMatchObject({ kind: "deposit", amount: "500", names: [], requests: [], cleared: null });
    const internal = await app.as("internal");
    expect((await find("open", internal))?.can).toEqual({ clear: false, reopen: false });
    const clear = (who: TestUser, reason: string, state: "open" | "cleared" = "cleared") =>
      who.client.payments.clearUnexplained({ params: { entryId }, body: { state, reason } });
    expect(await faultsOf(clear(office, " "))).toEqual(["reason required"]);
    expect((await Promise.all([codeOf(clear(office, "Asked")), codeOf(clear(colleague, "Asked"))])).toSorted()).toEqual(
      ["done", "stateConflict"],
    );
    expect(await find()).toBeUndefined();
    expect(await find("cleared")).toMatchObject({ cleared: { reason: "Asked" } });
    await clear(office, "", "open");
    expect(await find()).toMatchObject({ cleared: null });
    // Announced after all, it leaves the list.
    const id = await announce(user, "500");
    await match(id, { entryId });
    expect(await find()).toBeUndefined();
    expect(await codeOf(clear(office, "Too late"))).toBe("stateConflict");
  });

  test("leaves out history that was taken over, unless it names a request, and what was reversed", async () => {
    const user = await payer(app, "1000");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const old = { ...deposit("2024-02-01", "70"), description: "Long ago" };
    const named = entry({
      kind: "withdrawal",
      day: "2024-02-02",
      amount: "-40",
      currency: "EUR",
      description: referenceOfWithdrawal(id),
    });
    const wrong = { ...deposit(today(), "33"), externalId: "wrong" };
    await bookEntries(app.services.db, user.holder, [old, named, wrong]);
    await matchPayments(app.services, user.holder);
    const amounts = async () =>
      (await listed()).filter(({ holder_id }) => holder_id === user.id).map(({ amount }) => amount);
    expect(await amounts()).toEqual(["-40", "33"]);
    await bookEntries(app.services.db, user.holder, [
      entry({ kind: "reversal", day: today(), amount: "-33", currency: "EUR", reversesExternalId: "wrong" }),
    ]);
    expect(await amounts()).toEqual(["-40"]);
  });

  test("shows whose reference a payment carries that was booked for another client, page by page", async () => {
    const [user, other] = [await payer(app, "1"), await payer(app, "1")];
    const { reference } = await other.client.payments.getCash({ params: other.holder });
    const entryId = await book(user, "deposit", "12", `For ${reference}`);
    const rows: { entry_id: number }[] = [];
    let cursor: string | undefined;
    do {
      const page = await office.client.payments.listUnexplained({ query: { limit: 2, ...(cursor && { cursor }) } });
      rows.push(...page.payments);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(rows.find((one) => one.entry_id === entryId)).toMatchObject({
      names: [{ request_id: null, holder_id: other.id }],
    });
    expect(new Set(rows.map(({ entry_id }) => entry_id)).size).toBe(rows.length);
  });
});

describe("a fee that the bank books without a reference", () => {
  afterEach(() => setWithdrawalFee(app, null));
  const paidWithFee = async () => {
    await setWithdrawalFee(app, { value: "5" });
    const user = await payer(app, "500");
    const { id } = await withdraw(app, user, { ...user, sum: "200" });
    await book(user, "withdrawal", "-200", referenceOfWithdrawal(id));
    return { user, id };
  };
  const matchFee = (requestId: number, entryId: number | null, reason = "") =>
    office.client.payments.matchFee({ params: { requestId }, body: { entryId, reason } });

  test("is proposed by amount, day and account, matched by staff, and can be taken back", async () => {
    const { user, id } = await paidWithFee();
    const custody = await book(user, "fee", "-7.50", "Custody");
    const own = await book(user, "fee", "-5", "Transfer charge");
    expect(await cashOf(user)).toBe("287.5 5 282.5");
    const { fees } = await candidatesOf(id);
    expect(fees.map(({ entry_id, sameAmount }) => [entry_id, sameAmount])).toEqual([
      [own, true],
      [custody, false],
    ]);
    expect((await listed()).filter(({ holder_id }) => holder_id === user.id)).toMatchObject([
      { kind: "fee", entry_id: own, requests: [{ id, rest: "5", sameAmount: true }] },
    ]);
    expect(await faultsOf(matchFee(id, custody))).toEqual(["reason required"]);
    await matchFee(id, own);
    expect(await cashOf(user)).toBe("287.5 0 287.5");
    expect((await rowOf(id))?.withdrawal).toMatchObject({ feeState: "posted", fee_entry_id: own });
    expect((await listed()).filter(({ holder_id }) => holder_id === user.id)).toEqual([]);
    expect(await codeOf(matchFee(id, custody, "Twice"))).toBe("stateConflict");
    await matchFee(id, null);
    expect(await cashOf(user)).toBe("287.5 5 282.5");
    expect(await codeOf(matchFee(id, null))).toBe("stateConflict");
  });

  test("is found after it was taken for not charged, and is another withdrawal's no more", async () => {
    const { user, id } = await paidWithFee();
    await sql`update cash_reservation set expires_at = now() - interval '1 second' where request_id = ${id}`.execute(
      app.database.db,
    );
    await expireWithdrawals(app.services);
    const fee = await book(user, "fee", "-5", "Transfer charge");
    expect((await rowOf(id))?.withdrawal).toMatchObject({ feeState: "voided" });
    await matchFee(id, fee);
    expect(await cashOf(user)).toBe("295 0 295");
    const other = await withdraw(app, user, { ...user, sum: "50" });
    await book(user, "withdrawal", "-50", referenceOfWithdrawal(other.id));
    expect(await codeOf(matchFee(other.id, fee))).toBe("inUse");
    expect((await candidatesOf(other.id)).fees).toEqual([]);
  });

  test("is reserved again when its entry is reversed", async () => {
    const { user, id } = await paidWithFee();
    const fee = await book(user, "fee", "-5", "Transfer charge");
    await matchFee(id, fee);
    const { rows } = await sql<{ external_id: string }>`
      select external_id from ledger_entry where id = ${fee}`.execute(app.database.db);
    await bookEntries(app.services.db, user.holder, [
      entry({
        kind: "reversal",
        day: today(),
        amount: "5",
        currency: "EUR",
        reversesExternalId: rows[0]?.external_id ?? "",
      }),
    ]);
    await matchPayments(app.services, user.holder);
    expect(await cashOf(user)).toBe("300 5 295");
  });
});
