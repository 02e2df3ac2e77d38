/**
 * Real statements of Interactive Brokers, which lie beside the project where it is developed and are not part of it.
 * The figures below were computed by an independent script from the raw text, and by hand where they are few.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { heldBy, imported, refused, type TestApp, upload } from "./testing/uploads.ts";

const folder = join(import.meta.dirname, "../../../../shared/data/ibflex");
const real = (name: string): string => readFileSync(join(folder, name), "utf8");
/** The text without the lines that match, which stay as empty lines so that the others keep their number. */
const without = (text: string, pattern: RegExp): string =>
  text
    .split("\n")
    .map((line) => (pattern.test(line) ? "" : line))
    .join("\n");

describe.skipIf(!existsSync(folder))("real statements", () => {
  let portal: TestApp;
  let staff: TestUser;
  const holders: Record<string, number> = {};
  beforeAll(async () => {
    portal = await createTestApp();
    staff = await portal.as("office");
    for (const account of ["U000000", "U123456", "U1111111", "U1234567", "U1234568"])
      holders[account] = (await portal.as("client", { clientNumber: account })).id;
  });
  afterAll(() => portal.close());
  const held = (account: string) => heldBy(portal.services.db, holders[account] ?? 0);
  const breaks = (preview: Awaited<ReturnType<typeof upload>>) =>
    preview.accounts.flatMap(({ positions }) => positions).filter(({ difference }) => difference !== null);

  test("trades in two currencies with exchanges between them: with the opening cash, every closing figure agrees", async () => {
    const preview = await upload(staff, real("trades-with-fx-rates.xml"));
    expect(preview).toMatchObject({ state: "previewed", rows: 10, newRows: 10, refusedRows: 0 });
    // The file begins with 0.52 CHF and 56.32 USD, and says so itself.
    const openingBalances = preview.accounts[0]?.suggestedOpeningBalances ?? [];
    expect(openingBalances).toEqual([
      { account: "U000000", day: "2023-01-31", currency: "CHF", amount: "0.521566563" },
      { account: "U000000", day: "2023-01-31", currency: "USD", amount: "56.320322578" },
    ]);
    const confirmed = await imported(staff, real("trades-with-fx-rates.xml"), { openingBalances });
    expect(breaks(confirmed)).toEqual([]);
    expect(await held("U000000")).toMatchObject({
      positions: { CHSPIz: "4", VTI: "10", VXUS: "10" },
      // 275.740848 + 280.181514; 1024.94125725 + 1005.56625725; 278.04325725 + 271.24125725
      costs: { CHSPIz: "555.922362", VTI: "2030.5075145", VXUS: "549.2845145" },
      // 0.521566563 + 3000 − 1201.84194 − 1236.88208 − 555.922362; 56.320322578 + 1301.04 + 1311.26125 − 2030.5075145 − 549.2845145
      cash: { CHF: "5.875184563", USD: "88.829543578" },
    });
  });

  test("the rates of the same file come in per euro", async () => {
    const content = real("trades-with-fx-rates.xml");
    // 30 currencies on 24 days; the euro is 1 and the lev fixed; the francs that all are quoted in come besides.
    expect(await imported(staff, content, { kind: "rates" })).toMatchObject({ refusedRows: 0, newRows: 696 });
    const rates = await portal.services.db
      .selectFrom("fx_rate")
      .select(["currency", "per_euro", "source"])
      .where("day", "=", "2023-02-28")
      .where("currency", "in", ["CHF", "USD"])
      .orderBy("currency")
      .execute();
    expect(rates).toEqual([
      { currency: "CHF", per_euro: "0.99648", source: "Interactive Brokers" },
      // 0.99648 / 0.94219
      { currency: "USD", per_euro: "1.05762107431", source: "Interactive Brokers" },
    ]);
  });

  test("a tender, a split into a new ISIN and a merger for cash: refused for the option in it, right without", async () => {
    const content = real("trades-cash-corporate-actions.xml");
    expect(refused(await upload(staff, content))).toEqual(["18 derivative FB 21SEP18 200.0 C (OPT)"]);
    const confirmed = await imported(staff, without(content, /assetCategory="OPT"/));
    expect(confirmed).toMatchObject({ rows: 25, newRows: 23, accounts: [{ cashBelowZero: ["CAD", "CHF", "USD"] }] });
    // Papers are called by their names, not by what happened to them.
    expect(confirmed.accounts[0]?.positions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["GRAN COLOMBIA GOLD CORP", "URANIUM ONE INC. - TENDER FOR CASH CAD"]),
    );
    const { positions, costs, realised, cash } = await held("U123456");
    // 12,000 GCM for 3256.20, 1 for 25; 12,000 UUU for 31,962 tendered, then paid out at 2.86: 34,320 − 31,962 = 2358, as
    // the file's own fifoPnlRealized says.
    expect(positions).toEqual({ GCM: "480" });
    expect(costs).toEqual({ GCM: "3256.2" });
    expect(realised).toMatchObject({ "UUU.TEN2": "2358" });
    // CAD: −3256.20 − 31,962 + 34,320 + 1.23 − 15.17; CHF: −10 − 9.49; USD: −2.07 − 9.18 + 9.18
    expect(cash).toEqual({ CAD: "-912.14", CHF: "-19.49", USD: "-2.07" });
  });

  test("a day of fees and taxes in a grown account: refused for its short options; without them, eleven positions open with their cost", async () => {
    const content = real("open-positions.xml");
    expect(refused(await upload(staff, content))).toEqual([
      "71 derivative CLNE 15SEP23 10 C (OPT)",
      "72 derivative ONCT 21JUL23 5 C (OPT)",
    ]);
    const stocks = without(content, /<OpenPosition .*assetCategory="OPT"/);
    const preview = await upload(staff, stocks);
    expect(preview).toMatchObject({ state: "previewed", rows: 6, newRows: 6 });
    expect(breaks(preview)).toHaveLength(12);
    const openingBalances = preview.accounts[0]?.suggestedOpeningBalances ?? [];
    expect(openingBalances).toHaveLength(12);
    const confirmed = await imported(staff, stocks, { openingBalances });
    expect(breaks(confirmed)).toEqual([]);
    const { positions, costs, cash } = await held("U1111111");
    expect(positions).toEqual({
      AMC: "31",
      APE: "31",
      CLNE: "100",
      CLOV: "210",
      JNJ: "12",
      MO: "44",
      MSFT: "9",
      ONCT: "200",
      PEP: "1",
      SOS: "20",
      XELAP: "50",
    });
    expect(costs).toMatchObject({ AMC: "654.794746", JNJ: "2076.458257", MSFT: "2107.857757", XELAP: "915.217513" });
    // 62.905297533 − 3 × 1.50 − 3 × 0.30
    expect(cash).toEqual({ USD: "57.505297533" });
  });

  test("a sale from before the file and dividends of two accounts: refused for the missing share, right with it", async () => {
    const content = real("trade-and-fees.xml");
    const preview = await upload(staff, content);
    expect(refused(preview)).toEqual(["5 quantityBelowZero CLOUDFLARE INC - CLASS A (1)"]);
    const openingBalances = preview.accounts.flatMap(({ suggestedOpeningBalances }) => suggestedOpeningBalances);
    expect(openingBalances).toEqual([
      {
        account: "U1234567",
        day: "2025-06-30",
        instrument: "US18915M1071",
        quantity: "1",
        currency: "USD",
        amount: null,
      },
    ]);
    // The sale's own cost field says what the share had cost: 1.95. Staff type it: 223.799812 − 1.95 = 221.849812.
    const typed = openingBalances.map((balance) => ({ ...balance, amount: "1.95" }));
    expect(await imported(staff, content, { openingBalances: typed })).toMatchObject({ rows: 4, newRows: 5 });
    expect(await held("U1234567")).toMatchObject({
      positions: {},
      realised: { NET: "221.849812" },
      cash: { EUR: "13.9", USD: "223.799812" },
    });
    expect(await held("U1234568")).toMatchObject({ positions: {}, cash: { EUR: "63.44" } });
    // Its rows have no ids: they are known by their fields when the file comes again.
    expect(await imported(staff, content, { openingBalances: typed })).toMatchObject({ newRows: 0, knownRows: 5 });
    // Neither base currency fits the rates that its rows carry: it offers none.
    expect(refused(await upload(staff, content, { kind: "rates" }))).toEqual(["file emptyFile"]);
  });
});
