/** Corporate actions from file to figures: cash without shares, rights that expire, a spin-off's share of the cost. */
import { expect, test } from "vitest";
import { createFirm } from "./testing/firm.ts";
import { acme, action, flex } from "./testing/flex-fixtures.ts";
import { imported, refused, upload } from "./testing/uploads.ts";

const firm = createFirm("A");

const share = (symbol: string, isin: string) => ({
  ...acme,
  symbol,
  isin,
  securityID: isin,
  conid: "",
  currency: "EUR",
});
const csv = (account: string, ...rows: string[]) =>
  [
    "account,date,kind,isin,ticker,name,quantity,price,currency,amount,cost,counter_isin,counter_quantity",
    ...rows.map((row) => `${account},${row}`),
  ].join("\n");
const actions = (account: string, ...CorporateActions: string[]) => flex({ account, CorporateActions });

test("cash of a corporate action without shares is income of its instrument", async () => {
  const { account, portfolio } = await firm.client();
  const cdv = share("CDV", "US8019289680");
  await imported(
    firm.staff,
    csv(account, "2024-01-02,deposit,,,,,,EUR,10000,,,", "2024-01-03,buy,US8019289680,CDV,CDV,10,10,EUR,-100,,,"),
  );
  const sentence = "CDV(US8019289680) CASH DIVIDEND EUR 1.2 PER SHARE";
  await imported(
    firm.staff,
    actions(
      account,
      action({
        ...cdv,
        type: "CD",
        actionID: "8401",
        quantity: "0",
        proceeds: "12",
        description: `${sentence} (CDV, CDV, US8019289680)`,
      }),
    ),
  );
  const shown = await portfolio();
  expect(shown).toMatchObject({ income: 12, currentValue: 10_012 });
  expect(shown.instruments.find(({ ticker }) => ticker === "CDV")).toMatchObject({ income: 12, ownedShares: 10 });
});

test("rights that came and expired leave nothing", async () => {
  const { account, portfolio, id } = await firm.client();
  const rights = share("AER.RTS", "BE8019289697");
  const subject = "(AER.RTS, RIGHTS, BE8019289697)";
  await imported(
    firm.staff,
    actions(
      account,
      action({
        ...rights,
        type: "DI",
        actionID: "703",
        quantity: "20",
        reportDate: "20230516",
        dateTime: "20230515;202500",
        description: `AER(BE0003851681) DIVIDEND RIGHTS ISSUE  1 FOR 1 ${subject}`,
      }),
      action({
        ...rights,
        type: "ED",
        actionID: "705",
        quantity: "-20",
        reportDate: "20230601",
        dateTime: "20230531;202000",
        description: `AER.RTS(BE8019289697) EXPIRE DIVIDEND RIGHT ${subject}`,
      }),
    ),
  );
  expect(await firm.held(id)).toMatchObject({ positions: {}, realised: { "AER.RTS": "0" } });
  expect(await portfolio()).toMatchObject({ totalInvested: 0, currentValue: 0, realisedGain: 0 });
});

test("the import says that a spin-off's share of the cost is open, and a row of our CSV moves it", async () => {
  const { account, portfolio, id } = await firm.client();
  const kid = share("KID", "US8019289706");
  await imported(
    firm.staff,
    csv(account, "2024-01-02,deposit,,,,,,EUR,10000,,,", "2024-01-03,buy,US8019289714,PAR,PAR,10,100,EUR,-1000,,,"),
  );
  const preview = await imported(
    firm.staff,
    actions(
      account,
      action({
        ...kid,
        type: "SO",
        actionID: "1",
        quantity: "5",
        description: "PAR(US8019289714) SPINOFF  1 FOR 2 (KID, KID, US8019289706)",
      }),
    ),
  );
  expect(preview.remarks).toEqual([
    {
      code: "costOpen",
      line: 5,
      account,
      currency: "EUR",
      amount: "0",
      detail: "2024-03-01 · US8019289714 → US8019289706",
    },
  ]);
  expect((await firm.held(id)).costs).toEqual({ KID: "0", PAR: "1000" });
  const move = (cost: string, quantity = "0") =>
    csv(account, `2024-03-01,exchange,US8019289714,PAR,PAR,${quantity},,EUR,0,${cost},US8019289706,0`);
  expect(refused(await upload(firm.staff, move("1000.01")))).toEqual(["2 costAboveHeld PAR"]);
  expect(refused(await upload(firm.staff, move("")))).toEqual(["2 notPositive counter_quantity: 0"]);
  expect(refused(await upload(firm.staff, move("10", "-1")))).toEqual(["2 notPositive counter_quantity: 0"]);
  await imported(firm.staff, move("250"));
  expect((await firm.held(id)).costs).toEqual({ KID: "250", PAR: "750" });
  await imported(
    firm.staff,
    "isin,date,price,currency,source\nUS8019289706,2024-03-04,60,EUR,X\nUS8019289714,2024-03-04,80,EUR,X",
    { kind: "prices" },
  );
  expect((await portfolio()).instruments.find(({ ticker }) => ticker === "KID")).toMatchObject({ returnPercent: 20 });
});

test("the share of a security that was sold before it was known is less gain", async () => {
  const { account, id } = await firm.client();
  const kid = share("KIX", "US8019289722");
  await imported(
    firm.staff,
    csv(account, "2024-01-02,deposit,,,,,,EUR,10000,,,", "2024-01-03,buy,US8019289730,PAX,PAX,10,100,EUR,-1000,,,"),
  );
  await imported(
    firm.staff,
    actions(
      account,
      action({
        ...kid,
        type: "SO",
        actionID: "1",
        quantity: "5",
        description: "PAX(US8019289730) SPINOFF  1 FOR 2 (KIX, KIX, US8019289722)",
      }),
    ),
  );
  await imported(
    firm.staff,
    csv(
      account,
      "2024-03-05,sell,US8019289722,KIX,KIX,-5,60,EUR,300,,,",
      "2024-03-06,exchange,US8019289730,PAX,PAX,0,,EUR,0,250,US8019289722,0",
    ),
  );
  expect(await firm.held(id)).toMatchObject({ costs: { PAX: "750" }, realised: { KIX: "50" } });
});

test("an action that its rows do not explain is left out by the name of its instrument, and its cash is booked", async () => {
  const { account, id } = await firm.client();
  const odd = share("ODD", "US8019289748");
  const content = actions(
    account,
    action({ ...odd, type: "XX", actionID: "1", quantity: "5", proceeds: "7", description: "SOMETHING NEW" }),
  );
  const preview = await upload(firm.staff, content);
  expect(refused(preview)).toEqual(["5 unsupportedAction XX SOMETHING NEW"]);
  expect(preview.excludable).toMatchObject([{ key: "US8019289748", rows: 1 }]);
  await imported(firm.staff, content, { exclude: ["US8019289748"] });
  expect(await firm.held(id)).toMatchObject({ positions: {}, cash: { EUR: "7" } });
});
