/** Rows that are read and cannot be booked: a colleague says which way each went, or leaves it out, and the rest is booked. */
import type { ImportPreview, RowDecision } from "@portico/api/imports.ts";
import { expect, test } from "vitest";
import { auditOf } from "../../../testing/effects.ts";
import { createFirm, type FirmClient } from "../testing/firm.ts";
import { acme, action, cash, element, flex, trade } from "../testing/flex-fixtures.ts";
import { confirm, imported, refused, upload } from "../testing/uploads.ts";

const firm = createFirm("RR");
const columns = "account,date,kind,ticker,quantity,currency,amount,id";
const rates = "currency,date,rate,source";

/** Decides alike about every row that is asked about. */
const decideAll = ({ undecided }: ImportPreview, kind: RowDecision["kind"]): RowDecision[] =>
  undecided.map(({ line, key }) => ({ line, key, kind, reason: "Letter of 3 June" }));

let papers = 0;
const share = (symbol = `RR${++papers}`) =>
  ({
    ...acme,
    symbol,
    description: symbol,
    isin: "",
    securityID: "",
    securityIDType: "",
    conid: `77${symbol}`,
  }) as const;
const transfer = (fields: Record<string, string>) =>
  element("Transfer", {
    ...share(),
    currency: "USD",
    type: "FOP",
    cashTransfer: "0",
    dateTime: "20240512;120000",
    reportDate: "20240512",
    ...fields,
  });
const transfers = ({ account }: FirmClient, ...Transfers: string[]) => flex({ account, Transfers });
const rowsOf = (lines: readonly string[], header = columns) => [header, ...lines].join("\n");

test("a transfer whose sign contradicts its direction is asked about, and goes the way that a colleague gives", async () => {
  const paper = share("ODD");
  for (const [kind, held] of [
    ["transferIn", { positions: { ODD: "58" } }],
    [null, { positions: {} }],
  ] as const) {
    const client = await firm.client("USD");
    const content = transfers(client, transfer({ ...paper, direction: "OUT", quantity: "58", transactionID: "11" }));
    const first = await upload(firm.staff, content);
    expect(refused(first)).toEqual(["5 directionDisagrees Transfer FOP"]);
    expect(first.undecided).toMatchObject([
      {
        line: 5,
        name: "ODD",
        readAs: "transferIn",
        text: "Transfer FOP",
        moved: [{ amount: "58", unit: "ODD" }],
        kinds: ["transferIn", "transferOut"],
      },
    ]);
    const saved = await imported(firm.staff, content, { decisions: decideAll(first, kind) });
    expect(await firm.held(client.id)).toMatchObject(held);
    expect(saved.decided).toMatchObject([{ kind, reason: "Letter of 3 June", readAs: "transferIn" }]);
    const audited = await auditOf(firm.portal, { type: "import", id: saved.id });
    expect(JSON.stringify(audited)).toContain("Letter of 3 June");
  }
});

test("a decided transfer is the same entry in a later file, and another direction is refused as other content", async () => {
  const client = await firm.client("USD");
  const paper = share();
  const came = transfer({ ...paper, direction: "IN", quantity: "200", transactionID: "1", reportDate: "20240502" });
  const odd = transfer({ ...paper, direction: "OUT", quantity: "58", transactionID: "11" });
  const first = await upload(firm.staff, transfers(client, came, odd));
  await imported(firm.staff, transfers(client, came, odd), { decisions: decideAll(first, "transferOut") });
  expect((await firm.held(client.id)).positions).toEqual({ [paper.symbol]: "142" });

  const again = await upload(firm.staff, transfers(client, came, odd));
  expect(again.undecided).toMatchObject([{ before: { kind: "transferOut", reason: "Letter of 3 June" } }]);
  expect(
    await upload(firm.staff, transfers(client, came, odd), { decisions: decideAll(again, "transferOut") }),
  ).toMatchObject({ state: "previewed", newRows: 0, knownRows: 2 });
  const other = await upload(firm.staff, transfers(client, came, odd), { decisions: decideAll(again, "transferIn") });
  expect(refused(other)).toEqual(["6 knownWithOtherContent 11"]);
  // Its cancellation takes back what was booked.
  const cancelled = transfer({ ...paper, direction: "OUT", quantity: "58", code: "Ca", transactionID: "12" });
  await imported(firm.staff, transfers(client, cancelled));
  expect((await firm.held(client.id)).positions).toEqual({ [paper.symbol]: "200" });
});

