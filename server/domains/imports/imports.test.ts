/** Opening balances, reversals, prices and rates, and the calls themselves, over HTTP on a real PostgreSQL. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { acme, action, cash, element, flex, fund, position, trade } from "./testing/flex-fixtures.ts";
import { confirm, heldBy, imported, refused, type TestApp, upload } from "./testing/uploads.ts";

let portal: TestApp;
let staff: TestUser;
beforeAll(async () => {
  portal = await createTestApp();
  staff = await portal.as("office");
});
afterAll(() => portal.close());

let accounts = 0;
/** A client with a new account. */
async function client(): Promise<{ account: string; id: number }> {
  const account = `U7${String(++accounts).padStart(5, "0")}`;
  const { id } = await portal.as("client", { clientNumber: account, name: `Client of ${account}` });
  return { account, id };
}
const held = (id: number) => heldBy(portal.services.db, id);

describe("opening balances", () => {
  test("are suggested where shares would fall below zero, and let the file in with an unknown cost", async () => {
    const { account, id } = await client();
    const content = flex({
      account,
      Trades: [
        trade({ quantity: -4, tradePrice: 110 }),
        trade({ quantity: -2, tradePrice: 110, tradeDate: "20240111", dateTime: "20240111;100000" }),
      ],
    });
    const preview = await upload(staff, content);
    expect(refused(preview)).toEqual([
      "5 quantityBelowZero ACME WORKS INC (4)",
      "6 quantityBelowZero ACME WORKS INC (2)",
    ]);
    const suggested = preview.accounts[0]?.suggestedOpeningBalances ?? [];
    expect(suggested).toEqual([
      { account, day: "2023-12-31", instrument: "US0378331005", quantity: "6", currency: "USD", amount: null },
    ]);
    const again = await imported(staff, content, { openingBalances: suggested });
    expect(again).toMatchObject({ state: "confirmed", newRows: 3 });
    expect(await held(id)).toMatchObject({ positions: {}, realised: { ACME: null } });
  });

  test("come with the cost and cash that the statement itself tells, where nothing was traded between", async () => {
    const { account, id } = await client();
    const content = flex({
      account,
      CashTransactions: [cash({ type: "Other Fees", amount: "-5" })],
      OpenPositions: [position({ position: 10, costBasisMoney: "950.5" })],
      CashReport: [element("CashReportCurrency", { currency: "USD", startingCash: "105", endingCash: "100" })],
    });
    const preview = await upload(staff, content);
    expect(preview.accounts[0]?.positions).toMatchObject([
      { name: "ACME WORKS INC", after: "0", stated: "10", difference: "10" },
      { cash: true, after: "-5", stated: "100", difference: "105" },
    ]);
    const suggested = preview.accounts[0]?.suggestedOpeningBalances ?? [];
    expect(suggested).toEqual([
      { account, day: "2023-12-31", instrument: "US0378331005", quantity: "10", currency: "USD", amount: "950.5" },
      { account, day: "2023-12-31", currency: "USD", amount: "105" },
    ]);
    const confirmed = await imported(staff, content, { openingBalances: suggested });
    expect(confirmed.accounts[0]?.positions.every(({ difference }) => difference === null)).toBe(true);
    expect(await held(id)).toMatchObject({ positions: { ACME: "10" }, costs: { ACME: "950.5" }, cash: { USD: "100" } });
    // The same file with the same balances again is already known.
    expect(await imported(staff, content, { openingBalances: suggested })).toMatchObject({ newRows: 0, knownRows: 3 });
  });

  test("are refused for an account, instrument, size or day that cannot be", async () => {
    const { account } = await client();
    const content = flex({ account, Trades: [trade()] });
    const balance = { account, day: "2023-12-31", instrument: "ACME", quantity: "1", currency: "USD", amount: "1" };
    const preview = await upload(staff, content, {
      openingBalances: [
        { ...balance, account: "U0NOBODY" },
        { ...balance, instrument: "NOSUCH" },
        { ...balance, quantity: "-1" },
        { ...balance, day: "2099-01-01" },
        { ...balance, currency: "XXY" },
        { account, day: "2023-12-31", currency: "USD", amount: null },
        { ...balance, quantity: undefined },
        { ...balance, amount: "-1" },
      ],
    });
    expect(refused(preview).toSorted()).toEqual(
      [
        "file unknownAccount U0NOBODY",
        "file unknownInstrument NOSUCH",
        "file notPositive ACME: -1",
        "file futureDate 2099-01-01",
        "file unknownCurrency XXY",
        "file missingValue amount USD",
        "file missingValue quantity ACME",
        "file notPositive ACME: -1",
      ].toSorted(),
    );
  });
});

