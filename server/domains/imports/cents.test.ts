/** Figures to the cent, reversals of reversals, and days: from files to what is shown. */
import { expect, test } from "vitest";
import { createFirm, type FirmClient } from "./testing/firm.ts";
import { cash, flex, trade } from "./testing/flex-fixtures.ts";
import { imported, refused, upload } from "./testing/uploads.ts";

const firm = createFirm("E");

const csv = (account: string, ...rows: string[]) =>
  ["account,date,kind,currency,amount,id,reverses", ...rows.map((row) => `${account},${row}`)].join("\n");

test("gain and the parts of the change of value add up to the cent in every range", async () => {
  const { account, performance } = await firm.client();
  const days = Array.from({ length: 12 }, (_, index) => `2026-01-${String(index + 2).padStart(2, "0")}`);
  await imported(
    firm.staff,
    csv(
      account,
      ...days.map(
        (day, index) =>
          `${day},${index % 3 === 1 ? "interest" : index % 3 === 2 ? "fee" : "deposit"},EUR,${index % 3 === 2 ? "-0.006" : "10.004"},${day},`,
      ),
    ),
  );
  for (const [index, from] of days.entries())
    for (const to of days.slice(index)) {
      const { bridge, gain, points } = await performance(from, to);
      if (!bridge) throw new Error("the range has no bridge");
      const cents = (text: string) => Math.round(Number(text) * 100);
      const parts =
        cents(bridge.price) + cents(bridge.fx) + cents(bridge.income) - cents(bridge.fees) - cents(bridge.tax);
      expect([from, to, parts]).toEqual([from, to, cents(gain ?? "NaN")]);
      expect(cents(bridge.closing) - cents(bridge.opening) - cents(bridge.deposits)).toBe(cents(gain ?? "NaN"));
      expect(Math.round((points.at(-1)?.value ?? 0) * 100)).toBe(cents(bridge.closing));
    }
});

test("in a currency without cents they add up to the whole unit", async () => {
  const { account, performance } = await firm.client("JPY");
  const rows = ["2026-01-02,deposit,JPY,100.4,,", "2026-01-03,interest,JPY,10.4,,", "2026-01-04,deposit,JPY,0.4,,"];
  await imported(firm.staff, csv(account, ...rows));
  const { bridge, gain } = await performance("2026-01-02", "2026-01-04");
  expect(bridge).toMatchObject({ closing: "111", deposits: "101", income: "10", price: "0" });
  expect(gain).toBe("10");
});

test("a large amount of a small currency is right to the cent, and its rate has the digits for it", async () => {
  const { account, portfolio, proof, performance } = await firm.client();
  await imported(firm.staff, "currency,date,rate,source\nIDR,2026-01-02,19345.67,ECB", { kind: "rates" });
  await imported(firm.staff, csv(account, "2026-01-02,deposit,IDR,1234567890123,,"));
  const [row] = (await portfolio()).instruments;
  const right = 1234567890123 / 19345.67;
  expect(row?.currentValue?.toFixed(2)).toBe("63816238.47");
  expect(row?.currentValue).toBeCloseTo(right, 6);
  expect((row?.ownedShares ?? 0) * (row?.currentPrice ?? 0) * (row?.fixing ?? 0)).toBeCloseTo(right, 6);
  expect((await portfolio()).netDeposits?.toFixed(2)).toBe("63816238.47");
  expect((await performance("2026-01-02", "2026-01-03")).bridge?.closing).toBe("63816238.47");
  const { terms, result } = await proof("currentValue", { key: "IDR" });
  expect(terms.reduce((product, { value }) => product * Number(value), 1)).toBeCloseTo(Number(result), 6);
});

const kindsOf = async ({ transactions }: FirmClient) =>
  (await transactions()).map(({ kind, reversedBy }) => [kind, reversedBy !== null]);

