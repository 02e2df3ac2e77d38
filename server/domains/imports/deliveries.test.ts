/** Deliveries and exchanges without a quote: portfolio, proof, bridge and chart give one answer. */
import { expect, test } from "vitest";
import { createFirm, type FirmClient } from "./testing/firm.ts";
import { imported } from "./testing/uploads.ts";

const firm = createFirm("D");

const columns = 15;
const statement = (account: string, rows: readonly string[]) =>
  [
    "account,date,kind,isin,ticker,name,quantity,price,currency,amount,fee,cost,counter_isin,counter_ticker,counter_quantity",
    // Empty columns at the end are left away below.
    ...rows.map((row) => `${account},${row}${",".repeat(columns - 1 - row.split(",").length)}`),
  ].join("\n");

/** The client's figures after the rows, each where it is shown. */
async function shownAfter(client: FirmClient, rows: readonly string[], to: string, from = "2024-01-01") {
  await imported(firm.staff, statement(client.account, rows));
  const [portfolio, proof] = [await client.portfolio(), await client.proof("netDeposits")];
  const answers = [];
  // Calculated on request, and stored by the job.
  for (const _ of [1, 2]) {
    const { points, bridge } = await client.performance(from, to);
    const last = points.at(-1);
    answers.push([last?.value, last?.netDeposits, bridge && Number(bridge.closing), bridge && Number(bridge.deposits)]);
    await client.settle();
  }
  expect(answers[1]).toEqual(answers[0]);
  const shown = { value: portfolio.currentValue, netDeposits: portfolio.netDeposits };
  expect(proof.result === null ? null : Number(proof.result)).toBe(shown.netDeposits);
  expect(answers[0]?.slice(0, 2), "the chart as the portfolio").toEqual([shown.value, shown.netDeposits]);
  // A range with a day at a stated cost has no bridge.
  if (from === "2024-01-01")
    expect(answers[0]?.slice(2), "the bridge as the portfolio").toEqual([shown.value, shown.netDeposits]);
  return shown;
}

test("units that leave without a quote count at the price of the last trade, whatever they cost", async () => {
  const rows = [
    "2026-01-02,deposit,,,,,,EUR,1000,",
    "2026-01-05,buy,US8019289664,NDP,NDP,10,10,EUR,-105,5",
    "2026-01-06,buy,US8019289664,NDP,NDP,10,20,EUR,-200,",
    "2026-02-02,transferOut,US8019289664,NDP,NDP,-5,,EUR,0,",
  ];
  expect(await shownAfter(await firm.client(), rows, "2026-02-03")).toEqual({ value: 995, netDeposits: 900 });
});

test("units that come to a share that is held count at its last trade, and the value stays known", async () => {
  const rows = [
    "2024-01-02,deposit,,,,,,EUR,1000,",
    "2024-01-03,buy,US8019289672,DLV,DLV,10,20,EUR,-200,",
    "2024-03-01,transferIn,US8019289672,DLV,DLV,10,,EUR,0,,50",
  ];
  expect(await shownAfter(await firm.client(), rows, "2024-03-02")).toEqual({ value: 1200, netDeposits: 1200 });
});

test("so do units that an exchange brings", async () => {
  const rows = [
    "2024-01-02,deposit,,,,,,EUR,1000,",
    "2024-01-03,buy,US8019289680,EXA,EXA,10,20,EUR,-200,",
    "2024-01-03,buy,US8019289698,EXB,EXB,10,30,EUR,-300,",
    "2024-03-01,exchange,US8019289680,EXA,EXA,-10,,EUR,0,,,US8019289698,EXB,5",
  ];
  expect(await shownAfter(await firm.client(), rows, "2024-03-02")).toEqual({ value: 950, netDeposits: 1000 });
});

test("units delivered at a stated cost, and out again before any price, count at that cost in and out", async () => {
  const rows = [
    "2024-01-02,transferIn,US8019289706,DLC,DLC,10,,EUR,0,,50",
    "2024-02-01,transferOut,US8019289706,DLC,DLC,-10,,EUR,0,",
    "2024-02-01,deposit,,,,,,EUR,7,",
  ];
  expect(await shownAfter(await firm.client(), rows, "2024-02-02", "2024-01-03")).toEqual({ value: 7, netDeposits: 7 });
});

test("units delivered without any price or cost leave the net deposits unknown, also once they are quoted", async () => {
  const client = await firm.client();
  await imported(
    firm.staff,
    statement(client.account, [
      "2024-01-02,deposit,,,,,,EUR,1000,",
      "2024-01-03,transferIn,US8019289714,DLU,DLU,10,,EUR,0,",
    ]),
  );
  await imported(firm.staff, "isin,date,price,currency,source\nUS8019289714,2024-01-05,3,EUR,X", { kind: "prices" });
  expect(await client.portfolio()).toMatchObject({ currentValue: 1030, netDeposits: null });
  const { points } = await client.performance("2024-01-02", "2024-01-06");
  expect(points.map(({ value, netDeposits }) => [value, netDeposits])).toEqual([
    [1000, 1000],
    [null, null],
    [null, null],
    [1030, null],
    [1030, null],
  ]);
  expect((await client.proof("netDeposits")).result).toBeNull();
});