describe("reversals and corporate actions", () => {
  test("a cancelled trade counts as if it had never been, in the same file and in a later one", async () => {
    const { account, id } = await client();
    const cancelled = (tradeID: string, original: string) =>
      trade({
        tradeID,
        origTradeID: original,
        quantity: -10,
        buySell: "BUY (Ca.)",
        notes: "Ca",
        transactionType: "TradeCancel",
      });
    await imported(
      staff,
      flex({ account, Trades: [trade({ tradeID: "71" }), trade({ tradeID: "72" }), cancelled("73", "72")] }),
    );
    expect((await held(id)).positions).toEqual({ ACME: "10" });
    await imported(staff, flex({ account, Trades: [cancelled("74", "71")] }));
    expect(await held(id)).toMatchObject({ positions: {}, cash: {} });
    const preview = await upload(staff, flex({ account, Trades: [cancelled("75", "99")] }));
    expect(refused(preview)).toEqual(["5 unknownReversal 99"]);
  });

  test("a split and a merger for cash leave the gain that the arithmetic says", async () => {
    const { account, id } = await client();
    // 10 for 1001 with the fee; 3 for 1 makes 30; paid out at 40 each: 1200 − 1001 = 199.
    await imported(
      staff,
      flex({
        account,
        Trades: [trade({ ...fund })],
        CorporateActions: [
          action({
            ...fund,
            type: "FS",
            actionID: "1",
            quantity: 20,
            description: "WRLD(IE00B4L5Y983) SPLIT 3 FOR 1 (WRLD)",
          }),
          action({
            ...fund,
            type: "TC",
            actionID: "2",
            quantity: -30,
            proceeds: 1200,
            reportDate: "20240315",
            dateTime: "20240314;202500",
            description: "WRLD(IE00B4L5Y983) MERGED(Acquisition) FOR USD 40 PER SHARE (WRLD)",
          }),
        ],
      }),
    );
    expect(await held(id)).toMatchObject({ positions: {}, realised: { WRLD: "199" }, cash: { USD: "199" } });
  });
});

test("a name that a later file tells reaches everyone who holds the instrument, not the account of the file alone", async () => {
  const csv = (account: string, columns: string, values: string) =>
    `account,date,kind,isin,quantity,currency,amount${columns}\n${account},2024-01-03,buy,IE00BK5BQT80,2,EUR,-200${values}\n`;
  const first = await portal.as("client", { clientNumber: "U7FIRST" });
  const second = await client();
  await imported(staff, csv("U7FIRST", "", ""));
  const named = async () => {
    const portfolio = await first.client.portfolios.getPortfolio({
      params: { holderType: "user", holderId: first.id },
    });
    return portfolio.instruments.find(({ isin }) => isin === "IE00BK5BQT80")?.name;
  };
  expect(await named()).toBe("IE00BK5BQT80");
  await imported(staff, csv(second.account, ",ticker,name", ",VWCE,All-World"));
  expect(await named()).toBe("All-World");
});

describe("prices and rates", () => {
  test("are written once, known ones are skipped, and a known one with another value is refused", async () => {
    await imported(staff, flex({ account: (await client()).account, Trades: [trade()] }));
    const prices = (value: string) =>
      `isin,date,price,currency,source\n${acme.isin},2024-01-10,${value},USD,Test\n${acme.isin},2024-01-11,102,USD,Test\n`;
    expect(await imported(staff, prices("101"), { kind: "prices" })).toMatchObject({
      state: "confirmed",
      kind: "prices",
      newRows: 2,
    });
    expect(await upload(staff, prices("101"), { kind: "prices" })).toMatchObject({ newRows: 0, knownRows: 2 });
    expect(refused(await upload(staff, prices("101.5"), { kind: "prices" }))).toEqual([
      "2 knownWithOtherContent US0378331005 2024-01-10 Test",
    ]);
    expect(
      refused(
        await upload(
          staff,
          "isin,date,price,currency,source\nUS0378331005,2024-01-10,90,EUR,T\nUS88160R1014,2024-01-10,1,USD,T\n",
          { kind: "prices" },
        ),
      ),
    ).toEqual(["3 unknownInstrument US88160R1014"]);
  });

  test("a bare ticker that means two papers is refused", async () => {
    await sql`insert into instrument (name, ticker, currency) values ('One', 'TWIN', 'EUR'), ('Other', 'TWIN', 'EUR')`.execute(
      portal.services.db,
    );
    const preview = await upload(staff, "ticker,date,price,currency,source\nTWIN,2024-01-10,1,EUR,T\n", {
      kind: "prices",
    });
    expect(refused(preview)).toEqual(["2 ambiguousInstrument TWIN"]);
    const { account } = await client();
    const statement = `account,date,kind,ticker,quantity,currency,amount\n${account},2024-01-10,buy,TWIN,1,EUR,-5\n`;
    expect(refused(await upload(staff, statement))).toEqual(["2 ambiguousInstrument TWIN"]);
  });

  test("rates of a file of ours and of a statement are written with their source", async () => {
    expect(
      await imported(staff, "currency,date,rate,source\nUSD,2024-02-01,1.08,ECB\n", { kind: "rates" }),
    ).toMatchObject({ newRows: 1 });
    const rate = (from: string, value: string) =>
      element("ConversionRate", { reportDate: "20240201", fromCurrency: from, toCurrency: "CHF", rate: value });
    const statement = flex({ ConversionRates: [rate("EUR", "0.95"), rate("USD", "0.88")] });
    expect(await imported(staff, statement, { kind: "rates" })).toMatchObject({ format: "ibFlex", newRows: 2 });
    // Rounded differently in the next statement: the first one is kept.
    const next = flex({ ConversionRates: [rate("EUR", "0.95"), rate("USD", "0.8801")] });
    expect(await upload(staff, next, { kind: "rates" })).toMatchObject({
      state: "previewed",
      newRows: 0,
      knownRows: 1,
      leftOut: [{ rows: 1 }],
    });
  });
});

