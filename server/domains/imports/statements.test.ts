/**
 * Complete statements in the formats of Interactive Brokers, with invented people and figures. Expected figures are
 * calculated by hand next to them.
 */
import { expect, test } from "vitest";
import { createFirm } from "./testing/firm.ts";
import { acme, action, cash, element, flex, fund, position, trade } from "./testing/flex-fixtures.ts";
import { imported, refused, upload } from "./testing/uploads.ts";

const firm = createFirm("S");

const breaks = (preview: Awaited<ReturnType<typeof upload>>) =>
  preview.accounts.flatMap(({ positions }) => positions).filter(({ difference }) => difference !== null);
const report = (currency: string, startingCash: string, endingCash: string) =>
  element("CashReportCurrency", { currency, levelOfDetail: "Currency", startingCash, endingCash });

test("trades in two currencies with exchanges between them: with the opening cash, every closing figure agrees", async () => {
  const { account, id } = await firm.client();
  const content = flex({
    account,
    CashReport: [
      element("CashReportCurrency", { currency: "BASE_SUMMARY", levelOfDetail: "BaseCurrency", endingCash: "1" }),
      report("CHF", "0.521566", "297.021566"),
      report("USD", "56.32", "356.32"),
    ],
    Trades: [
      trade({ ...fund, quantity: 5, tradePrice: 200, ibCommission: -1 }),
      trade({
        assetCategory: "CASH",
        symbol: "CHF.USD",
        isin: "",
        conid: "12",
        quantity: -1200,
        tradePrice: 1.0841666667,
        proceeds: 1301,
        ibCommission: -3.5,
        ibCommissionCurrency: "CHF",
        netCash: 0,
      }),
    ],
    CashTransactions: [cash({ type: "Deposits/Withdrawals", currency: "CHF", amount: "1500" })],
    OpenPositions: [position({ ...fund, position: 5, costBasisMoney: "1001" })],
  });
  const preview = await upload(firm.staff, content);
  expect(preview).toMatchObject({ state: "previewed", remarks: [] });
  const openingBalances = preview.accounts[0]?.suggestedOpeningBalances ?? [];
  expect(openingBalances.map(({ currency, amount }) => `${amount} ${currency}`)).toEqual(["0.521566 CHF", "56.32 USD"]);
  expect(breaks(await imported(firm.staff, content, { openingBalances }))).toEqual([]);
  // 0.521566 + 1500 − 1200 − 3.5; 56.32 + 1301 − 1001
  expect(await firm.held(id)).toMatchObject({ positions: { WRLD: "5" }, cash: { CHF: "297.021566", USD: "356.32" } });
});

test("a tender, a split into a new ISIN and a merger for cash, once the option in the file is left out", async () => {
  const { account, id } = await firm.client();
  const kid = { symbol: "KID", conid: "2002", isin: "US5949181045", securityID: "US5949181045" };
  const content = flex({
    account,
    Trades: [
      trade({ quantity: 250, tradePrice: 2, ibCommission: -5 }),
      trade({ ...fund, quantity: 100, tradePrice: 3, ibCommission: -2 }),
      trade({
        assetCategory: "OPT",
        symbol: "ACME 240621C2",
        description: "ACME 21JUN24 2 C",
        conid: "900",
        isin: "",
        securityID: "",
        multiplier: "100",
        quantity: 2,
        tradePrice: 6.95,
        proceeds: -1390,
        ibCommission: -0.9,
        netCash: -1390.9,
      }),
    ],
    CorporateActions: [
      action({
        ...acme,
        symbol: "ACME.OLD",
        quantity: "-250",
        description: "ACME(US0378331005) SPLIT 1 FOR 25 (ACME.OLD, ACME WORKS INC, US0378331005)",
      }),
      action({
        ...kid,
        quantity: "10",
        description: "ACME(US0378331005) SPLIT 1 FOR 25 (ACME, ACME WORKS INC, US5949181045)",
      }),
      action({
        ...fund,
        type: "TC",
        quantity: "-100",
        proceeds: "330",
        description: "WRLD(IE00B4L5Y983) MERGED(Acquisition) FOR USD 3.30 PER SHARE (WRLD, WORLD, IE00B4L5Y983)",
      }),
    ],
  });
  expect(refused(await upload(firm.staff, content))).toEqual(["7 derivative ACME 21JUN24 2 C (OPT)"]);
  await imported(firm.staff, content, { exclude: ["conid 900"] });
  // −505 − 302 − 1390.90 + 330; 330 − 302 is realised.
  expect(await firm.held(id)).toMatchObject({
    positions: { KID: "10" },
    costs: { KID: "505" },
    cash: { USD: "-1867.9" },
  });
  expect((await firm.held(id)).realised).toMatchObject({ WRLD: "28" });
});