test("cash and units of one row go the same way", async () => {
  const client = await firm.client("USD");
  const content = transfers(
    client,
    transfer({ ...share("BOTH"), direction: "OUT", quantity: "3", cashTransfer: "7", transactionID: "5" }),
  );
  const first = await upload(firm.staff, content);
  expect(first.undecided).toMatchObject([
    { moved: [{ amount: "3" }, { amount: "7", unit: "USD" }], kinds: ["transferIn", "transferOut"] },
  ]);
  await imported(firm.staff, content, { decisions: decideAll(first, "transferIn") });
  expect(await firm.held(client.id)).toMatchObject({ positions: { BOTH: "3" }, cash: { USD: "7" } });
});

test("a cancellation of what nobody knows is left out, and what the file has besides is booked", async () => {
  const client = await firm.client("USD");
  const content = flex({
    account: client.account,
    Trades: [trade({ quantity: -10, notes: "Ca", tradeID: "999", transactionID: "998" })],
    CashTransactions: [cash({ type: "Deposits/Withdrawals", amount: "1000", transactionID: "1" })],
    CorporateActions: [
      action({
        ...share("KIDZ"),
        type: "SO",
        actionID: "5",
        quantity: "-5",
        code: "Ca",
        description: "PARZ(US0378331005) SPINOFF 1 FOR 2 (KIDZ, KIDZ, 1)",
      }),
    ],
  });
  const first = await upload(firm.staff, content);
  expect(first.refusals.map(({ code }) => code)).toEqual(["unknownReversal", "unknownReversal"]);
  expect(first.undecided.map(({ kinds }) => kinds)).toEqual([[], []]);
  const saved = await imported(firm.staff, content, { decisions: decideAll(first, null) });
  expect([saved.newRows, saved.decided.length]).toEqual([1, 2]);
  expect(await firm.held(client.id)).toMatchObject({ positions: {}, cash: { USD: "1000" } });
});

test("what the ledger refuses is left out: units that are not held, an id that is known, a split of nothing", async () => {
  const client = await firm.client();
  const { account } = client;
  await imported(firm.staff, rowsOf([`${account},2024-01-02,deposit,,,EUR,100,a`]));
  const content = rowsOf(
    [
      `${account},2024-01-02,deposit,,,EUR,101,a,`,
      `${account},2024-01-03,sell,LEDG,-5,EUR,50,b,`,
      `${account},2024-01-04,split,LEDG,3,EUR,0,c,`,
      `${account},2024-01-05,reversal,,,EUR,0,d,zz`,
      `${account},2024-01-06,deposit,,,EUR,9,e,`,
    ],
    `${columns},reverses`,
  );
  const first = await upload(firm.staff, content);
  expect(first.refusals.map(({ line, code }) => `${line} ${code}`)).toEqual([
    "2 knownWithOtherContent",
    "3 quantityBelowZero",
    "4 nothingToSplit",
    "5 unknownReversal",
  ]);
  expect(first.undecided.map(({ line, readAs }) => `${line} ${readAs}`).toSorted()).toEqual([
    "2 deposit",
    "3 sell",
    "4 split",
    "5 reversal",
  ]);
  // One of them left out leaves the others.
  const some = await upload(firm.staff, content, { decisions: decideAll(first, null).slice(0, 1) });
  expect([some.state, some.decided.length, some.undecided.length]).toEqual(["refused", 1, 3]);
  const saved = await imported(firm.staff, content, { decisions: decideAll(first, null) });
  expect([saved.newRows, saved.knownRows]).toEqual([1, 0]);
  expect(await firm.held(client.id)).toMatchObject({ positions: {}, cash: { EUR: "109" } });
});

test("a decision reaches no row that can be booked, also if it can be only when the file is confirmed", async () => {
  const client = await firm.client();
  const { account } = client;
  const sale = `${account},2024-01-03,sell,LATE,-5,EUR,50,s`;
  const money = `${account},2024-01-02,deposit,,,EUR,1,m`;
  const first = await upload(firm.staff, rowsOf([money, sale]));
  const preview = await upload(firm.staff, rowsOf([money, sale]), { decisions: decideAll(first, null) });
  expect([preview.newRows, preview.decided.length]).toEqual([1, 1]);
  await imported(firm.staff, rowsOf([`${account},2024-01-01,buy,LATE,5,EUR,-40,k`]));
  await expect(confirm(firm.staff, preview)).rejects.toMatchObject({ code: "stateConflict" });
  const shown = await firm.staff.client.imports.get({ params: { id: preview.id } });
  expect([shown.newRows, shown.decided]).toEqual([2, []]);
  await confirm(firm.staff, preview);
  expect(await firm.held(client.id)).toMatchObject({ positions: {}, cash: { EUR: "11" } });
});

