/** A file's own figures compared with the ledger: opening cash, breaks, corrections over two files, row order. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createFirm } from "./testing/firm.ts";
import { cash, element, flex, position, trade } from "./testing/flex-fixtures.ts";
import { imported, refused, upload } from "./testing/uploads.ts";

const firm = createFirm("G");

const report = (startingCash: string | undefined, endingCash: string, currency = "USD") =>
  element("CashReportCurrency", { currency, levelOfDetail: "Currency", startingCash, endingCash });
const deposit = (amount: string) => cash({ type: "Deposits/Withdrawals", amount });

test("opening cash is the file's own, and with it everything agrees", async () => {
  const { account, id } = await firm.client();
  const content = flex({ account, CashTransactions: [deposit("50")], CashReport: [report("100.25", "150.25")] });
  const preview = await upload(firm.staff, content);
  const openingBalances = preview.accounts[0]?.suggestedOpeningBalances ?? [];
  expect(openingBalances).toEqual([{ account, day: "2023-12-31", currency: "USD", amount: "100.25" }]);
  expect(preview.remarks).toEqual([]);
  const confirmed = await imported(firm.staff, content, { openingBalances });
  expect(confirmed.accounts[0]).toMatchObject({ suggestedOpeningBalances: [], positions: [{ difference: null }] });
  expect((await firm.held(id)).cash).toEqual({ USD: "150.25" });
});

test("a file that does not agree with itself is shown as it is: no balance is made up to close its break", async () => {
  const { account } = await firm.client();
  const content = flex({ account, CashTransactions: [deposit("50")], CashReport: [report("100", "170")] });
  const preview = await upload(firm.staff, content);
  expect(preview.accounts[0]?.suggestedOpeningBalances).toEqual([]);
  expect(preview.remarks).toEqual([
    { code: "cashBreak", line: null, account, currency: "USD", amount: "20", detail: null },
  ]);
  expect(preview.accounts[0]?.positions).toMatchObject([{ stated: "170", after: "50", difference: "120" }]);
});

test("a file without opening cash suggests none", async () => {
  const { account } = await firm.client();
  const content = flex({ account, CashTransactions: [deposit("50")], CashReport: [report(undefined, "170")] });
  expect((await upload(firm.staff, content)).accounts[0]?.suggestedOpeningBalances).toEqual([]);
});

const bought = (fields: object = {}) =>
  trade({ tradeID: "41", transactionID: "900", ibOrderID: "7", ibCommission: -2.5, ...fields });
const cancelled = (fields: object = {}) =>
  trade({
    tradeID: "",
    origTradeID: "41",
    transactionID: "950",
    ibOrderID: "7",
    reportDate: "20240111",
    quantity: -10,
    ibCommission: 0,
    netCash: 1000,
    buySell: "BUY (Ca.)",
    notes: "Ca",
    ...fields,
  });

test("a cancellation that gives back less than was paid leaves a fee, in one file and over two", async () => {
  for (const files of [[[bought(), cancelled()]], [[bought()], [cancelled()]]]) {
    const { account, id } = await firm.client();
    const previews = [];
    for (const Trades of files) previews.push(await imported(firm.staff, flex({ account, Trades })));
    expect(previews.at(-1)?.remarks).toMatchObject([{ code: "commissionKept", account, amount: "-2.5" }]);
    expect(await firm.held(id)).toMatchObject({ positions: {}, cash: { USD: "-2.5" } });
    // The same rows in a statement over the whole period are already known.
    const again = await imported(firm.staff, flex({ account, Trades: [bought(), cancelled()] }));
    expect(again).toMatchObject({ newRows: 0, knownRows: 3 });
  }
});

test("a cancellation that gives back all leaves nothing", async () => {
  const { account, id } = await firm.client();
  const Trades = [bought(), cancelled({ ibCommission: 2.5, netCash: 1002.5 })];
  const preview = await imported(firm.staff, flex({ account, Trades }));
  expect([preview.remarks, (await firm.held(id)).cash]).toEqual([[], {}]);
});

test("a corrected trade that keeps its id is booked once, in one file and over two or three", async () => {
  const rebooked = bought({ transactionID: "951", reportDate: "20240111", tradePrice: 101 });
  const whole = [bought(), cancelled({ ibCommission: 2.5, netCash: 1002.5 }), rebooked];
  const oneByOne = whole.map((row) => [row]);
  for (const files of [[whole], [whole.slice(0, 1), whole.slice(1)], [whole.slice(0, 1), whole], oneByOne]) {
    const { account, id } = await firm.client();
    for (const Trades of files) await imported(firm.staff, flex({ account, Trades }));
    expect(await firm.held(id)).toMatchObject({ positions: { ACME: "10" }, cash: { USD: "-1012.5" } });
    // Whichever file comes again, its rows are known.
    for (const Trades of [...files, whole])
      expect(await imported(firm.staff, flex({ account, Trades }))).toMatchObject({ newRows: 0 });
  }
});

test("a trade that is corrected twice is booked once, however its rows are divided among files", async () => {
  const correction = (day: string, price: number, before: string, isNamed: boolean) => [
    cancelled({
      reportDate: day,
      ...(isNamed && { origTransactionID: before }),
      transactionID: `${Number(before) + 49}`,
      tradePrice: price - 1,
      ibCommission: 2.5,
      netCash: (price - 1) * 10 + 2.5,
    }),
    bought({ reportDate: day, transactionID: `${Number(before) + 50}`, tradePrice: price }),
  ];
  for (const isNamed of [true, false]) {
    const first = correction("20240111", 101, "900", isNamed);
    const second = correction("20240112", 102, "950", isNamed);
    const whole = [bought(), ...first, ...second];
    const divided = [[whole], [[bought()], first, second], [[bought(), ...first], second], whole.map((row) => [row])];
    for (const files of divided) {
      const { account, id } = await firm.client();
      for (const Trades of files) await imported(firm.staff, flex({ account, Trades }));
      expect(await firm.held(id)).toMatchObject({ positions: { ACME: "10" }, cash: { USD: "-1022.5" } });
      for (const Trades of [...files, whole])
        expect(await imported(firm.staff, flex({ account, Trades }))).toMatchObject({ newRows: 0 });
    }
  }
});

test("rows of a day without times may stand in any order", async () => {
  const header = "account,date,kind,isin,ticker,quantity,currency,amount";
  const rows = (account: string) => [
    `${account},2024-01-09,deposit,,,,EUR,100`,
    `${account},2024-01-10,buy,US0378331005,ACME,10,EUR,-90`,
    `${account},2024-01-10,split,US0378331005,ACME,0.5,EUR,0`,
    `${account},2024-01-10,sell,US0378331005,ACME,-4,EUR,50`,
    `${account},2024-01-10,sell,US0378331005,ACME,-6,EUR,55`,
    `${account},2024-01-10,withdrawal,,,,EUR,-20`,
    `${account},2024-01-08,buy,US0378331005,ACME,1,EUR,-7`,
  ];
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }), async (order) => {
      const { account, id } = await firm.client();
      const all = rows(account);
      await imported(firm.staff, [header, ...order.map((place) => all[place])].join("\n"));
      seen.add(JSON.stringify(await firm.held(id)));
    }),
    { numRuns: 10 },
  );
  expect(seen.size).toBe(1);
}, 60_000);

/** A statement of random trades and cash, with closing figures from the same numbers. */
const history = fc.array(
  fc.record({
    day: fc.integer({ min: 10, max: 28 }),
    units: fc.integer({ min: -5, max: 9 }),
    price: fc.integer({ min: 1, max: 5000 }),
    cents: fc.integer({ min: 1, max: 9999 }).chain((cents) => fc.constantFrom(cents, -cents)),
  }),
  { minLength: 1, maxLength: 12 },
);

