/** Where holdings lie, over HTTP, from files of two custodians. */
import { expect, test } from "vitest";
import { createFirm, type FirmClient } from "../../imports/testing/firm.ts";
import { acme, flex, trade } from "../../imports/testing/flex-fixtures.ts";
import { imported, refused, upload } from "../../imports/testing/uploads.ts";
import { bookEntries } from "../ledger/writer.ts";
import { linkCustodian } from "../portfolios.ts";
import { entry } from "../testing/firm.ts";

const firm = createFirm("K");
const isin = acme.isin;
const columns = "account,date,kind,isin,name,quantity,currency,amount,cost,id,reverses,custodian";
const csv = (account: string, ...rows: string[]): string =>
  [columns, ...rows.map((row) => `${account},${row}`)].join("\n");

/** By name of the holding: `custodian quantity` of each part. */
async function lying({ user, id, portfolio }: FirmClient): Promise<Record<string, string[]>> {
  const params = { holderType: "user" as const, holderId: id };
  const { holdings } = await user.client.portfolios.getCustody({ params });
  const { instruments } = await portfolio();
  expect(holdings.map(({ key }) => key).toSorted()).toEqual(instruments.map(({ key }) => key).toSorted());
  return Object.fromEntries(
    holdings.map(({ key, parts }) => {
      const row = instruments.find((one) => one.key === key);
      expect(parts.reduce((sum, { quantity }) => sum + Number(quantity), 0)).toBe(row?.ownedShares);
      return [
        row?.isin === isin ? "ACME" : (row?.ticker ?? key),
        parts.map(({ custodian, quantity }) => `${custodian ?? "?"} ${quantity}`),
      ];
    }),
  );
}

test("one security with two custodians, and a third part from rows that state none", async () => {
  const client = await firm.client();
  await imported(firm.staff, flex({ account: client.account, Trades: [trade()] }));
  await imported(
    firm.staff,
    csv(
      client.account,
      `2024-02-01,deposit,,,,USD,2000,,,,Old Bank`,
      `2024-02-01,buy,${isin},ACME WORKS INC,5,USD,-500,,,,Old Bank`,
      `2024-02-02,transferIn,${isin},ACME WORKS INC,2,USD,0,150,,,`,
    ),
  );
  expect(await lying(client)).toEqual({
    ACME: ["Interactive Brokers 10", "Old Bank 5", "? 2"],
    USD: ["Interactive Brokers -1001", "Old Bank 1500"],
  });
});

test("a transfer between custodians moves the units; the case of the letters and spaces make no second custodian", async () => {
  const client = await firm.client();
  const bought = `2024-02-01,buy,${isin},ACME WORKS INC,8,USD,-800,,,,Old Bank`;
  await imported(firm.staff, csv(client.account, bought));
  await imported(
    firm.staff,
    csv(
      client.account,
      `2024-03-01,transferOut,${isin},ACME WORKS INC,-3,USD,0,,,,OLD  BANK`,
      `2024-03-02,transferIn,${isin},ACME WORKS INC,3,USD,0,300,,,New Bank`,
    ),
  );
  expect(await lying(client)).toMatchObject({ ACME: ["New Bank 3", "Old Bank 5"] });
});

test("a reversal takes the units back; a corrected row lies where the new one says", async () => {
  const client = await firm.client();
  const row = (id: string, custodian: string) =>
    `2024-02-01,buy,${isin},ACME WORKS INC,8,USD,-800,,${id},,${custodian}`;
  await imported(firm.staff, csv(client.account, row("R-1", "Old Bank"), row("R-2", "Old Bank")));
  expect(await lying(client)).toMatchObject({ ACME: ["Old Bank 16"] });
  await imported(
    firm.staff,
    csv(client.account, "2024-02-03,reversal,,,,USD,0,,R-3,R-2,Old Bank", row("R-4", "New Bank")),
  );
  expect(await lying(client)).toEqual({ ACME: ["New Bank 8", "Old Bank 8"], USD: ["New Bank -800", "Old Bank -800"] });
});

