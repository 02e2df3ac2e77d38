/** Statements of the firm's pooled account: each entry is booked once, for the client that it names, or waits for a person. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf } from "../../../testing/effects.ts";
import { matchPayments } from "../../payments/matching/matching.ts";
import { referenceOfDeposits, referenceOfWithdrawal } from "../../payments/matching/reference-formats.ts";
import { type Payer, payer, withdraw } from "../../payments/testing/payments.ts";
import { camt053, camt054, mt940, type WrittenEntry } from "../testing/bank-files.ts";
import { confirm, heldBy, refused, upload } from "../testing/uploads.ts";

let app: TestApp;
let staff: TestUser;
const account = "DE89370400440532013000";
/** Payments of a request are not before it. */
const day = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as("office");
  const one = {
    currency: "EUR",
    beneficiary: "Firm",
    iban: account,
    bic: "COBADEFFXXX",
    bank: "Commerzbank",
    address: "",
    nip: "",
  };
  await sql`
    insert into setting (name, data) values ('depositInstructions', ${JSON.stringify({ accounts: [one] })}::jsonb)
    on conflict (name) do update set data = excluded.data`.execute(app.database.db);
});
afterAll(() => app.close());

let numbers = 0;
const bank = () => `B${++numbers}`;
const read = (content: string): Promise<ImportPreview> => upload(staff, content, { kind: "cash" });
async function imported(content: string): Promise<ImportPreview> {
  const preview = await read(content);
  expect(refused(preview)).toEqual([]);
  return confirm(staff, preview);
}
const counts = ({ bankAccounts }: ImportPreview) =>
  bankAccounts.map(({ known, booked, open }) => [known, booked, open]);
const paysIn = ({ holder }: Payer, amount: string): WrittenEntry => ({
  day,
  amount,
  text: `Saving ${referenceOfDeposits(holder)}`,
  bank: bank(),
});
const cashOf = async ({ id }: Payer) => (await heldBy(app.services.db, id)).cash["EUR"];
const open = async () =>
  (await staff.client.payments.listBankEntries({ query: { state: "open", limit: 200 } })).entries;
const ordered = async (client: Payer, sum: string): Promise<number> => {
  const { id } = await withdraw(app, client, { ...client, sum });
  await staff.client.payments.handleRequest({ params: { requestId: id }, body: { state: "paying" } });
  return id;
};
const stateOf = async (client: Payer, id: number) =>
  (await staff.client.payments.listRequests({ query: { holder_type: "user", holder_id: client.id } })).requests.find(
    (one) => one.id === id,
  )?.state;

test("an entry that names a client is booked once, by whichever message comes, and one that names nobody waits", async () => {
  const client = await payer(app, "100");
  const entries = [paysIn(client, "50"), { day, amount: "-3.5", text: "Fees", bank: bank(), code: "PMNT/MDOP/CHRG" }];
  const notification = await imported(camt054({ account, entries: entries.slice(0, 1) }));
  expect([counts(notification), notification.newRows]).toEqual([[[0, 1, 0]], 1]);
  const statement = await imported(camt053({ account, opening: "10", entries }));
  expect([counts(statement), statement.closes]).toEqual([[[1, 0, 1]], true]);
  const again = await imported(mt940({ account, opening: "10", entries }));
  expect([counts(again), again.newRows]).toEqual([[[2, 0, 0]], 0]);
  expect(await cashOf(client)).toBe("150");
  expect(await open()).toMatchObject([{ amount: "-3.5", bank: "Commerzbank", state: "open" }]);
});

test("a statement that does not close is refused with its difference", async () => {
  const client = await payer(app, "1");
  const preview = await read(camt053({ account, opening: "10", closing: "12", entries: [paysIn(client, "5")] }));
  expect(refused(preview)[0]).toMatch(/notClosing .*: 3 EUR$/);
  expect([preview.closes, preview.bankAccounts[0]?.difference]).toEqual([false, "3"]);
});

test("a payment out is matched by its reference, and its return ends the withdrawal as returned, once", async () => {
  const client = await payer(app, "500");
  const id = await ordered(client, "200");
  const own = referenceOfWithdrawal(id);
  await imported(camt054({ account, entries: [{ day, amount: "-200", own, bank: bank(), code: "PMNT/ICDT/ESCT" }] }));
  await matchPayments(app.services, client.holder);
  expect(await stateOf(client, id)).toBe("done");
  const back = {
    day,
    amount: "200",
    own,
    bank: bank(),
    isReversal: true,
    returnReason: "AC04",
    code: "PMNT/ICDT/RRTN",
  };
  await imported(camt053({ account, entries: [back] }));
  await matchPayments(app.services, client.holder);
  expect([await stateOf(client, id), await cashOf(client)]).toEqual(["returned", "500"]);
  // A second return is money that nobody expects: it is booked, and a person looks at it.
  await imported(camt053({ account, entries: [{ ...back, bank: bank() }] }));
  await matchPayments(app.services, client.holder);
  expect([await stateOf(client, id), await cashOf(client)]).toEqual(["returned", "700"]);
  const { payments } = await staff.client.payments.listUnexplained({ query: { limit: 200 } });
  expect(payments.filter((one) => one.holder_id === client.id)).toMatchObject([{ amount: "200", kind: "deposit" }]);
});

