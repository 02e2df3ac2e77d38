/** Securities transferred in: the cost that the file or the sender's ledger states is offered, confirmed, and kept with its day. */
import type { ImportTransfer, TransferCost } from "@portico/api/imports.ts";
import { expect, test } from "vitest";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { createFirm } from "../testing/firm.ts";
import { acme, cash, element, flex, position, trade } from "../testing/flex-fixtures.ts";
import { confirm, imported, refused, upload } from "../testing/uploads.ts";

const firm = createFirm("TC");

const transfer = (fields: Record<string, string>): string =>
  element("Transfer", {
    currency: "USD",
    ...acme,
    reportDate: "20240115",
    type: "ACATS",
    direction: "IN",
    quantity: "10",
    ...fields,
  });

/** Takes the first offer of each transfer. */
const taken = ({ account, entry, offers: [offer] }: ImportTransfer): TransferCost => ({
  account,
  entry,
  cost: offer?.cost ?? "0",
  acquired: offer?.acquired ?? null,
  lots: offer?.lots ?? [],
});

test("the cost of the open position is offered with its day, and the contract currency's cost is of that day", async () => {
  const { account, id, portfolio, transactions } = await firm.client("EUR");
  await imported(firm.staff, "currency,date,rate,source\nUSD,2021-03-04,1.25,TC\nUSD,2024-01-02,1,TC", {
    kind: "rates",
  });
  const statement = flex({
    account,
    Transfers: [transfer({ transactionID: "900", positionAmount: "1800" })],
    OpenPositions: [
      position({ position: 10, costBasisMoney: "1000", markPrice: "180" }),
      position({ position: 10, costBasisMoney: "1000", levelOfDetail: "LOT", openDateTime: "20210304;101500" }),
    ],
  });
  const first = await upload(firm.staff, statement);
  expect(first.transfers).toEqual([
    {
      line: 5,
      account,
      entry: "ib:tx:900",
      day: "2024-01-15",
      name: "ACME WORKS INC",
      ticker: "ACME",
      quantity: "10",
      currency: "USD",
      cost: null,
      acquired: null,
      lots: [],
      offers: [{ source: "position", cost: "1000", acquired: "2021-03-04", lots: [], sender: null }],
    },
  ]);
  const second = await upload(firm.staff, statement, { transferCosts: first.transfers.map(taken) });
  expect(second.transfers).toMatchObject([{ cost: "1000", acquired: "2021-03-04" }]);
  await confirm(firm.staff, second);
  expect((await firm.held(id)).costs).toEqual({ ACME: "1000" });
  // 1,000 USD at 1.25; the ten units are worth 1,800 USD at 1 on the day of delivery, for lack of a quote.
  expect(await portfolio()).toMatchObject({ totalInvested: 800, currentValue: 1800, netDeposits: 1800 });
  expect(JSON.stringify(await auditOf(firm.portal, { type: "import", id: second.id }))).toContain(
    '"acquired":"2021-03-04"',
  );
  // The same file is recognised, whatever was confirmed for it.
  const again = await upload(firm.staff, statement);
  expect(again).toMatchObject({ newRows: 0, knownRows: 1, transfers: [] });
  expect(await transactions()).toMatchObject([{ kind: "transferIn" }]);
});

test("without an answer the cost stays unknown, and the custodian's worth values the day of delivery", async () => {
  const client = await firm.client("USD");
  const statement = flex({
    account: client.account,
    Transfers: [
      transfer({
        ...acme,
        symbol: "VALD",
        conid: "7701",
        isin: "",
        securityID: "",
        transactionID: "901",
        positionAmount: "1500",
      }),
    ],
  });
  expect((await upload(firm.staff, statement)).transfers).toMatchObject([{ offers: [] }]);
  await imported(firm.staff, statement);
  expect(await client.portfolio()).toMatchObject({ totalInvested: null, currentValue: 1500, netDeposits: 1500 });
  for (const _ of [1, 2]) {
    const { points, bridge } = await client.performance("2024-01-14", "2024-01-16");
    expect(points.map(({ value, netDeposits }) => [value, netDeposits])).toEqual([
      [1500, 1500],
      [1500, 1500],
    ]);
    expect(bridge).toMatchObject({ deposits: "1500.00", price: "0.00" });
    await client.settle();
  }
  expect(await client.proof("netDeposits")).toMatchObject({ result: "1500" });
});