test("a row is known again in the same file, and not when only its custodian differs", async () => {
  const client = await firm.client();
  const row = (custodian: string) => `2024-02-01,buy,${isin},ACME WORKS INC,8,USD,-800,,,,${custodian}`;
  const file = csv(client.account, row("Old Bank"));
  await imported(firm.staff, file);
  expect(await upload(firm.staff, file)).toMatchObject({ newRows: 0, knownRows: 1 });
  expect(await upload(firm.staff, csv(client.account, row("OLD BANK")))).toMatchObject({ newRows: 0, knownRows: 1 });
  await imported(firm.staff, csv(client.account, row("New Bank")));
  expect(await lying(client)).toMatchObject({ ACME: ["New Bank 8", "Old Bank 8"] });
});

test("an id that is known with another custodian is refused, and so is a name that is too long", async () => {
  const client = await firm.client();
  const row = (custodian: string) => `2024-02-01,deposit,,,,USD,800,,X-1,,${custodian}`;
  await imported(firm.staff, csv(client.account, row("Old Bank")));
  const again = await upload(firm.staff, csv(client.account, row("New Bank")));
  expect(refused(again).join()).toContain("knownWithOtherContent");
  const long = await upload(firm.staff, csv(client.account, row("x".repeat(101))));
  expect(refused(long).join()).toContain("tooLong custodian");
});

test("a split and an exchange move the units of the custodian that books them", async () => {
  const client = await firm.client();
  await imported(
    firm.staff,
    csv(
      client.account,
      `2024-02-01,buy,${isin},ACME WORKS INC,4,USD,-400,,,,Old Bank`,
      `2024-02-01,buy,${isin},ACME WORKS INC,6,USD,-600,,,,New Bank`,
      `2024-03-01,split,${isin},ACME WORKS INC,4,USD,0,,,,Old Bank`,
      `2024-03-01,split,${isin},ACME WORKS INC,6,USD,0,,,,New Bank`,
    ),
  );
  expect(await lying(client)).toMatchObject({ ACME: ["New Bank 12", "Old Bank 8"] });
  await imported(
    firm.staff,
    [
      "account,date,kind,isin,quantity,currency,amount,counter_isin,counter_ticker,counter_quantity,custodian",
      `${client.account},2024-04-01,exchange,${isin},-8,USD,0,US8019289755,NEWCO,2,Old Bank`,
    ].join("\n"),
  );
  expect(await lying(client)).toMatchObject({ ACME: ["New Bank 12"], NEWCO: ["Old Bank 2"] });
});

test("income that names units moves none; both sides of an exchange of currencies lie with one custodian", async () => {
  const client = await firm.client();
  await imported(
    firm.staff,
    [
      "account,date,kind,isin,quantity,currency,amount,counter_currency,counter_amount,custodian",
      `${client.account},2024-02-01,buy,${isin},4,USD,-400,,,Old Bank`,
      `${client.account},2024-02-02,dividend,${isin},4,USD,10,,,New Bank`,
      `${client.account},2024-02-03,fx,,,EUR,-100,USD,110,New Bank`,
    ].join("\n"),
  );
  expect(await lying(client)).toEqual({
    ACME: ["Old Bank 4"],
    USD: ["New Bank 120", "Old Bank -400"],
    EUR: ["New Bank -100"],
  });
});

test("typed entries and units given away without a custodian are not stated", async () => {
  const client = await firm.client();
  const holder = { holderType: "user" as const, holderId: client.id };
  await bookEntries(firm.portal.services.db, holder, [
    entry({ kind: "deposit", day: "2024-01-02", amount: "70", currency: "EUR" }),
  ]);
  expect(await lying(client)).toEqual({ EUR: ["? 70"] });
});

test("a custodian's system does not tell", async () => {
  const client = await firm.client();
  const params = { holderType: "user" as const, holderId: client.id };
  await linkCustodian(firm.portal.services.db, params, "http://127.0.0.1:9");
  expect(await client.user.client.portfolios.getCustody({ params })).toMatchObject({
    holdings: [],
    reason: "notProvided",
  });
});
