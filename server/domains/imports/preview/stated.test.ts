/** Lists of positions: compared with the ledger at the end of their day; confirmed, they book nothing. */
import { expect, test } from "vitest";
import { createFirm } from "../testing/firm.ts";
import { apple, asFile, statedCash, statedPosition } from "../testing/openwealth-fixtures.ts";
import { confirm, imported, ledgerOf, refused, upload } from "../testing/uploads.ts";

const firm = createFirm("POS");
const header = "account,date,kind,isin,ticker,name,quantity,price,currency,amount";
const csv = (account: string, ...rows: string[]) => [header, ...rows.map((row) => `${account},${row}`)].join("\n");
const positions = (content: string) => upload(firm.staff, content, { kind: "positions" });

async function investor(): Promise<{ account: string; id: number }> {
  const client = await firm.client();
  await imported(
    firm.staff,
    csv(
      client.account,
      "2023-01-02,deposit,,,,,,CHF,10000",
      "2023-01-03,buy,US0378331005,AAPL,Apple Inc.,40,150,CHF,-6000",
      // After the stated day.
      "2023-02-01,sell,US0378331005,AAPL,Apple Inc.,-15,160,CHF,2400",
      "2023-02-02,withdrawal,,,,,,CHF,-100",
    ),
  );
  return client;
}
const of = (account: string, record: Record<string, unknown>) => ({ ...record, customerId: account });

test("agrees with what was held at the end of the stated day, whatever came later; confirming books nothing", async () => {
  const { account, id } = await investor();
  const before = await ledgerOf(firm.portal.services.db, id);
  const preview = await positions(
    asFile(
      of(account, statedPosition(apple, 40, "CHF", { blockedQuantity: { type: "unit", value: 25 } })),
      of(account, statedCash(4000, "CHF")),
    ),
  );
  expect(preview).toMatchObject({
    kind: "positions",
    format: "openWealth",
    state: "previewed",
    rows: 2,
    newRows: 0,
    refusals: [],
  });
  expect(preview.accounts).toMatchObject([
    {
      account,
      to: "2023-01-05",
      positions: [
        { ticker: "AAPL", before: "40", after: "40", stated: "40", difference: null, notAvailable: "25" },
        { cash: true, currency: "CHF", before: "4000", stated: "4000", difference: null },
      ],
    },
  ]);
  expect(await confirm(firm.staff, preview)).toMatchObject({ state: "confirmed", newRows: 0 });
  expect(await ledgerOf(firm.portal.services.db, id)).toEqual(before);
});

test("breaks: other units, a security that is not held, one that is not stated, cash", async () => {
  const { account } = await investor();
  const other = { ...apple, name: "Other Works", identificationList: [{ type: "isin", identifier: "CH0012005267" }] };
  const preview = await positions(
    asFile(of(account, statedPosition(other, 7, "CHF")), of(account, statedCash(3999.5, "CHF"))),
  );
  expect(preview.accounts[0]?.positions).toMatchObject([
    { name: "Apple Inc.", stated: "0", difference: "-40" },
    { name: "Other Works", instrumentId: null, before: "0", stated: "7", difference: "7" },
    { cash: true, stated: "3999.5", difference: "-0.5" },
  ]);
  // Cash alone says nothing of securities.
  const cash = await positions(asFile(of(account, statedCash(4000, "CHF"))));
  expect(cash.accounts[0]?.positions).toMatchObject([{ cash: true, difference: null }]);
});

test("a statement of holdings that lists none says that nothing is held", async () => {
  const { account } = await investor();
  const message = [
    ":16R:GENL",
    ":28E:1/ONLY",
    ":98A::STAT//20230105",
    `:97A::SAFE//${account}`,
    ":17B::ACTI//N",
    ":16S:GENL",
  ];
  const preview = await positions(message.join("\n"));
  expect(preview).toMatchObject({ kind: "positions", format: "mt535", state: "previewed" });
  expect(preview.accounts[0]?.positions).toMatchObject([{ name: "Apple Inc.", stated: "0", difference: "-40" }]);
});

test("an account that nobody has refuses the list, and is left out with a reason", async () => {
  const { account } = await investor();
  const file = asFile(of(account, statedCash(4000, "CHF")), of("NOBODY", statedCash(1, "CHF")));
  const preview = await positions(file);
  expect(refused(preview)).toEqual([expect.stringContaining("unknownAccount NOBODY")]);
  const [row] = preview.undecided;
  const decisions = [{ line: row?.line ?? 1, key: row?.key ?? "", kind: null, reason: "Not ours" }];
  expect(await upload(firm.staff, file, { kind: "positions", decisions })).toMatchObject({
    state: "previewed",
    refusals: [],
  });
});

test("a ledger that changed after the preview is shown anew", async () => {
  const { account } = await investor();
  const preview = await positions(asFile(of(account, statedCash(4000, "CHF"))));
  await imported(firm.staff, csv(account, "2023-01-04,deposit,,,,,,CHF,5"));
  await expect(confirm(firm.staff, preview)).rejects.toMatchObject({ code: "stateConflict" });
});