describe("the calls", () => {
  test("lists imports newest first, page by page", async () => {
    const first = await staff.client.imports.list({ query: { limit: 2 } });
    expect(first.imports).toHaveLength(2);
    const second = await staff.client.imports.list({ query: { limit: 2, cursor: first.nextCursor ?? "" } });
    const ids = [...first.imports, ...second.imports].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(4);
  });

  test("lists the imports that told of one holder, and of nobody else", async () => {
    const [one, other] = [await client(), await client()];
    const deposit = ({ account }: { account: string }) => `${account},2024-01-03,deposit,EUR,5`;
    const head = "account,date,kind,currency,amount";
    const alone = await imported(staff, [head, deposit(one)].join("\n"));
    const shared = await upload(staff, [head, deposit(one), deposit(other)].join("\n"));
    const of = async ({ id }: { id: number }) =>
      (await staff.client.imports.list({ query: { holder_type: "user", holder_id: id } })).imports.map(({ id }) => id);
    expect(await of(one)).toEqual([shared.id, alone.id]);
    expect(await of(other)).toEqual([shared.id]);
    expect(await of({ id: 999_999 })).toEqual([]);
    const more = [head, deposit(other), `${other.account},2024-01-04,deposit,EUR,6`, deposit(one)].join("\n");
    await imported(staff, more);
    const counted = async ({ id }: { id: number }) =>
      (await staff.client.imports.list({ query: { holder_type: "user", holder_id: id, limit: 1 } })).imports.map(
        ({ rows, newRows }) => [rows, newRows],
      );
    // One of their rows was known; of a file of three rows, only theirs are counted.
    expect(await counted(one)).toEqual([[1, 0]]);
    expect(await counted(other)).toEqual([[2, 2]]);
  });

  test("names whom each file tells of: three of them, each once, and how many they are", async () => {
    const four = [await client(), await client(), await client(), await client()];
    const deposits = four.toReversed().map(({ account }) => `${account},2024-01-03,deposit,EUR,5`);
    const head = "account,date,kind,currency,amount";
    await upload(staff, [head, ...deposits, ...deposits.map((line) => line.replace("01-03", "01-04"))].join("\n"));
    await upload(staff, [head, "NOBODY,2024-01-03,deposit,EUR,5"].join("\n"));
    const { imports } = await staff.client.imports.list({ query: { limit: 2 } });
    const [unknown, shared] = imports;
    expect(unknown).toMatchObject({ holders: [], holderCount: 0 });
    expect(shared?.holderCount).toBe(4);
    const { accounts } = await staff.client.imports.get({ params: { id: shared?.id ?? 0 } });
    expect(shared?.holders).toEqual(accounts.slice(0, 3).map(({ holder }) => holder));
  });

  test("hostile names and half characters are no way to an error", async () => {
    const halved = upload(staff, "a\uD800b");
    await expect(halved).rejects.toMatchObject({ code: "badInput", errors: [{ path: "content" }] });
    const body = { kind: "statement" as const, content: "ab", fileName: "a\u0000b.csv", openingBalances: [] };
    const named = staff.client.imports.preview({ body });
    await expect(named).rejects.toMatchObject({ code: "badInput", errors: [{ path: "fileName" }] });
    const { account } = await client();
    const balance = { account, day: "2023-12-31", instrument: "\u0000", quantity: "1", currency: "USD", amount: "1" };
    const typed = upload(staff, flex({ account, Trades: [trade()] }), { openingBalances: [balance] });
    await expect(typed).rejects.toMatchObject({ code: "badInput" });
  });

  test("internal staff may look and not upload; clients may do neither", async () => {
    const internal = await portal.as("internal");
    const person = await portal.as("client");
    await expect(upload(internal, "x")).rejects.toMatchObject({ code: "forbidden" });
    expect((await internal.client.imports.list({ query: {} })).imports.length).toBeGreaterThan(0);
    await expect(person.client.imports.list({ query: {} })).rejects.toMatchObject({ status: expect.any(Number) });
    await expect(staff.client.imports.get({ params: { id: 999_999 } })).rejects.toMatchObject({ code: "notFound" });
    await expect(confirm(staff, { id: 999_999 })).rejects.toMatchObject({ code: "notFound" });
  });
});