test("closing positions and cash of any statement agree with what is booked", async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 0, max: 99_999 }), async (steps, startCents) => {
      const { account } = await firm.client();
      let units = 0;
      let balance = startCents;
      const Trades: string[] = [];
      const CashTransactions: string[] = [];
      for (const { day, units: wanted, price, cents } of steps.toSorted((a, b) => a.day - b.day)) {
        const on = { dateTime: `202401${day}`, tradeDate: `202401${day}`, reportDate: `202401${day}` };
        const quantity = Math.max(wanted, -units);
        if (quantity !== 0) {
          units += quantity;
          balance -= quantity * price + 100;
          Trades.push(trade({ ...on, quantity, tradePrice: price / 100, openCloseIndicator: "" }));
        }
        balance += cents;
        CashTransactions.push(cash({ ...on, type: "Deposits/Withdrawals", amount: cents / 100 }));
      }
      const content = flex({
        account,
        Trades: Trades.toReversed(),
        CashTransactions,
        OpenPositions: units === 0 ? [] : [position({ position: units })],
        CashReport: [report((startCents / 100).toFixed(2), (balance / 100).toFixed(2))],
      });
      const preview = await upload(firm.staff, content);
      const openingBalances = preview.accounts[0]?.suggestedOpeningBalances ?? [];
      expect(refused(preview)).toEqual([]);
      expect(openingBalances.map(({ amount }) => Math.round(Number(amount) * 100))).toEqual(
        startCents === 0 ? [] : [startCents],
      );
      const confirmed = await imported(firm.staff, content, { openingBalances });
      expect(confirmed.remarks).toEqual([]);
      expect(confirmed.accounts[0]?.positions.filter(({ difference }) => difference !== null)).toEqual([]);
    }),
    { numRuns: 12 },
  );
}, 60_000);