test("a trade is left out with its commission", async () => {
  const client = await firm.client("USD");
  const content = flex({
    account: client.account,
    Trades: [
      trade({ ...share(), quantity: -10, ibCommission: -2, ibCommissionCurrency: "EUR", openCloseIndicator: "" }),
    ],
    CashTransactions: [cash({ type: "Deposits/Withdrawals", amount: "5", transactionID: "1" })],
  });
  const first = await upload(firm.staff, content);
  expect(first.undecided).toMatchObject([
    { readAs: "sell", moved: [{ amount: "1000" }, { amount: "-10" }, { amount: "-2", unit: "EUR" }] },
  ]);
  await imported(firm.staff, content, { decisions: decideAll(first, null) });
  expect((await firm.held(client.id)).cash).toEqual({ USD: "5" });
});

test("an id that the file has twice is left out once", async () => {
  const client = await firm.client("USD");
  const twice = (amount: string) => cash({ type: "Deposits/Withdrawals", amount, transactionID: "77" });
  for (const content of [
    flex({ account: client.account, CashTransactions: [twice("5"), twice("6")] }),
    rowsOf(["5", "6"].map((amount) => `${client.account},2024-01-02,deposit,,,USD,${amount},twice`)),
  ]) {
    const first = await upload(firm.staff, content);
    expect([first.refusals.map(({ code }) => code), first.undecided.length]).toEqual([["repeatedInFile"], 1]);
    await imported(firm.staff, content, { decisions: decideAll(first, null) });
  }
  expect((await firm.held(client.id)).cash).toEqual({ USD: "10" });
});

test("an account that is nobody's is left out as a whole, until somebody has its number", async () => {
  const client = await firm.client();
  // The number of the next client.
  const nobody = `RR${Number(client.account.slice(2)) + 1}`;
  const content = rowsOf([
    `${client.account},2024-01-02,deposit,,,EUR,5,1`,
    `${nobody},2024-01-02,deposit,,,EUR,7,1`,
    `${nobody},2024-01-03,bonus,,,EUR,7,2`,
  ]);
  const first = await upload(firm.staff, content);
  expect(first.refusals.map(({ code }) => code)).toEqual(["unknownAccount", "unknownKind"]);
  const account = first.undecided.filter(({ accountEntries }) => accountEntries !== null);
  expect(account).toMatchObject([{ line: 3, account: nobody, accountEntries: 1, kinds: [] }]);
  const decisions = account.map(({ line, key }) => ({ line, key, kind: null, reason: "Not a client yet" }));
  const preview = await upload(firm.staff, content, { decisions });
  expect([preview.state, preview.newRows, preview.accounts.length]).toEqual(["previewed", 1, 1]);
  await confirm(firm.staff, preview);
  expect((await firm.held(client.id)).cash).toEqual({ EUR: "5" });

  expect((await firm.client()).account).toBe(nobody);
  const later = await upload(firm.staff, content.replace("bonus", "interest"), { decisions });
  expect([later.state, later.newRows, later.knownRows, later.decided]).toEqual(["previewed", 2, 1, []]);
});

test("one price or rate that cannot be stored is left out of its file", async () => {
  const client = await firm.client();
  await imported(
    firm.staff,
    rowsOf([`${client.account},2024-01-01,deposit,,,EUR,100,d`, `${client.account},2024-01-02,buy,PRCD,1,EUR,-10,p`]),
  );
  const prices = [
    "ticker,date,price,currency,source",
    "PRCD,2024-02-01,10,EUR,CSV",
    "NOSUCH,2024-02-01,10,EUR,CSV",
  ].join("\n");
  const first = await upload(firm.staff, prices, { kind: "prices" });
  expect(first.undecided).toMatchObject([{ line: 3, name: "NOSUCH", code: "unknownInstrument", kinds: [] }]);
  expect(await imported(firm.staff, prices, { kind: "prices", decisions: decideAll(first, null) })).toMatchObject({
    state: "confirmed",
    newRows: 1,
    decided: [{ line: 3, kind: null }],
  });

  await imported(firm.staff, `${rates}\nCHF,2024-02-01,0.95,CSV`, { kind: "rates" });
  const other = `${rates}\nCHF,2024-02-01,0.96,CSV\nCHF,2024-02-02,0.96,CSV`;
  const known = await upload(firm.staff, other, { kind: "rates" });
  expect(known.undecided).toMatchObject([{ line: 2, name: "CHF", code: "knownWithOtherContent" }]);
  expect(await imported(firm.staff, other, { kind: "rates", decisions: decideAll(known, null) })).toMatchObject({
    newRows: 1,
    knownRows: 0,
  });
});
