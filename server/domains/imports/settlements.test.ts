/** Settlement day and venue of trades: from Flex and from our CSV, as stored beside the entries. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { findSettlements } from "../portfolios/ledger/entries.queries.ts";
import { acme, cash, flex, trade } from "./testing/flex-fixtures.ts";
import { plain, readStatement } from "./testing/reading.ts";
import { imported } from "./testing/uploads.ts";

let portal: TestApp;
let office: TestUser;
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => new Date("2024-12-31T12:00:00Z");
  office = await portal.as("office");
});
afterAll(() => portal.close());

const stored = async (account: string, file: string) => {
  const { id } = await portal.as("client", { clientNumber: account });
  await imported(office, file);
  const found = await findSettlements(
    portal.services.db,
    { holderType: "user", holderId: id },
    Number.MAX_SAFE_INTEGER,
  );
  return found.map(({ entryId: _id, ...settlement }) => settlement);
};

test("Flex states both: where a trade was executed, and when it settles", async () => {
  const account = "U770001";
  const trades = [
    trade({ ...acme, tradeID: "1", settleDateTarget: "20240112", exchange: "NYSE" }),
    // Smart routing within the United States: by many venues, so by the listing.
    trade({
      ...acme,
      tradeID: "2",
      settleDateTarget: "2024-01-12",
      exchange: "DARK,ISLAND2",
      listingExchange: "NASDAQ",
    }),
    trade({ ...acme, tradeID: "3", exchange: "IBIS2", listingExchange: "IBIS2" }),
    // An unknown venue of a paper listed elsewhere is none.
    trade({ ...acme, tradeID: "4", settleDateTarget: "20240112", exchange: "SOMEWHERE", listingExchange: "IBIS" }),
    // Nothing, or a day that cannot be.
    trade({ ...acme, tradeID: "5", settleDateTarget: "" }),
    trade({ ...acme, tradeID: "6", settleDateTarget: "20240109" }),
    trade({ ...acme, tradeID: "7", settleDateTarget: "20241340" }),
  ];
  const file = flex({ account, Trades: trades, CashTransactions: [cash({ type: "Other Fees", amount: "-10" })] });
  expect(await stored(account, file)).toEqual([
    { settledOn: "2024-01-12", venue: "XNYS" },
    { settledOn: "2024-01-12", venue: "XNAS" },
    { venue: "XETR" },
    { settledOn: "2024-01-12" },
  ]);
});

test("they are no part of what a row is known by: a file without them is the same file", async () => {
  const fingerprints = async (more: Parameters<typeof trade>[0]) =>
    (await readStatement(flex({ Trades: [trade({ ...acme, ...more })] }))).entries.map(
      ({ fingerprint }) => fingerprint,
    );
  expect(await fingerprints({ settleDateTarget: "20240112", exchange: "NYSE" })).toEqual(await fingerprints({}));
});

const header = "account,date,kind,isin,quantity,price,currency,amount,settled,venue";
test("our CSV has a column for each", async () => {
  const rows = [
    "U770002,2024-01-10,buy,US0378331005,2,10,USD,-20,2024-01-12,xnys",
    "U770002,2024-01-11,buy,US0378331005,1,10,USD,-10,,",
    "U770002,2024-01-12,sell,US0378331005,-1,10,USD,10,,XETR",
  ];
  expect(await stored("U770002", [header, ...rows].join("\n"))).toEqual([
    { settledOn: "2024-01-12", venue: "XNYS" },
    { venue: "XETR" },
  ]);
});

test.each([
  ["a day before the trade", "2024-01-10,buy,US0378331005,2,10,USD,-20,2024-01-09,", "badDate"],
  ["no venue of four characters", "2024-01-10,buy,US0378331005,2,10,USD,-20,,NYSE2", "amountsDisagree"],
  ["a venue of a deposit", "2024-01-10,deposit,,,,USD,20,,XNYS", "amountsDisagree"],
  ["a settlement of a dividend", "2024-01-10,dividend,US0378331005,,,USD,20,2024-01-12,", "amountsDisagree"],
])("%s is refused", async (_name, row, code) => {
  const file = await readStatement([header, `U1,${row}`].join("\n"));
  expect({ entries: plain(file), codes: file.refusals.map((refusal) => refusal.code) }).toEqual({
    entries: [],
    codes: [code],
  });
});
