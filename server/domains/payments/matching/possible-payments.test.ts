/** Requests that are about to be closed although a booked payment may be theirs: declined, returned, cancelled, expired. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, faultsOf } from "../../../testing/effects.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { entry } from "../../portfolios/testing/firm.ts";
import {
  confirmWithdrawal,
  type Payer,
  payer,
  payingCompany,
  setWithdrawalFee,
  withdraw,
} from "../testing/payments.ts";
import { expireWithdrawals } from "../withdrawals/expiry.ts";
import { matchPayments } from "./matching.ts";
import { referenceOfWithdrawal } from "./reference-formats.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga" });
  admin = await app.as("admin", { name: "Anna" });
});
afterAll(() => app.close());

const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A row of a statement; `isSeen`: the matching job has run since. */
async function book(
  { holder }: Pick<Payer, "holder">,
  amount: string,
  { description = "Transfer", day = today(), currency = "EUR", isSeen = true } = {},
): Promise<number> {
  const kind = amount.startsWith("-") ? "withdrawal" : "deposit";
  const row = entry({ kind, day, amount, currency, description, externalId: crypto.randomUUID() });
  await bookEntries(app.services.db, holder, [row]);
  if (isSeen) await matchPayments(app.services, holder);
  const { rows } = await sql<{ id: number }>`
    select id from ledger_entry where external_id = ${row.externalId}`.execute(app.database.db);
  return rows[0]?.id ?? 0;
}
const rowOf = async (id: number) => {
  const { requests } = await office.client.payments.listRequests({ query: { limit: 200 } });
  return requests.find((one) => one.id === id);
};
const unmatchedOf = async (id: number) => (await rowOf(id))?.unmatched.map(({ entry_id }) => entry_id);
const cashOf = async ({ client, holder }: Payer) => {
  const { cash } = await client.payments.getCash({ params: holder });
  return cash.map(({ amount, reserved, available }) => `${amount} ${reserved} ${available}`).join();
};
const decline = (
  requestId: number,
  seen: { otherPayments?: number[]; reason?: string } = {},
  state: "declined" | "returned" | "paying" = "declined",
) => office.client.payments.handleRequest({ params: { requestId }, body: { state, staffMessage: "Sorry", ...seen } });
const cancel = ({ client, holder }: Pick<Payer, "client" | "holder">, requestId: number) =>
  client.payments.withdrawRequest({ params: { ...holder, requestId }, body: {} });