test("a position that trades made too says nothing of what was transferred", async () => {
  const { account } = await firm.client("USD");
  const of = (...trades: string[]) =>
    flex({
      account,
      Trades: trades,
      Transfers: [transfer({ transactionID: "902" })],
      OpenPositions: [position({ position: 10 + 10 * trades.length, costBasisMoney: "2000" })],
    });
  expect((await upload(firm.staff, of())).transfers).toMatchObject([{ offers: [{ cost: "2000" }] }]);
  expect((await upload(firm.staff, of(trade()))).transfers).toMatchObject([{ offers: [] }]);
});

test.each(["in one file", "booked before"])(
  "what a holder sends to another keeps its cost and its day: %s",
  async (how) => {
    const sender = await firm.client("USD");
    const receiver = await firm.client("USD");
    const paper = { symbol: `SENT${sender.id}`, conid: `88${sender.id}`, isin: "", securityID: "" };
    const bought = {
      account: sender.account,
      from: "20220101",
      to: "20240131",
      Trades: [
        trade({
          ...paper,
          quantity: 30,
          tradePrice: 20,
          ibCommission: 0,
          tradeDate: "20220110",
          reportDate: "20220110",
          dateTime: "20220110;103000",
        }),
        trade({
          ...paper,
          quantity: 10,
          tradePrice: 60,
          ibCommission: 0,
          tradeDate: "20230110",
          reportDate: "20230110",
          dateTime: "20230110;103000",
        }),
      ],
      CashTransactions: [
        cash({ type: "Deposits/Withdrawals", amount: "1200", reportDate: "20220101", dateTime: "20220101" }),
      ],
      Transfers: [transfer({ ...paper, direction: "OUT", quantity: "-10", transactionID: `91${sender.id}` })],
    };
    const got = {
      account: receiver.account,
      Transfers: [transfer({ ...paper, quantity: "10", transactionID: `92${receiver.id}`, reportDate: "20240117" })],
    };
    if (how === "booked before") await imported(firm.staff, flex(bought));
    const statement = how === "booked before" ? flex(got) : flex(bought, got);
    const preview = await upload(firm.staff, statement);
    const [offer, ...more] = preview.transfers
      .flatMap(({ offers }) => offers)
      .filter(({ source }) => source === "sender");
    // 1,200 for 40 units.
    expect(offer).toMatchObject({ cost: "300", acquired: "2022-01-10", sender: expect.any(String) });
    expect(more).toEqual([]);
    await imported(firm.staff, statement, { transferCosts: preview.transfers.map(taken) });
    expect((await firm.held(receiver.id)).costs).toEqual({ [paper.symbol]: "300" });
    expect((await firm.held(sender.id)).costs).toEqual({ [paper.symbol]: "900" });
  },
);

test("the lots that left the sender are offered, kept with the delivery, and sold by their days and costs", async () => {
  const sender = await firm.client("EUR");
  const receiver = await firm.client("EUR");
  await imported(firm.staff, "currency,date,rate,source\nUSD,2022-01-10,2,TL\nUSD,2023-01-10,1.25,TL", {
    kind: "rates",
  });
  const columns = "account,date,kind,isin,name,quantity,currency,amount";
  const paper = "US8019289763,Lots AG";
  const sent = [
    columns,
    `${sender.account},2022-01-10,buy,${paper},30,USD,-600`,
    `${sender.account},2023-01-10,buy,${paper},10,USD,-600`,
    `${sender.account},2023-02-01,transferOut,${paper},-35,USD,0`,
  ].join("\n");
  const got = [columns, `${receiver.account},2023-02-02,transferIn,${paper},35,USD,0`].join("\n");
  await imported(firm.staff, sent);
  const preview = await upload(firm.staff, got);
  const offers = preview.transfers.flatMap((transfer) => transfer.offers);
  const lots = [
    { acquired: "2022-01-10", quantity: "30", cost: "600" },
    { acquired: "2023-01-10", quantity: "5", cost: "300" },
  ];
  expect(offers).toMatchObject([
    { source: "sender", cost: "1050", lots: [] },
    { source: "senderLots", cost: "900", acquired: "2022-01-10", lots },
  ]);
  const [{ entry } = { entry: "" }] = preview.transfers;
  const chosen = { account: receiver.account, entry, cost: "900", acquired: "2022-01-10", lots };
  // Neither another cost nor fewer units.
  for (const wrong of [
    { ...chosen, cost: "901" },
    { ...chosen, lots: lots.slice(0, 1) },
  ])
    expect(refused(await upload(firm.staff, got, { transferCosts: [wrong] })).join()).toContain("2 amountsDisagree");
  const { id } = await imported(firm.staff, got, { transferCosts: [chosen] });
  expect(JSON.stringify(await auditOf(firm.portal, { type: "import", id }))).toContain('"lots":[{"cost":"600"');
  expect(await upload(firm.staff, got)).toMatchObject({ newRows: 0, knownRows: 1, transfers: [] });
  // 600 USD at 2, 300 USD at 1.25.
  expect(await receiver.portfolio()).toMatchObject({ totalInvested: 540 });
  await imported(firm.staff, [columns, `${receiver.account},2023-03-01,sell,${paper},-32,USD,1000`].join("\n"));
  const params = { holderType: "user" as const, holderId: receiver.id, from: "2023-01-01", to: "2023-12-31" };
  const { sales } = await receiver.user.client.portfolios.getSales({ params, query: { method: "fifo" } });
  expect(sales.map(({ lots: sold }) => sold)).toMatchObject([
    [
      { acquired: "2022-01-10", quantity: "30" },
      { acquired: "2023-01-10", quantity: "2" },
    ],
  ]);
});