test("a day of fees in a grown account with a short option: left out, the rest opens with its cost", async () => {
  const { account, id } = await firm.client();
  const content = flex({
    account,
    CashTransactions: [cash({ type: "Other Fees", amount: "-1.5" })],
    SalesTaxes: [
      element("SalesTax", { currency: "USD", date: "20240115", taxType: "VAT", salesTax: "-0.3", transactionID: "77" }),
    ],
    OpenPositions: [
      position({ position: 31, costBasisMoney: "654.79" }),
      position({ ...fund, position: 12, costBasisMoney: "2076.46" }),
      position({
        assetCategory: "OPT",
        symbol: "OPT1",
        description: "ACME 15SEP24 10 C",
        conid: "901",
        isin: "",
        securityID: "",
        position: "-1",
      }),
    ],
    MTMPerformanceSummaryInBase: [
      element("MTMPerformanceSummaryUnderlying", {
        assetCategory: "CASH",
        symbol: "USD",
        prevCloseQuantity: "62.905297533",
        closeQuantity: "61.105297533",
      }),
    ],
  });
  const exclude = ["conid 901"];
  const preview = await upload(firm.staff, content, { exclude });
  const openingBalances = preview.accounts[0]?.suggestedOpeningBalances ?? [];
  expect(openingBalances).toHaveLength(3);
  expect(breaks(await imported(firm.staff, content, { exclude, openingBalances }))).toEqual([]);
  expect(await firm.held(id)).toMatchObject({
    positions: { ACME: "31", WRLD: "12" },
    costs: { ACME: "654.79", WRLD: "2076.46" },
    cash: { USD: "61.105297533" },
  });
});

test("a sale from before the file and rows of two accounts: refused for the missing share, right with it", async () => {
  const [one, two] = [await firm.client(), await firm.client()];
  const dividend = { ...fund, type: "Dividends", currency: "EUR", transactionID: "" };
  const content = flex(
    {
      account: one.account,
      Trades: [trade({ quantity: -1, tradePrice: 224.8, ibCommission: -1, tradeID: "", transactionID: "" })],
      CashTransactions: [cash({ ...dividend, amount: "13.90" })],
    },
    { account: two.account, CashTransactions: [cash({ ...dividend, amount: "62.05" })] },
  );
  const preview = await upload(firm.staff, content);
  expect(refused(preview)).toEqual(["5 quantityBelowZero ACME WORKS INC (1)"]);
  expect(preview.sample.map(({ account }) => account)).toEqual([one.account, one.account, two.account]);
  const openingBalances = preview.accounts
    .flatMap(({ suggestedOpeningBalances }) => suggestedOpeningBalances)
    .map((balance) => ({ ...balance, amount: "1.95" }));
  await imported(firm.staff, content, { openingBalances });
  expect(await firm.held(one.id)).toMatchObject({ realised: { ACME: "221.85" }, cash: { EUR: "13.9", USD: "223.8" } });
  expect((await firm.held(two.id)).cash).toEqual({ EUR: "62.05" });
  // Its rows have no ids: they are recognised by their fields when imported again.
  expect(await imported(firm.staff, content, { openingBalances })).toMatchObject({ newRows: 0 });
});
