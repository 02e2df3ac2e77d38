/** Instruments excluded by staff: cash agrees, and the portfolio names what is missing. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createFirm } from "../testing/firm.ts";
import { cash, element, flex, fund, position, trade } from "../testing/flex-fixtures.ts";
import { plain, readStatement } from "../testing/reading.ts";
import { imported, refused, upload } from "../testing/uploads.ts";

const firm = createFirm("X");

const option = {
  assetCategory: "OPT",
  subCategory: "C",
  symbol: "ACME 240621C100",
  description: "ACME 21JUN24 100 C",
  conid: "555",
  isin: "",
  securityID: "",
  multiplier: "100",
};
const future = { ...option, assetCategory: "FUT", description: "ES 21JUN24", symbol: "ESM4", conid: "556" };

const statement = (account: string) =>
  flex({
    account,
    Trades: [
      trade({ tradeID: "1", transactionID: "1" }),
      trade({ ...option, transactionID: "2", quantity: -2, tradePrice: 5, proceeds: 1000, netCash: 999 }),
      // For a future only its charges move cash.
      trade({ ...future, transactionID: "3", quantity: 1, tradePrice: 5000, proceeds: -250000, netCash: -2.1 }),
    ],
    CashTransactions: [cash({ type: "Deposits/Withdrawals", amount: "5000", transactionID: "4" })],
    OpenPositions: [position({ position: 10 }), position({ ...option, position: -2 })],
    CashReport: [
      element("CashReportCurrency", {
        currency: "USD",
        levelOfDetail: "Currency",
        startingCash: "0",
        // 5000 − 1001 + 999 − 2.10
        endingCash: "4995.9",
      }),
    ],
  });

test("what cannot be booked is offered to be left out, and refuses the file until it is", async () => {
  const { account } = await firm.client();
  const preview = await upload(firm.staff, statement(account));
  expect(preview.state).toBe("refused");
  expect(preview.excludable).toEqual([
    { key: "conid 555", name: "ACME 21JUN24 100 C", category: "OPT", rows: 2 },
    { key: "conid 556", name: "ES 21JUN24", category: "FUT", rows: 1 },
  ]);
  const one = await upload(firm.staff, statement(account), { exclude: ["conid 555"] });
  expect(refused(one)).toEqual(["7 derivative ES 21JUN24 (FUT)"]);
});

test("left out by name, cash agrees, the record says who and what, and the client's portfolio says so", async () => {
  const { account, user } = await firm.client();
  const exclude = ["conid 555", "conid 556"];
  const preview = await imported(firm.staff, statement(account), { exclude });
  expect(preview).toMatchObject({ state: "confirmed", excludable: [], remarks: [] });
  expect(preview.excluded).toEqual([
    {
      account,
      key: "conid 555",
      name: "ACME 21JUN24 100 C",
      category: "OPT",
      rows: 2,
      quantity: "-2",
      cash: [{ currency: "USD", amount: "999" }],
    },
    {
      account,
      key: "conid 556",
      name: "ES 21JUN24",
      category: "FUT",
      rows: 1,
      quantity: null,
      cash: [{ currency: "USD", amount: "-2.1" }],
    },
  ]);
  expect(preview.accounts[0]?.positions.filter(({ difference }) => difference !== null)).toEqual([]);
  const { db } = firm.portal.services;
  expect(await firm.held(user.id)).toMatchObject({ positions: { ACME: "10" }, cash: { USD: "4995.9" } });
  const { rows } = await sql<{ amount: string; description: string }>`
    select amount::text, description from ledger_entry
    where holder_type = 'user' and holder_id = ${user.id} and kind = 'excluded' order by id`.execute(db);
  expect(rows.toSorted((a, b) => a.amount.localeCompare(b.amount))).toEqual([
    { amount: "-2.1", description: "ES 21JUN24" },
    { amount: "999", description: "ACME 21JUN24 100 C" },
  ]);
  const holder = { holderType: "user" as const, holderId: user.id };
  const portfolio = await user.client.portfolios.getPortfolio({ params: holder });
  // The statement lists all open positions: the future is closed, so nothing is missing.
  expect(portfolio.excluded).toEqual([{ name: "ACME 21JUN24 100 C", quantity: -2, day: "2024-03-31" }]);
  const audited = await sql<{ after: { excluded: unknown } }>`
    select after from audit_entry where action = 'import.confirmed' order by position desc limit 1`.execute(db);
  expect(JSON.stringify(audited.rows)).toContain("conid 555");
  // The same file again is already known and changes nothing.
  expect(await imported(firm.staff, statement(account), { exclude })).toMatchObject({ newRows: 0 });
});

test("a later statement without the position says that it is closed", async () => {
  const { account, user } = await firm.client();
  const exclude = ["conid 555", "conid 556"];
  await imported(firm.staff, statement(account), { exclude });
  const later = flex({
    account,
    from: "20240401",
    to: "20240430",
    CashTransactions: [
      cash({ type: "Deposits/Withdrawals", amount: "1", dateTime: "20240402", reportDate: "20240402" }),
    ],
    OpenPositions: [position({ position: 10, reportDate: "20240430" })],
  });
  await imported(firm.staff, later);
  const portfolio = await user.client.portfolios.getPortfolio({
    params: { holderType: "user", holderId: user.id },
  });
  expect(portfolio.excluded).toEqual([]);
});

test("a statement of nothing but a position that is left out records it, in an empty portfolio too", async () => {
  for (const hasEntries of [true, false]) {
    const { account, user } = await firm.client();
    const params = { holderType: "user", holderId: user.id } as const;
    const before = flex({ account, CashTransactions: [cash({ type: "Deposits/Withdrawals", amount: "1" })] });
    if (hasEntries) await imported(firm.staff, before);
    expect((await user.client.portfolios.getPortfolio({ params })).excluded).toEqual([]);
    const content = flex({ account, OpenPositions: [position({ ...option, position: -2 })] });
    await imported(firm.staff, content, { exclude: ["conid 555"] });
    const { excluded, currentValue } = await user.client.portfolios.getPortfolio({ params });
    expect(excluded).toMatchObject([{ name: "ACME 21JUN24 100 C", quantity: -2 }]);
    if (!hasEntries) expect(currentValue).toBe(0);
    // Booking begins as in a ledger that does not exist.
    if (!hasEntries) await imported(firm.staff, before);
    expect((await firm.held(user.id)).cash).toEqual({ USD: "1" });
  }
});

test("a short position is left out whole, its dividends among it", async () => {
  const { account, user } = await firm.client();
  const content = flex({
    account,
    Trades: [trade({ quantity: -5, openCloseIndicator: "O" }), trade({ ...fund, quantity: 1 })],
    CashTransactions: [
      cash({
        conid: "1001",
        isin: "US0378331005",
        assetCategory: "STK",
        type: "Payment In Lieu Of Dividends",
        amount: "-3",
      }),
    ],
    OpenPositions: [position({ position: "-5", side: "Short" }), position({ ...fund, position: 1 })],
  });
  const preview = await upload(firm.staff, content);
  expect(preview.excludable.map(({ key, rows }) => [key, rows])).toEqual([["conid 1001", 2]]);
  const confirmed = await imported(firm.staff, content, { exclude: ["conid 1001"] });
  expect(confirmed.excluded).toMatchObject([{ quantity: "-5", cash: [{ amount: "496" }] }]);
  expect((await firm.held(user.id)).positions).toEqual({ WRLD: "1" });
});

test("an option in our CSV is left out by its symbol", async () => {
  const { account, user } = await firm.client();
  const content =
    "account,date,kind,ticker,quantity,currency,amount,id\n" +
    `${account},2024-01-10,deposit,,,USD,500,1\n` +
    `${account},2024-01-11,buy,FB    180921C00200000,2,USD,-390,2\n`;
  const preview = await upload(firm.staff, content);
  expect(preview.excludable).toEqual([
    { key: "FB    180921C00200000", name: "FB    180921C00200000", category: null, rows: 1 },
  ]);
  await imported(firm.staff, content, { exclude: ["FB    180921C00200000"] });
  expect((await firm.held(user.id)).cash).toEqual({ USD: "110" });
});

test("warrants and certificates have a price of their own and are held", async () => {
  const warrant = {
    ...option,
    assetCategory: "WAR",
    multiplier: "1",
    isin: "DE000HG51EM7",
    description: "AZO 17JAN24 2600 C",
  };
  const certificate = { ...warrant, assetCategory: "IOPT", conid: "557", isin: "DE000PE1MH84", symbol: "PE1MH8" };
  const file = await readStatement(
    flex({
      Trades: [trade({ ...warrant, quantity: 446, tradePrice: 2.23 }), trade({ ...certificate, tradePrice: 48 })],
    }),
  );
  expect(file.refusals).toEqual([]);
  expect(plain(file)).toMatchObject([
    { kind: "buy", quantity: "446", price: "2.23" },
    { kind: "buy", price: "48" },
  ]);
});
