/** What was shown is booked, or nothing is: confirmations that conflict with another change. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../../testing/app.ts";
import { confirm, heldBy, imported, refused, type TestApp, upload } from "../testing/uploads.ts";

let portal: TestApp;
let staff: TestUser;
let colleague: TestUser;
beforeAll(async () => {
  portal = await createTestApp();
  staff = await portal.as("office");
  colleague = await portal.as("admin");
});
afterAll(() => portal.close());

let accounts = 0;
async function client(): Promise<{ account: string; id: number }> {
  const account = `U8${String(++accounts).padStart(5, "0")}`;
  const { id } = await portal.as("client", { clientNumber: account });
  return { account, id };
}
const deposits = (account: string, ...amounts: number[]): string =>
  [
    "account,date,kind,currency,amount,id",
    ...amounts.map((amount) => `${account},2024-01-03,deposit,EUR,${amount},D${amount}`),
  ].join("\n");
const cashOf = async (id: number) => (await heldBy(portal.services.db, id)).cash;
const reread = ({ id }: { id: number }) => staff.client.imports.get({ params: { id } });

test("of two who confirm the same file at the same time one writes it, and the other is told and shown it anew", async () => {
  const { account, id } = await client();
  const file = deposits(account, 100, 50);
  const previews = [await upload(staff, file), await upload(colleague, file)] as const;
  const ends = await Promise.allSettled([confirm(staff, previews[0]), confirm(colleague, previews[1])]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const lost = ends.findIndex(({ status }) => status === "rejected");
  expect(ends[lost]).toMatchObject({ reason: { code: "stateConflict" } });
  expect(await cashOf(id)).toEqual({ EUR: "150" });
  const shown = await reread(previews[lost] as { id: number });
  expect(shown).toMatchObject({ state: "previewed", newRows: 0, knownRows: 2 });
  // Confirming the renewed preview works as usual, and nothing is booked twice.
  expect(await confirm(staff, shown)).toMatchObject({ state: "confirmed", newRows: 0 });
  expect(await cashOf(id)).toEqual({ EUR: "150" });
});

test("staff book no statement for themselves, nor for a company that they act for; a colleague does", async () => {
  const account = `OWN${String(++accounts).padStart(4, "0")}`;
  const clerk = await portal.as("office", { clientNumber: account });
  const preview = await upload(clerk, deposits(account, 1000));
  expect(preview.can).toMatchObject({ confirm: false, discard: true });
  await expect(confirm(clerk, preview)).rejects.toMatchObject({ code: "fourEyes" });
  expect(await cashOf(clerk.id)).toEqual({});
  const creator = await portal.as("client");
  const { id: companyId } = await creator.client.companies.create({ params: { userId: creator.id }, body: {} });
  // Staff are given no such right today; some may have one from before.
  await portal.database.db.insertInto("representation").values({ company_id: companyId, user_id: clerk.id }).execute();
  await portal.database.db
    .insertInto("holder_account")
    .values({ holder_type: "company", holder_id: companyId, client_number: `${account}C` })
    .execute();
  const second = await upload(clerk, deposits(`${account}C`, 1000));
  await expect(confirm(clerk, second)).rejects.toMatchObject({ code: "fourEyes" });
  await confirm(colleague, preview);
  expect(await cashOf(clerk.id)).toEqual({ EUR: "1000" });
});

test("the same preview confirmed three times at once is written once, and answers all three alike", async () => {
  const { account, id } = await client();
  const preview = await upload(staff, deposits(account, 7));
  const answers = await Promise.all([confirm(staff, preview), confirm(staff, preview), confirm(colleague, preview)]);
  expect(answers.map(({ state, newRows }) => [state, newRows])).toEqual([
    ["confirmed", 1],
    ["confirmed", 1],
    ["confirmed", 1],
  ]);
  expect(await cashOf(id)).toEqual({ EUR: "7" });
});

test("a balance that another import changed is shown anew before anything is written", async () => {
  const { account, id } = await client();
  const preview = await upload(staff, deposits(account, 10));
  await imported(colleague, deposits(account, 1000));
  await expect(confirm(staff, preview)).rejects.toMatchObject({ code: "stateConflict" });
  expect(await cashOf(id)).toEqual({ EUR: "1000" });
  const shown = await reread(preview);
  expect(shown.accounts[0]?.positions).toMatchObject([{ cash: true, before: "1000", after: "1010" }]);
  await confirm(staff, shown);
  expect(await cashOf(id)).toEqual({ EUR: "1010" });
});

test("a client number that moved to somebody else meanwhile does not take the file along unseen", async () => {
  const [first, second] = [await client(), await client()];
  const preview = await upload(staff, deposits(first.account, 25));
  const setNumber = (id: number, clientNumber: string | null) =>
    staff.client.users.setClientNumber({ params: { id }, body: { clientNumber } });
  await setNumber(first.id, null);
  await expect(confirm(staff, await upload(staff, deposits(second.account, 3)))).resolves.toMatchObject({
    state: "confirmed",
  });
  await setNumber(second.id, first.account);
  await expect(confirm(staff, preview)).rejects.toMatchObject({ code: "stateConflict" });
  expect(await cashOf(first.id)).toEqual({});
  expect(await cashOf(second.id)).toEqual({ EUR: "3" });
  expect((await reread(preview)).accounts[0]?.holder).toMatchObject({ holder_id: second.id });
});

test("a client number that nobody has any more refuses the file, and nothing is written", async () => {
  const { account, id } = await client();
  const preview = await upload(staff, deposits(account, 25));
  await staff.client.users.setClientNumber({ params: { id }, body: { clientNumber: null } });
  await expect(confirm(staff, preview)).rejects.toMatchObject({ code: "fileRefused" });
  const shown = await reread(preview);
  expect([shown.state, refused(shown)]).toEqual(["refused", [`2 unknownAccount ${account}`]]);
  expect(await cashOf(id)).toEqual({});
});

test("prices that a colleague wrote meanwhile are shown as known before the rest is confirmed", async () => {
  const rates = (...days: number[]) =>
    ["currency,date,rate,source", ...days.map((day) => `CZK,2024-03-0${day},25.${day},ECB`)].join("\n");
  const preview = await upload(staff, rates(1, 2), { kind: "rates" });
  await imported(colleague, rates(1), { kind: "rates" });
  await expect(confirm(staff, preview)).rejects.toMatchObject({ code: "stateConflict" });
  expect(await reread(preview)).toMatchObject({ state: "previewed", newRows: 1, knownRows: 1 });
});

const long = "x".repeat(3000);
test.each([
  ["a ticker", "ticker", long, "2 tooLong ticker"],
  ["a name", "name", long, "2 tooLong name"],
  ["an id", "id", long, "2 tooLong id"],
  ["an order", "order", long, "2 tooLong order"],
  ["a description", "description", long, "2 tooLong description"],
  ["a quantity", "quantity", "123456789012", "2 outOfRange quantity: 123456789012"],
  ["an amount", "amount", "-1234567890123456", "2 outOfRange amount: -1234567890123456"],
  ["decimals", "amount", "-0.1234567890123", "2 outOfRange amount: -0.1234567890123"],
  ["an option", "ticker", "AAPL  240119C00100000", "2 derivative AAPL 240119C00100000"],
])("%s beyond what can be kept is refused with its line, not an error", async (_, column, value, reason) => {
  const { account } = await client();
  const row: Record<string, string> = {
    account,
    date: "2024-01-03",
    kind: "buy",
    ticker: "ACME",
    name: "Acme",
    quantity: "1",
    price: "",
    currency: "EUR",
    amount: "-5",
    id: "1",
    order: "2",
    description: "3",
    [column]: value,
  };
  const preview = await upload(staff, `${Object.keys(row).join(",")}\n${Object.values(row).join(",")}\n`);
  expect(refused(preview)).toEqual([expect.stringContaining(reason)]);
});

test("an empty file is refused as one", async () => {
  expect(refused(await upload(staff, ""))).toEqual(["file emptyFile"]);
});

test("a spreadsheet's separator line, empty columns and empty rows are no part of the table", async () => {
  const { account, id } = await client();
  const file = `\uFEFFsep=;\r\naccount;date;kind;currency;amount;description;;\r\n${account};2024-01-03;deposit;EUR;5;"Вноска; юли";;\r\n;;;;;;;\r\n`;
  expect(await imported(staff, file)).toMatchObject({ newRows: 1 });
  expect(await cashOf(id)).toEqual({ EUR: "5" });
  const lost = await upload(staff, file.replace('юли";;', 'юли";;lost'));
  expect(refused(lost)).toEqual(["3 malformedFile 8 ≠ 6 columns"]);
});

test("a price or rate that is a slip of the decimal point is refused with its line", async () => {
  const price = await upload(staff, "isin,date,price,source\nUS0378331005,2024-01-03,1234567890,T\n", {
    kind: "prices",
  });
  expect(refused(price)).toEqual(["2 outOfRange price: 1234567890"]);
  const rates = "currency,date,rate,source\nUSD,2024-01-03,0.0000001,T\nCHF,2024-01-03,9999999999,T\n";
  expect(refused(await upload(staff, rates, { kind: "rates" }))).toEqual([
    "2 outOfRange rate: 0.0000001",
    "3 outOfRange rate: 9999999999",
  ]);
});
