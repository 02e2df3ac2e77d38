/** Opening lots: tax by first in, first out from the first day, and units that are never booked twice. */
import { expect, test } from "vitest";
import { createFirm, type FirmClient } from "../testing/firm.ts";
import { imported, ledgerOf, refused, upload } from "../testing/uploads.ts";

const firm = createFirm("LOT");
const header = "account,date,kind,isin,ticker,name,quantity,price,currency,amount,id,reverses";
const statement = (account: string, ...rows: string[]) =>
  [header, ...rows.map((row) => `${account},${row}`)].join("\n");
const lots = (account: string, ...rows: string[]) =>
  [
    "account,isin,acquired,quantity,cost,currency,arrived",
    ...rows.map((row) => `${account},US0378331005,${row}${row.split(",").length < 5 ? "," : ""}`),
  ].join("\n");
const read = (content: string) => upload(firm.staff, content, { kind: "lots" });
const book = (content: string) => imported(firm.staff, content, { kind: "lots" });
const transfer = (quantity: number, day = "2024-05-03", id = "T1") =>
  `${day},transferIn,US0378331005,AAPL,Apple Inc.,${quantity},,EUR,0,${id},`;
const sale = (quantity: number, amount: number, day = "2024-06-03") =>
  `${day},sell,US0378331005,AAPL,Apple Inc.,-${quantity},,EUR,${amount},S${day},`;

const old = ["2015-03-02,40,4000,EUR", "2018-11-20,60,9000,EUR"];
/** Each with the day on which the units came. */
const arriving = (day: string) => old.map((row) => `${row},${day}`);

const salesOf = async ({ id, user }: FirmClient) => {
  const params = { holderType: "user" as const, holderId: id, from: "2024-01-01", to: "2024-12-31" };
  return user.client.portfolios.getSales({ params, query: { method: "fifo" } });
};
const unitsOf = async ({ id }: FirmClient) => (await firm.held(id)).positions;
const entriesOf = async ({ id }: FirmClient) => (await ledgerOf(firm.portal.services.db, id)).length;

test("a later sale gains by the first lots, with their own days, and the reports of the firm begin at the arrival", async () => {
  const client = await firm.client();
  await book(lots(client.account, ...arriving("2024-05-03")));
  await imported(firm.staff, statement(client.account, sale(50, 10000)));
  const sales = await salesOf(client);
  // 40 units of 2015 at 100 and 10 of 2018 at 150.
  expect(sales.totals).toMatchObject({ proceeds: "10000", cost: "5500", gain: "4500", gaps: [] });
  expect(JSON.stringify(sales.sales)).toContain("2015-03-02");
  expect(JSON.stringify(sales.sales)).toContain("2018-11-20");
  expect(await unitsOf(client)).toEqual({ AAPL: "50" });
});

test("the same lots twice, and in another order of rows, are booked once", async () => {
  const client = await firm.client();
  await book(lots(client.account, ...arriving("2024-05-03")));
  const before = await entriesOf(client);
  const again = await book(lots(client.account, ...arriving("2024-05-03").toReversed()));
  expect(again).toMatchObject({ newRows: 0, knownRows: 1 });
  expect(await entriesOf(client)).toBe(before);
  expect(await unitsOf(client)).toEqual({ AAPL: "100" });
});

test("units that came without a cost are not booked again: the lots replace the transfer, also after a sale", async () => {
  const client = await firm.client();
  await imported(firm.staff, statement(client.account, transfer(100), sale(50, 10000)));
  expect((await salesOf(client)).totals.gaps).not.toEqual([]);
  const preview = await read(lots(client.account, ...old));
  expect(preview).toMatchObject({ state: "previewed", rows: 2, newRows: 2 });
  expect(preview.accounts[0]?.positions).toMatchObject([
    { ticker: "AAPL", before: "50", after: "50" },
    { cash: true, before: "10000", after: "10000" },
  ]);
  await book(lots(client.account, ...old));
  expect(await unitsOf(client)).toEqual({ AAPL: "50" });
  expect((await salesOf(client)).totals).toMatchObject({ cost: "5500", gain: "4500", gaps: [] });
  // The custodian's file and the lots again change nothing.
  const before = await entriesOf(client);
  await imported(firm.staff, statement(client.account, transfer(100), sale(50, 10000)));
  expect(await book(lots(client.account, ...old))).toMatchObject({ newRows: 0, knownRows: 1 });
  expect(await entriesOf(client)).toBe(before);
});

test("lots that are not as many as the units that came are refused, with both numbers", async () => {
  const client = await firm.client();
  await imported(firm.staff, statement(client.account, transfer(90)));
  expect(refused(await read(lots(client.account, ...old)))).toEqual(["2 amountsDisagree lots: 100 ≠ 90 (2024-05-03)"]);
  expect(refused(await read(lots(client.account, ...arriving("2024-05-05"))))).toEqual([
    "2 amountsDisagree lots: 100 ≠ 90 (2024-05-03)",
  ]);
  // Other units, that came at another time, are booked besides.
  await book(lots(client.account, ...arriving("2023-02-01")));
  expect(await unitsOf(client)).toEqual({ AAPL: "190" });
});

