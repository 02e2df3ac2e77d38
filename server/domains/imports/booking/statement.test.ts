/** Importing a statement into the ledger, over HTTP, on a real PostgreSQL. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../../testing/app.ts";
import { computeDailyValues } from "../../portfolios/performance/daily-values.ts";
import { cash, element, flex, position, trade } from "../testing/flex-fixtures.ts";
import { confirm, heldBy, imported, ledgerOf, refused, type TestApp, upload } from "../testing/uploads.ts";

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
const entries = async (id: number): Promise<number> => (await ledgerOf(portal.services.db, id)).length;

describe("a statement", () => {
  test("is previewed without a trace, then booked whole when it is confirmed", async () => {
    const { account, id } = await client();
    const content = flex({
      account,
      Trades: [
        trade({
          symbol: "NEWCO",
          isin: "US67066G1040",
          securityID: undefined,
          conid: "3001",
          description: "NEWCO INC",
        }),
      ],
      CashTransactions: [cash({ type: "Deposits/Withdrawals", amount: "2000", dateTime: "20240105" })],
      CashReport: [element("CashReportCurrency", { currency: "USD", endingCash: "999" })],
      OpenPositions: [position({ symbol: "NEWCO", isin: "US67066G1040", conid: "3001", position: 10 })],
    });
    const preview = await upload(staff, content);
    expect(preview).toMatchObject({
      state: "previewed",
      format: "ibFlex",
      rows: 2,
      newRows: 2,
      knownRows: 0,
      refusedRows: 0,
      confirmed_at: null,
      accounts: [
        {
          account,
          holder: { holder_type: "user", holder_id: id, name: `Client of ${account}` },
          from: "2024-01-01",
          to: "2024-03-31",
          newEntries: 2,
          positions: [
            {
              name: "NEWCO INC",
              ticker: "NEWCO",
              instrumentId: null,
              before: "0",
              after: "10",
              stated: "10",
              difference: null,
            },
            { name: "USD", cash: true, before: "0", after: "999", stated: "999", difference: null },
          ],
          suggestedOpeningBalances: [],
          cashBelowZero: [],
        },
      ],
    });
    expect(preview.sample).toMatchObject([
      { kind: "buy", name: "NEWCO INC", quantity: "10", known: false },
      { kind: "deposit" },
    ]);
    expect(await entries(id)).toBe(0);
    expect(
      await portal.services.db.selectFrom("instrument").select("id").where("ticker", "=", "NEWCO").execute(),
    ).toEqual([]);

    const reported: unknown[] = [];
    portal.services.events.on("portfolio:changed", (event) => reported.push(event));
    const confirmed = await confirm(staff, preview);
    expect(confirmed).toMatchObject({ state: "confirmed", newRows: 2, confirmed_by: expect.any(String) });
    expect(await held(id)).toMatchObject({
      positions: { NEWCO: "10" },
      costs: { NEWCO: "1001" },
      cash: { USD: "999" },
    });
    // The daily values that the job then calculates are another event, not a second change.
    await computeDailyValues(portal.services, { holderType: "user", holderId: id });
    expect(reported).toEqual([{ holderType: "user", holderId: id, version: "1" }]);
    const actions = await portal.services.db
      .selectFrom("audit_entry")
      .select("action")
      .where("subject_type", "=", "import")
      .where("subject_id", "=", String(preview.id))
      .orderBy("position")
      .execute();
    expect(actions.map((row) => row.action)).toEqual(["import.previewed", "import.confirmed"]);
  });

  test("is booked once, however often it is confirmed, and by two at once too", async () => {
    const { account, id } = await client();
    const preview = await upload(
      staff,
      flex({ account, CashTransactions: [cash({ type: "Deposits/Withdrawals", amount: "5" })] }),
    );
    const colleague = await portal.as("admin");
    const both = await Promise.all([confirm(staff, preview), confirm(colleague, preview)]);
    expect(both[0]).toEqual(both[1]);
    expect(await confirm(staff, preview)).toEqual(both[0]);
    expect(await entries(id)).toBe(1);
  });

  test("skips what it shares with an earlier one, and counts it", async () => {
    const { account, id } = await client();
    const [first, second, third] = ["1", "2", "3"].map((number) =>
      trade({ tradeID: `9${number}`, transactionID: `8${number}` }),
    );
    await imported(staff, flex({ account, Trades: [first, second] as string[] }));
    const later = await upload(staff, flex({ account, Trades: [second, third] as string[] }));
    expect(later).toMatchObject({
      knownRows: 1,
      newRows: 1,
      accounts: [{ entries: 2, newEntries: 1, knownEntries: 1 }],
    });
    expect(later.sample.map(({ known }) => known)).toEqual([true, false]);
    await confirm(staff, later);
    expect(await entries(id)).toBe(3);
    const again = await imported(staff, flex({ account, Trades: [second, third] as string[] }));
    expect(again).toMatchObject({ state: "confirmed", newRows: 0, knownRows: 2 });
  });

  test("with a known id and another content is refused with its line", async () => {
    const { account } = await client();
    const same = { tradeID: "55", transactionID: "56" };
    await imported(staff, flex({ account, Trades: [trade(same)] }));
    const preview = await upload(staff, flex({ account, Trades: [trade(), trade({ ...same, tradePrice: 101 })] }));
    expect(refused(preview)).toEqual(["6 knownWithOtherContent 55"]);
  });

  test("of an account that is nobody's is refused, and the other accounts in it too", async () => {
    const { account, id } = await client();
    const preview = await upload(
      staff,
      flex({ account, Trades: [trade()] }, { account: "U0NOBODY", Trades: [trade()] }),
    );
    expect(preview).toMatchObject({ state: "refused", accounts: [{ account }, { account: "U0NOBODY", holder: null }] });
    expect(refused(preview)).toEqual(["10 unknownAccount U0NOBODY"]);
    await expect(confirm(staff, preview)).rejects.toMatchObject({ code: "stateConflict" });
    expect(await entries(id)).toBe(0);
  });

  test("with one bad row is refused whole: nothing is written but the refusal", async () => {
    const { account, id } = await client();
    const preview = await upload(
      staff,
      flex({ account, Trades: [trade(), trade({ assetCategory: "OPT", description: "A CALL" })] }),
    );
    expect(preview).toMatchObject({ state: "refused", refusedRows: 1 });
    expect(refused(preview)).toEqual(["6 derivative A CALL (OPT)"]);
    expect(await entries(id)).toBe(0);
    const { content } = await portal.services.db
      .selectFrom("import")
      .select("content")
      .where("id", "=", preview.id)
      .executeTakeFirstOrThrow();
    expect(content).toBeNull();
    const fetched = await staff.client.imports.get({ params: { id: preview.id } });
    expect(fetched).toEqual(preview);
  });

  test("of several accounts is shown and booked per holder", async () => {
    const [one, two] = [await client(), await client()];
    const content = flex(
      { account: one.account, CashTransactions: [cash({ type: "Deposits/Withdrawals", amount: "1" })] },
      { account: two.account, CashTransactions: [cash({ type: "Deposits/Withdrawals", amount: "2" })] },
    );
    const preview = await imported(staff, content);
    expect(preview.accounts.map(({ account }) => account)).toEqual([one.account, two.account]);
    expect([(await held(one.id)).cash, (await held(two.id)).cash]).toEqual([{ USD: "1" }, { USD: "2" }]);
  });

  test("that leaves cash below zero is taken and flagged", async () => {
    const { account } = await client();
    const preview = await imported(staff, flex({ account, Trades: [trade()] }));
    expect(preview.accounts[0]?.cashBelowZero).toEqual(["USD"]);
  });

  test("that no longer fits when it is confirmed is refused with the reason", async () => {
    const { account, id } = await client();
    const sale = flex({
      account,
      Trades: [trade({ tradeID: "61", quantity: -10, dateTime: "20240201;100000", tradeDate: "20240201" })],
    });
    await imported(staff, flex({ account, Trades: [trade({ tradeID: "60" })] }));
    const first = await upload(staff, sale);
    const second = await upload(staff, sale.replaceAll('tradeID="61"', 'tradeID="62"'));
    await confirm(staff, first);
    await expect(confirm(staff, second)).rejects.toMatchObject({ code: "fileRefused" });
    const after = await staff.client.imports.get({ params: { id: second.id } });
    expect(after.state).toBe("refused");
    expect(refused(after)).toEqual(["5 quantityBelowZero ACME WORKS INC (10)"]);
    expect(await entries(id)).toBe(2);
  });

  test("that was discarded is gone with its text, and cannot be confirmed", async () => {
    const { account } = await client();
    const preview = await upload(staff, flex({ account, Trades: [trade()] }));
    const discard = () => staff.client.imports.discard({ params: { id: preview.id }, body: {} });
    expect((await discard()).state).toBe("discarded");
    expect((await discard()).state).toBe("discarded");
    await expect(confirm(staff, preview)).rejects.toMatchObject({ code: "stateConflict" });
    const confirmed = await imported(staff, flex({ account, Trades: [trade()] }));
    await expect(staff.client.imports.discard({ params: { id: confirmed.id }, body: {} })).rejects.toMatchObject({
      code: "stateConflict",
    });
  });

  test("is kept as it was uploaded, with its SHA-256", async () => {
    const { account } = await client();
    const preview = await imported(staff, flex({ account, Trades: [trade()] }));
    const change = sql`update import set sha256 = sha256(''), file_name = 'x' where id = ${preview.id}`.execute(
      portal.services.db,
    );
    await expect(change).rejects.toThrow("permission denied");
  });
});