test("a row of our CSV states the lots of a delivery; what they do not make is refused, and a reversal takes them back", async () => {
  const client = await firm.client("EUR");
  const columns = "account,date,kind,isin,name,quantity,currency,amount,cost,lots,id,reverses";
  const row = (lots: string, kind = "transferIn", cost = "800") =>
    [columns, `${client.account},2023-02-02,${kind},US8019289771,Row AG,15,EUR,0,${cost},${lots},L-1,`].join("\n");
  const of = async (...rows: Parameters<typeof row>) => refused(await upload(firm.staff, row(...rows))).join();
  expect(await of("2021-01-04 10 500 / 2022-03-01 5 299")).toContain("amountsDisagree transferIn lots");
  expect(await of("2021-01-04 10 500 / 2022-03-01 4 300")).toContain("amountsDisagree transferIn lots");
  expect(await of("2021-01-04 10 500 / 2023-02-03 5 300"), "after the delivery").toContain("amountsDisagree");
  expect(await of("2021-01-04 20 500 / 2022-03-01 -5 300")).toContain("amountsDisagree");
  expect(await of("2021-01-04 10 500 / 2022-03-01 5")).toContain("badNumber lots");
  expect(await of("2021-02-30 15 800")).toContain("badDate");
  expect(await of("2021-01-04 15 800", "openingBalance")).toContain("amountsDisagree openingBalance lots");
  const good = row("2021-01-04 10 500 / - 5 300");
  await imported(firm.staff, good);
  expect(await upload(firm.staff, good)).toMatchObject({ newRows: 0, knownRows: 1 });
  const params = { holderType: "user" as const, holderId: client.id, from: "2023-01-01", to: "2023-12-31" };
  const sold = async (units: number) => {
    const sale = `${client.account},2023-03-01,sell,US8019289771,Row AG,-${units},EUR,100,,,S-${units},`;
    await imported(firm.staff, [columns, sale].join("\n"));
    const { sales } = await client.user.client.portfolios.getSales({ params, query: { method: "fifo" } });
    return sales.map(({ lots: parts }) => parts.map(({ acquired, quantity }) => [acquired, quantity]));
  };
  expect(await sold(12)).toEqual([
    [
      ["2021-01-04", "10"],
      [null, "2"],
    ],
  ]);
  const undo = (id: string, of: string) => `${client.account},2023-03-02,reversal,,,,EUR,0,,,${id},${of}`;
  await imported(firm.staff, [columns, undo("U-1", "S-12"), undo("U-2", "L-1")].join("\n"));
  expect((await client.portfolio()).instruments).toEqual([]);
});

test("a cost below zero or a day after the delivery is refused; one for an entry that the file lacks does nothing", async () => {
  const { account } = await firm.client("USD");
  const statement = flex({ account, Transfers: [transfer({ transactionID: "903" })] });
  const give = (part: Partial<TransferCost>) =>
    upload(firm.staff, statement, {
      transferCosts: [{ account, entry: "ib:tx:903", cost: "1", acquired: null, lots: [], ...part }],
    });
  expect(refused(await give({ cost: "-1" }))).toEqual(["5 belowZero cost: -1"]);
  expect(refused(await give({ acquired: "2024-01-16" }))).toEqual(["5 futureDate 2024-01-16"]);
  expect(await codeOf(give({ acquired: "2023-02-30" }))).toBe("badInput");
  expect((await give({ entry: "ib:tx:904" })).transfers).toMatchObject([{ cost: null }]);
  expect((await give({ cost: "0" })).transfers).toMatchObject([{ cost: "0" }]);
});