test("a reversal can be reversed, and its entry reversed again", async () => {
  const client = await firm.client();
  const { account, portfolio } = client;
  const fees = async () => {
    const [stored, days] = [await portfolio(), await client.performance("2026-01-02", "2026-01-07")];
    expect(Number(days.bridge?.closing)).toBe(stored.currentValue);
    expect(Number(days.bridge?.fees)).toBe(stored.fees);
    return stored.fees;
  };
  await imported(firm.staff, csv(account, "2026-01-02,deposit,EUR,100,d,", "2026-01-03,fee,EUR,-5,f,"));
  expect(await fees()).toBe(5);
  const steps: [string, number][] = [
    ["2026-01-04,reversal,EUR,0,r1,f", 0],
    ["2026-01-05,reversal,EUR,0,r2,r1", 5],
    ["2026-01-06,reversal,EUR,0,r3,f", 0],
    ["2026-01-07,reversal,EUR,0,r4,r3", 5],
  ];
  for (const [row, after] of steps) {
    await imported(firm.staff, csv(account, row));
    expect(await fees()).toBe(after);
    // Stored by the job, it is the same.
    await client.settle();
    expect(await fees()).toBe(after);
  }
  // What does not count cannot be reversed.
  for (const target of ["r1", "r3", "nothing"])
    expect(refused(await upload(firm.staff, csv(account, `2026-01-08,reversal,EUR,0,r9,${target}`)))).toEqual([
      `2 unknownReversal ${target}`,
    ]);
  expect(await kindsOf(client)).toEqual([
    ["reversal", false],
    ["reversal", true],
    ["reversal", false],
    ["reversal", true],
    ["fee", false],
    ["deposit", false],
  ]);
  // Known again.
  expect(await upload(firm.staff, csv(account, ...steps.map(([row]) => row)))).toMatchObject({
    newRows: 0,
    knownRows: 4,
  });
});

test("all of them may come in one file, in any order of the rows", async () => {
  for (const ids of [
    ["r1", "r2", "r3"],
    ["z", "y", "x"],
  ]) {
    const [first, second, third] = ids;
    const { account, portfolio } = await firm.client();
    const rows = [
      "2026-01-02,deposit,EUR,100,d,",
      "2026-01-03,fee,EUR,-5,f,",
      `2026-01-03,reversal,EUR,0,${first},f`,
      `2026-01-03,reversal,EUR,0,${second},${first}`,
    ];
    await imported(firm.staff, csv(account, ...rows));
    expect((await portfolio()).fees).toBe(5);
    await imported(firm.staff, csv(account, `2026-01-04,reversal,EUR,0,${third},f`));
    expect((await portfolio()).fees).toBe(0);
  }
  const { account } = await firm.client();
  const ring = csv(account, "2026-01-03,reversal,EUR,0,a,b", "2026-01-03,reversal,EUR,0,b,a");
  expect(refused(await upload(firm.staff, ring))).toEqual(["2 unknownReversal b", "3 unknownReversal a"]);
});

test("a trade in New York on New Year's Eve is of the old year in its day and in its date", async () => {
  const { account, transactions, user, id } = await firm.client("USD");
  await imported(
    firm.staff,
    flex({
      account,
      from: "20251201",
      to: "20260131",
      CashTransactions: [
        cash({ type: "Deposits/Withdrawals", amount: "2000", dateTime: "20251230", reportDate: "20251230" }),
      ],
      Trades: [
        trade({ tradeDate: "20251231", dateTime: "20251231;180000", reportDate: "20251231" }),
        trade({ tradeDate: "20251231", dateTime: "20251231;100000", reportDate: "20251231" }),
      ],
    }),
  );
  const inSofia = (date: string) =>
    new Intl.DateTimeFormat("sv", { timeZone: "Europe/Sofia", dateStyle: "short" }).format(new Date(date));
  const params = { holderType: "user" as const, holderId: id };
  const { orders } = await user.client.portfolios.listOrders({
    params: { ...params, from: "2025-12-31", to: "2025-12-31" },
    query: {},
  });
  const { movements } = await user.client.payments.listMovements({ params, query: {} });
  for (const { day, date } of [...(await transactions()), ...movements]) expect(inSofia(date)).toBe(day);
  expect(orders.map(({ date }) => inSofia(date))).toEqual(["2025-12-31"]);
  expect((await transactions()).map(({ date }) => date).slice(0, 2)).toEqual([
    "2025-12-31T21:59:59.000Z",
    "2025-12-31T15:00:00.000Z",
  ]);
});