const expire = async (requestId: number) => {
  await sql`update cash_reservation set expires_at = now() - interval '1 second' where request_id = ${requestId}`.execute(
    app.database.db,
  );
  await expireWithdrawals(app.services);
};
const newsOf = async ({ id }: Pick<TestUser, "id">, type: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification where type = ${type} and target_id = ${id}`.execute(
    app.database.db,
  );
  return rows[0]?.count ?? 0;
};

describe("declining", () => {
  test.each([
    ["of another amount", "-39.20", "Transfer"],
    ["of the same amount without a reference", "-40", "Transfer"],
    ["of another amount with its reference", "-25", "reference"],
  ])("names a booked payment %s, with a reason, and both stay", async (_, amount, text) => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const description = text === "reference" ? `SEPA ${referenceOfWithdrawal(id)}` : text;
    const entryId = await book(user, amount, { description });
    expect((await rowOf(id))?.unmatched).toMatchObject([
      { entry_id: entryId, amount, byReference: text === "reference", sameAmount: amount === "-40" },
    ]);
    const before = await cashOf(user);
    expect(await faultsOf(decline(id))).toEqual(["otherPayments required"]);
    expect(await faultsOf(decline(id, { reason: "Not this one" }))).toEqual(["otherPayments required"]);
    expect(await faultsOf(decline(id, { otherPayments: [entryId] }))).toEqual(["reason required"]);
    expect(await faultsOf(decline(id, { otherPayments: [entryId], reason: " " }))).toEqual(["reason required"]);
    expect(await cashOf(user)).toBe(before);
    const declined = await decline(id, { otherPayments: [entryId], reason: "It is the custodian's debit" });
    expect(declined).toMatchObject({ state: "declined", unmatched: [] });
    const audit = await auditOf(app, { type: "transactionRequest", id });
    expect(audit.at(-1)?.after).toEqual({
      state: "declined",
      staffMessage: "Sorry",
      otherPayments: [entryId],
      reason: "It is the custodian's debit",
    });
    // Nothing is lost: the payment stays on the list, and the request can still be matched with it.
    const { payments } = await office.client.payments.listUnexplained({ query: { limit: 200 } });
    expect(payments.find((one) => one.entry_id === entryId)?.requests.map((one) => one.id)).toEqual([id]);
  });

  test("asks about what was booked after the page was loaded, also before the matching job has run", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const first = await book(user, "-1", { isSeen: false });
    const seen = await unmatchedOf(id);
    expect(seen).toEqual([first]);
    const second = await book(user, "-2", { isSeen: false });
    expect(await faultsOf(decline(id, { otherPayments: seen ?? [], reason: "Bank charges" }))).toEqual([
      "otherPayments required",
    ]);
    await decline(id, { otherPayments: [first, second], reason: "Bank charges" });
    expect((await rowOf(id))?.state).toBe("declined");
  });

  test("asks about nothing that is long before it, in another currency or direction, another's, matched or dealt with", async () => {
    const user = await payer(app, "500");
    const other = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const sibling = await withdraw(app, user, { ...user, sum: "70" });
    const paid = await withdraw(app, user, { ...user, sum: "30" });
    await book(user, "-40", { day: daysAgo(20) });
    await book(user, "-40", { currency: "USD" });
    await book(user, "40");
    await book(other, "-40");
    await book(user, "-69", { description: referenceOfWithdrawal(sibling.id) });
    await book(user, "-30", { description: referenceOfWithdrawal(paid.id) });
    const dealtWith = await book(user, "-3");
    expect(await unmatchedOf(id)).toEqual([dealtWith]);
    await office.client.payments.clearUnexplained({
      params: { entryId: dealtWith },
      body: { state: "cleared", reason: "Custody charge" },
    });
    expect(await unmatchedOf(id)).toEqual([]);
    // Open again, it is asked about again; what carries the reference always is.
    await office.client.payments.clearUnexplained({ params: { entryId: dealtWith }, body: { state: "open" } });
    expect(await unmatchedOf(id)).toEqual([dealtWith]);
    await office.client.payments.clearUnexplained({
      params: { entryId: dealtWith },
      body: { state: "cleared", reason: "Custody charge" },
    });
    const own = await book(user, "-12", { description: referenceOfWithdrawal(id) });
    await office.client.payments.clearUnexplained({
      params: { entryId: own },
      body: { state: "cleared", reason: "Somebody's" },
    });
    expect(await unmatchedOf(id)).toEqual([own]);
    await decline(sibling.id, { otherPayments: (await unmatchedOf(sibling.id)) ?? [], reason: "The bank's mistake" });
    expect((await rowOf(sibling.id))?.state).toBe("declined");
  });

  test("saying that the bank returned it asks, too; a paid one is returned without a question", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    await decline(id, {}, "paying");
    const entryId = await book(user, "-38.50");
    expect(await faultsOf(decline(id, {}, "returned"))).toEqual(["otherPayments required"]);
    await office.client.payments.matchRequest({
      params: { requestId: id },
      body: { entryId, accepts: ["less"], reason: "The bank kept its fee" },
    });
    await book(user, "-1.50", { description: referenceOfWithdrawal(id) });
    expect((await rowOf(id))?.state).toBe("done");
    await decline(id, {}, "returned");
    expect((await rowOf(id))?.state).toBe("returned");
  });

  test("asks about a payment in another currency that carries its reference", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const entryId = await book(user, "-40", { currency: "USD", description: referenceOfWithdrawal(id) });
    expect((await rowOf(id))?.unmatched).toMatchObject([{ entry_id: entryId, byReference: true, sameAmount: false }]);
    expect(await faultsOf(decline(id))).toEqual(["otherPayments required"]);
    expect(await codeOf(cancel(user, id))).toBe("paymentBooked");
  });

  test("of an announced deposit asks about one of another amount", async () => {
    const user = await payer(app, "1");
    const { id } = await user.client.payments.requestTransaction({
      params: user.holder,
      body: { type: "deposit", transactionInfo: { sum: "1000", currency: "EUR" } },
    });
    const entryId = await book(user, "999", { description: "Own funds" });
    expect(await faultsOf(decline(id))).toEqual(["otherPayments required"]);
    // The client takes back an announcement, not money.
    expect(await codeOf(cancel(user, id))).toBe("done");
    expect(await newsOf(user, "client_withdrawal_maybe_paid")).toBe(0);
    expect(entryId).toBeGreaterThan(0);
  });

  test("counts a payment that contains the fee as of the same amount", async () => {
    await setWithdrawalFee(app, { value: "5" });
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    await book(user, "-45");
    expect((await rowOf(id))?.unmatched).toMatchObject([{ sameAmount: true, byReference: false }]);
    await setWithdrawalFee(app, null);
  });

  test("of two staff, one who declines and one who matches, one is first", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const entryId = await book(user, "-40");
    const answers = await Promise.all([
      codeOf(decline(id, { otherPayments: [entryId], reason: "Another's" })),
      codeOf(admin.client.payments.matchRequest({ params: { requestId: id }, body: { entryId } })),
    ]);
    // Declined first, the match asks whether a closed request is meant.
    expect([
      ["done", "badInput"],
      ["stateConflict", "done"],
    ]).toContainEqual(answers);
    expect(await cashOf(user)).toBe("60 0 60");
  });
});

describe("cancelling by the client", () => {
  test("is refused while a payment that carries its reference is booked, and said so on their page", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const entryId = await book(user, "-25", { description: `SEPA ${referenceOfWithdrawal(id)}` });
    const paymentOf = async () => (await user.client.payments.getCash({ params: user.holder })).payments[0];
    expect(await paymentOf()).toMatchObject({ id, isBooked: true, can: { cancel: false } });
    expect(await codeOf(cancel(user, id))).toBe("paymentBooked");
    expect(await cashOf(user)).toBe("75 40 35");
    // A reversal takes the payment back: the client decides again.
    const { rows } = await sql<{ external_id: string }>`
      select external_id from ledger_entry where id = ${entryId}`.execute(app.database.db);
    const reversesExternalId = rows[0]?.external_id ?? "";
    await bookEntries(app.services.db, user.holder, [
      entry({ kind: "reversal", day: today(), amount: "25", currency: "EUR", reversesExternalId }),
    ]);
    expect(await paymentOf()).toMatchObject({ isBooked: false, can: { cancel: true } });
    await cancel(user, id);
    expect(await cashOf(user)).toBe("100 0 100");
  });

  test("with a payment that only may be its own frees the cash, and staff are told", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const entryId = await book(user, "-40");
    expect((await user.client.payments.getCash({ params: user.holder })).payments[0]).toMatchObject({
      isBooked: false,
      can: { cancel: true },
    });
    await cancel(user, id);
    expect(await cashOf(user)).toBe("60 0 60");
    expect(await newsOf(user, "client_withdrawal_maybe_paid")).toBeGreaterThan(0);
    await office.client.payments.matchRequest({
      params: { requestId: id },
      body: { entryId, accepts: ["closed"], reason: "Paid before it was cancelled" },
    });
    expect(await rowOf(id)).toMatchObject({ state: "done" });
    expect(await cashOf(user)).toBe("60 0 60");
  });

  test("without any payment tells nobody, and another's request is not found", async () => {
    const [user, other] = [await payer(app, "100"), await payer(app, "100")];
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    expect(await codeOf(cancel(other, id))).toBe("notFound");
    await cancel(user, id);
    expect(await codeOf(cancel(user, id))).toBe("stateConflict");
    expect(await newsOf(user, "client_withdrawal_maybe_paid")).toBe(0);
  });
});

describe("expiry", () => {
  test("leaves a withdrawal that may be paid, until the payment is dealt with", async () => {
    const user = await payer(app, "100");
    const { id } = await withdraw(app, user, { ...user, sum: "40" });
    const entryId = await book(user, "-39");
    await expire(id);
    expect(await rowOf(id)).toMatchObject({ state: "open", unmatched: [{ entry_id: entryId }] });
    expect(await cashOf(user)).toBe("61 40 21");
    const { payments } = await office.client.payments.listUnexplained({ query: { limit: 200 } });
    expect(payments.some((one) => one.entry_id === entryId)).toBe(true);
    await office.client.payments.clearUnexplained({
      params: { entryId },
      body: { state: "cleared", reason: "A card payment at the custodian" },
    });
    await expire(id);
    expect((await rowOf(id))?.state).toBe("expired");
    expect(await cashOf(user)).toBe("61 0 61");
  });

  test("ends the others of the same run", async () => {
    const user = await payer(app, "100");
    const held = await withdraw(app, user, { ...user, sum: "40" });
    await book(user, "-39", { description: referenceOfWithdrawal(held.id) });
    const free = await withdraw(app, user, { ...user, sum: "10" });
    await sql`update cash_reservation set expires_at = now() - interval '1 second'
      where request_id in (${held.id}, ${free.id})`.execute(app.database.db);
    await expireWithdrawals(app.services);
    expect([(await rowOf(held.id))?.state, (await rowOf(free.id))?.state]).toEqual(["open", "expired"]);
  });

  test("leaves one that representatives must still confirm, and that its payment then finds", async () => {
    const { holder, people, account } = await payingCompany(app, { office, admin }, "two");
    const { id } = await withdraw(app, people[0], { holder, account, sum: "40" });
    const entryId = await book({ holder }, "-40", { description: referenceOfWithdrawal(id) });
    await expire(id);
    expect((await rowOf(id))?.state).toBe("awaitingSigners");
    expect(await codeOf(cancel({ client: people[0].client, holder }, id))).toBe("paymentBooked");
    // The missing confirmation lets the payment find it.
    await confirmWithdrawal(app, people[1], holder, id);
    await matchPayments(app.services, holder);
    expect(await rowOf(id)).toMatchObject({ state: "done", matches: [{ entry_id: entryId }], unmatched: [] });
  });
});