test("without a day of arrival and without a transfer it is not known when the units came", async () => {
  const client = await firm.client();
  expect(refused(await read(lots(client.account, ...old)))).toEqual(["2 missingValue arrived"]);
});

test("wrong lots are corrected by the right ones: the earlier are reversed, and can come back", async () => {
  const client = await firm.client();
  await book(lots(client.account, ...arriving("2024-05-03")));
  await imported(firm.staff, statement(client.account, sale(50, 10000)));
  const right = ["2015-03-02,40,2000,EUR,2024-05-03", "2018-11-20,60,9000,EUR,2024-05-03"];
  const preview = await read(lots(client.account, ...right));
  expect(preview.sample.map(({ kind }) => kind).toSorted()).toEqual(["reversal", "transferIn"]);
  await book(lots(client.account, ...right));
  expect((await salesOf(client)).totals).toMatchObject({ cost: "3500", gain: "6500" });
  expect(await unitsOf(client)).toEqual({ AAPL: "50" });
  await book(lots(client.account, ...arriving("2024-05-03")));
  expect((await salesOf(client)).totals).toMatchObject({ cost: "5500" });
});

test("a correction that leaves less than was sold later is refused with the sale", async () => {
  const client = await firm.client();
  await book(lots(client.account, ...arriving("2024-05-03")));
  await imported(firm.staff, statement(client.account, sale(50, 10000)));
  const less = await read(lots(client.account, "2015-03-02,40,4000,EUR,2024-05-03"));
  expect(less.state).toBe("refused");
  expect(refused(less)[0]).toContain("quantityBelowZero");
});

test("a custodian's transfer that comes after its lots takes them over", async () => {
  const client = await firm.client();
  await book(lots(client.account, ...arriving("2024-05-03")));
  const preview = await upload(firm.staff, statement(client.account, transfer(100, "2024-05-06")));
  expect(preview.accounts[0]?.positions).toMatchObject([
    { ticker: "AAPL", before: "100", after: "100" },
    { cash: true },
  ]);
  await imported(firm.staff, statement(client.account, transfer(100, "2024-05-06"), sale(50, 10000)));
  expect(await unitsOf(client)).toEqual({ AAPL: "50" });
  expect((await salesOf(client)).totals).toMatchObject({ cost: "5500", gaps: [] });
  const before = await entriesOf(client);
  await imported(firm.staff, statement(client.account, transfer(100, "2024-05-06")));
  await book(lots(client.account, ...arriving("2024-05-03")));
  expect(await entriesOf(client)).toBe(before);
  const other = await upload(firm.staff, statement(client.account, transfer(7, "2024-05-07", "T2")));
  expect(refused(other)).toEqual([]);
});

test("another number of units within days of the lots is refused", async () => {
  const client = await firm.client();
  await book(lots(client.account, ...arriving("2024-05-03")));
  const other = await upload(firm.staff, statement(client.account, transfer(90, "2024-05-06")));
  expect(refused(other)).toEqual(["2 amountsDisagree 90 ≠ lots: 100 (2024-05-03)"]);
  // Whoever knows better leaves it out, or types the cost of other units.
  const [row] = other.undecided;
  const decisions = [{ line: 2, key: row?.key ?? "", kind: null, reason: "The lots are right" }];
  expect(
    refused(await upload(firm.staff, statement(client.account, transfer(90, "2024-05-06")), { decisions })),
  ).toEqual([]);
  const [entry] = other.transfers;
  const cost = { account: client.account, entry: entry?.entry ?? "", cost: "9", acquired: null, lots: [] };
  await imported(firm.staff, statement(client.account, transfer(90, "2024-05-06")), { transferCosts: [cost] });
  expect(await unitsOf(client)).toEqual({ AAPL: "190" });
});

test("lots of a security that splits later are split with it", async () => {
  const client = await firm.client();
  await book(lots(client.account, ...arriving("2024-05-03")));
  await imported(
    firm.staff,
    statement(client.account, "2024-05-20,split,US0378331005,AAPL,Apple Inc.,300,,EUR,0,X1,", sale(200, 10000)),
  );
  // 160 units of the first lot at 25, and 40 of the second at 37.50.
  expect((await salesOf(client)).totals).toMatchObject({ cost: "5500", gain: "4500" });
});

test("lots in two currencies are as many units together as came", async () => {
  const client = await firm.client();
  await imported(firm.staff, statement(client.account, transfer(100)));
  await book(lots(client.account, "2015-03-02,40,4000,EUR", "2018-11-20,60,9000,USD"));
  expect(await unitsOf(client)).toEqual({ AAPL: "100" });
});

test("rows that say nothing certain are refused, each by itself", async () => {
  const client = await firm.client();
  const preview = await read(
    lots(
      client.account,
      "2015-03-02,0,1,EUR,",
      "2015-03-02,1,-1,EUR,",
      "2099-01-01,1,1,EUR,",
      "2015-03-02,1,1,EUR,2015-03-01",
    ),
  );
  expect(refused(preview)).toEqual([
    "2 notPositive quantity: 0",
    "3 belowZero cost: -1",
    "4 futureDate 2099-01-01",
    "5 futureDate 2015-03-02",
  ]);
});