test("a payment that came back before it was matched frees what it reserved", async () => {
  const client = await payer(app, "300");
  const id = await ordered(client, "120");
  const own = referenceOfWithdrawal(id);
  const entries = [
    { day, amount: "-120", own, bank: bank(), code: "PMNT/ICDT/ESCT" },
    { day, amount: "120", own, bank: bank(), isReversal: true, code: "PMNT/ICDT/RRTN" },
  ];
  await imported(camt053({ account, entries }));
  await matchPayments(app.services, client.holder);
  const cash = await client.client.payments.getCash({ params: client.holder });
  expect([await stateOf(client, id), await cashOf(client)]).toEqual(["returned", "300"]);
  expect(cash.cash).toMatchObject([{ currency: "EUR", amount: "300", reserved: "0" }]);
});

test("the payments of a batch are booked each for its client; a batch that does not add up waits as a whole", async () => {
  const [one, other] = [await payer(app, "100"), await payer(app, "100")];
  const [first, second] = [await ordered(one, "10"), await ordered(other, "20")];
  const payments = [
    { amount: "-10", own: referenceOfWithdrawal(first) },
    { amount: "-20", own: referenceOfWithdrawal(second) },
  ];
  const batch = { day, amount: "-30", bank: bank(), payments, code: "PMNT/ICDT/ESCT" };
  expect(counts(await imported(camt053({ account, entries: [batch] })))).toEqual([[0, 2, 0]]);
  for (const client of [one, other]) await matchPayments(app.services, client.holder);
  expect([await stateOf(one, first), await stateOf(other, second)]).toEqual(["done", "done"]);
  // The statement of a bank that does not tell the payments.
  const { payments: _payments, ...whole } = batch;
  expect(counts(await imported(camt053({ account, entries: [whole] })))).toEqual([[1, 0, 0]]);
  const wrong = { ...batch, amount: "-31", bank: bank() };
  expect(counts(await imported(camt053({ account, entries: [wrong] })))).toEqual([[0, 0, 1]]);
});

test("the bank takes back a deposit that was booked: it is reversed", async () => {
  const client = await payer(app, "100");
  const deposit = paysIn(client, "40");
  await imported(camt053({ account, entries: [deposit] }));
  expect(await cashOf(client)).toBe("140");
  const preview = await imported(
    camt053({ account, opening: "40", entries: [{ ...deposit, amount: "-40", isReversal: true }] }),
  );
  expect(preview.sample).toMatchObject([{ kind: "reversal" }]);
  expect(await cashOf(client)).toBe("100");
});

test("a colleague assigns what names nobody, takes it back, and keeps it as the firm's own; each has one outcome", async () => {
  const client = await payer(app, "100");
  await imported(camt053({ account, entries: [{ day, amount: "77", text: "no reference", bank: bank() }] }));
  const entry = (await open()).find(({ amount }) => amount === "77");
  const params = { entryId: entry?.id ?? 0 };
  const assign = () =>
    staff.client.payments.assignBankEntry({
      params,
      body: { holderType: "user", holderId: client.id, reason: "They called" },
    });
  expect(await assign()).toEqual({ state: "booked" });
  expect(await codeOf(assign())).toBe("stateConflict");
  expect(await cashOf(client)).toBe("177");
  const reopen = () => staff.client.payments.reopenBankEntry({ params, body: { reason: "Another client's" } });
  expect(await reopen()).toEqual({ state: "open" });
  expect(await cashOf(client)).toBe("100");
  expect(await codeOf(reopen())).toBe("stateConflict");
  await assign();
  expect(await cashOf(client)).toBe("177");
  await reopen();
  expect(await staff.client.payments.keepBankEntry({ params, body: { reason: "Interest of the bank" } })).toEqual({
    state: "own",
  });
  const own = await staff.client.payments.listBankEntries({ query: { state: "own" } });
  expect(own.entries).toMatchObject([{ id: params.entryId, decided: { reason: "Interest of the bank" } }]);
  // The next statement does not bring it again.
  expect((await open()).some(({ id }) => id === params.entryId)).toBe(false);
});

test("two confirmations of files with the same entry book it once", async () => {
  const client = await payer(app, "100");
  const entries = [paysIn(client, "5")];
  const [one, other] = [await read(camt053({ account, entries })), await read(camt054({ account, entries }))];
  const results = await Promise.all([one, other].map((preview) => codeOf(confirm(staff, preview))));
  expect(results.toSorted()).toEqual(["done", "stateConflict"]);
  expect(await cashOf(client)).toBe("105");
});
