/** The fee of a withdrawal: reserved with the amount, and booked with the payment, after it, or never. */
import { ApiError } from "@portico/api/errors.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { recordMails } from "../../../testing/effects.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { entry } from "../../portfolios/testing/firm.ts";
import { matchPayments } from "../matching/matching.ts";
import { referenceOfWithdrawal } from "../matching/reference-formats.ts";
import { type Payer, payer, setWithdrawalFee, withdraw } from "../testing/payments.ts";
import { expireWithdrawals } from "./expiry.ts";

let app: TestApp;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
});
afterEach(() => setWithdrawalFee(app, null));
afterAll(() => app.close());

const today = () => new Date().toISOString().slice(0, 10);
const cashOf = async ({ client, holder }: Payer) => {
  const { cash } = await client.payments.getCash({ params: holder });
  return cash.map(({ amount, reserved, available }) => `${amount} ${reserved} ${available}`).join();
};
const faultsOf = (call: Promise<unknown>): Promise<string[]> =>
  call.then(
    () => [],
    (error: unknown) => (error as ApiError).errors.map(({ path, code }) => `${path} ${code}`),
  );
const paid = (user: Payer, kind: "withdrawal" | "fee", amount: string, id: number) =>
  bookEntries(app.services.db, user.holder, [
    entry({ kind, day: today(), amount, currency: "EUR", description: `X ${referenceOfWithdrawal(id)}` }),
  ]);
const rowOf = async (id: number) =>
  (await office.client.payments.listRequests({ query: { limit: 200 } })).requests.find((one) => one.id === id);

test("must be covered by the cash as well: a cent less is refused at the sum, and what is asked for is reserved with it", async () => {
  await setWithdrawalFee(app, { value: "5.00" });
  const user = await payer(app, "100");
  expect((await user.client.payments.getCash({ params: user.holder })).withdrawalFees).toEqual([
    { kind: "amount", value: "5.00", currency: "EUR", minimum: null },
  ]);
  for (const sum of ["95.01", "100"])
    expect(await faultsOf(withdraw(app, user, { ...user, sum })), sum).toEqual(["transactionInfo.sum moreThanHeld"]);
  const mails = recordMails(app);
  const { id } = await withdraw(app, user, { ...user, sum: "95" });
  expect(await cashOf(user)).toBe("100 100 0");
  expect(await rowOf(id)).toMatchObject({
    withdrawal: { fee: "5", feeState: "pending" },
    cash: { reserved: "100", available: "0" },
  });
  expect(mails.find(({ template }) => template === "news")?.params).toMatchObject({
    document: expect.stringContaining("95 EUR (+ 5 EUR) → …") as string,
  });
  await user.client.payments.withdrawRequest({ params: { ...user.holder, requestId: id }, body: {} });
  expect(await cashOf(user)).toBe("100 0 100");
  expect((await rowOf(id))?.withdrawal).toMatchObject({ reservation: "voided", feeState: "voided" });
});

test("is a percentage with a minimum, rounded to the currency, where the table says so", async () => {
  const user = await payer(app, "1000");
  await setWithdrawalFee(app, { kind: "percent", value: "0.15", currency: null });
  const rounded = await withdraw(app, user, { ...user, sum: "33.33" });
  await setWithdrawalFee(app, { kind: "percent", value: "0.15", minimum: "2" });
  const least = await withdraw(app, user, { ...user, sum: "100" });
  await setWithdrawalFee(app, { value: "5", currency: "USD" });
  const other = await withdraw(app, user, { ...user, sum: "1" });
  const fees = [rounded, least, other].map(async ({ id }) => (await rowOf(id))?.withdrawal?.fee);
  expect(await Promise.all(fees)).toEqual(["0.05", "2", "0"]);
});

test("stays reserved after the payment until its own entry is booked, and a match that is undone reserves both", async () => {
  await setWithdrawalFee(app, { value: "5" });
  const user = await payer(app, "500");
  const { id } = await withdraw(app, user, { ...user, sum: "200" });
  await paid(user, "withdrawal", "-200", id);
  await matchPayments(app.services, user.holder);
  expect(await cashOf(user)).toBe("300 5 295");
  expect((await rowOf(id))?.withdrawal).toMatchObject({ reservation: "posted", feeState: "pending" });
  await paid(user, "fee", "-5", id);
  await matchPayments(app.services, user.holder);
  await matchPayments(app.services, user.holder);
  expect(await cashOf(user)).toBe("295 0 295");
  expect((await rowOf(id))?.withdrawal).toMatchObject({ feeState: "posted" });
  await office.client.payments.unmatchRequest({ params: { requestId: id }, body: {} });
  expect(await cashOf(user)).toBe("295 205 90");
});

test("is posted with the payment that contains it, and with the fee's entry that was booked first", async () => {
  await setWithdrawalFee(app, { value: "5" });
  const user = await payer(app, "500");
  const [one, two] = [
    await withdraw(app, user, { ...user, sum: "100" }),
    await withdraw(app, user, { ...user, sum: "150" }),
  ];
  await paid(user, "withdrawal", "-105", one.id);
  await paid(user, "fee", "-5", two.id);
  await paid(user, "withdrawal", "-150", two.id);
  expect(await matchPayments(app.services, user.holder)).toMatchObject({ matched: 2 });
  expect(await cashOf(user)).toBe("240 0 240");
});

test("that nobody books is free again when the withdrawal's time is over", async () => {
  await setWithdrawalFee(app, { value: "5" });
  const user = await payer(app, "500");
  const { id } = await withdraw(app, user, { ...user, sum: "200" });
  await paid(user, "withdrawal", "-200", id);
  await matchPayments(app.services, user.holder);
  await sql`update cash_reservation set expires_at = now() - interval '1 second' where request_id = ${id}`.execute(
    app.database.db,
  );
  expect(await expireWithdrawals(app.services)).toEqual({ expired: 1, failed: 0 });
  expect(await expireWithdrawals(app.services)).toEqual({ expired: 0, failed: 0 });
  expect(await cashOf(user)).toBe("300 0 300");
  expect(await rowOf(id)).toMatchObject({ state: "done", withdrawal: { reservation: "posted", feeState: "voided" } });
});
