/** Corporate actions: the rows of one action become one entry. */
import { expect, test } from "vitest";
import { acme, action, flex, fund } from "../testing/flex-fixtures.ts";
import { plain, readStatement, reasons } from "../testing/reading.ts";

const child = {
  symbol: "KID",
  description: "KID INC",
  conid: "2002",
  isin: "US5949181045",
  securityID: "US5949181045",
};
const read = (...rows: string[]) => readStatement(flex({ CorporateActions: rows }));
const said = (sentence: string, subject = "ACME, ACME WORKS INC, US0378331005") => `${sentence} (${subject})`;

test("a split changes the quantity on the day that it is reported, before that day's trades", async () => {
  const file = await read(
    action({
      type: "FS",
      actionID: "1",
      transactionID: "61",
      quantity: "20",
      description: said("ACME(US0378331005) SPLIT 3 FOR 1"),
    }),
  );
  expect(plain(file)).toEqual([
    {
      externalId: "ib:tx:61",
      kind: "split",
      day: "2024-03-01",
      instrument: 0,
      quantity: "20",
      currency: "USD",
      amount: "0",
      description: "ACME(US0378331005) SPLIT 3 FOR 1",
    },
  ]);
});

test("a reverse split under the same ISIN takes shares away, as one entry", async () => {
  const file = await read(
    action({ type: "RS", actionID: "2", quantity: "-90", description: said("ACME(US0378331005) SPLIT 1 FOR 10") }),
  );
  expect(plain(file)).toMatchObject([{ kind: "split", quantity: "-90" }]);
});

test("a split that comes with a new ISIN exchanges the old paper for the new, with all of its cost", async () => {
  const sentence = "ACME(US0378331005) SPLIT 1 FOR 25";
  const file = await read(
    action({
      quantity: "480",
      ...child,
      symbol: "ACME",
      description: said(sentence, "ACME, ACME WORKS INC, US5949181045"),
    }),
    action({
      quantity: "-12000",
      symbol: "ACME.OLD",
      description: said(sentence, "ACME.OLD, ACME WORKS INC, US0378331005"),
    }),
  );
  expect(plain(file)).toMatchObject([
    { kind: "exchange", instrument: 1, quantity: "-12000", amount: "0", counter: { instrument: 0, quantity: "480" } },
  ]);
  expect(plain(file)[0]?.cost).toBeUndefined();
});

test("a merger for cash pays the shares out", async () => {
  const file = await read(
    action({
      type: "TC",
      actionID: "3",
      quantity: "-12000",
      proceeds: "34320",
      value: "-34200",
      amount: "-34320",
      description: said("ACME(US0378331005) MERGED(Acquisition) FOR USD 2.86 PER SHARE"),
    }),
  );
  expect(plain(file)).toMatchObject([{ kind: "exchange", quantity: "-12000", amount: "34320" }]);
  expect(plain(file)[0]?.counter).toBeUndefined();
});

test("a merger for shares and cash brings both, whichever row comes first", async () => {
  const sentence = "ACME(US0378331005) MERGED(Acquisition) WITH US5949181045 1 FOR 2";
  const out = action({
    type: "TC",
    actionID: "4",
    transactionID: "72",
    quantity: "-100",
    proceeds: "55.5",
    description: said(sentence),
  });
  const into = action({
    type: "TC",
    actionID: "4",
    transactionID: "71",
    quantity: "50",
    ...child,
    description: said(sentence, "KID, KID INC, US5949181045"),
  });
  for (const rows of [
    [out, into],
    [into, out],
  ]) {
    const file = await read(...rows);
    expect(plain(file)).toMatchObject([
      { externalId: "ib:tx:71", kind: "exchange", quantity: "-100", amount: "55.5", counter: { quantity: "50" } },
    ]);
  }
});

test("a tender moves the shares into the paper that stands for the offer", async () => {
  const sentence = "ACME(US0378331005) TENDERED TO US5949181045 1 FOR 1";
  const file = await read(
    action({
      quantity: "-30",
      description: said(sentence),
      dateTime: "2024-03-01, 19:45:00",
      reportDate: "2024-03-01",
    }),
    action({
      quantity: "30",
      ...child,
      description: said(sentence, "ACME.TEN, ACME WORKS INC - TENDER, US5949181045"),
      dateTime: "2024-03-01, 19:45:00",
      reportDate: "2024-03-01",
    }),
  );
  expect(plain(file)).toMatchObject([
    { kind: "exchange", quantity: "-30", counter: { quantity: "30" }, time: "2024-03-02T00:45:00.000Z" },
  ]);
});

test("a spin-off brings the child and leaves the parent's cost where it is, until the issuer says otherwise", async () => {
  const file = await read(
    action({
      type: "SO",
      actionID: "5",
      quantity: "12",
      ...child,
      description: said("ACME(US0378331005) SPINOFF 1 FOR 5", "KID, KID INC, US5949181045"),
    }),
  );
  const [entry] = plain(file);
  expect(entry).toMatchObject({ kind: "exchange", quantity: "0", amount: "0", cost: "0", counter: { quantity: "12" } });
  expect(file.instruments[entry?.instrument ?? -1]?.isin).toBe("US0378331005");
  expect(file.instruments[entry?.counter?.instrument ?? -1]?.isin).toBe("US5949181045");
});

test("a stock dividend is more of the same", async () => {
  const file = await read(
    action({
      type: "SD",
      actionID: "6",
      quantity: "3",
      description: said("ACME(US0378331005) STOCK DIVIDEND 3 FOR 100"),
    }),
  );
  expect(plain(file)).toMatchObject([{ kind: "split", quantity: "3" }]);
});

test("worthless shares leave for nothing", async () => {
  const file = await read(
    action({ type: "DW", actionID: "7", quantity: "-8", description: said("(US0378331005) DELISTED") }),
  );
  expect(plain(file)).toMatchObject([{ kind: "exchange", quantity: "-8", amount: "0" }]);
});

test("a change of name under another ISIN is an exchange; under the same one it is nothing", async () => {
  const sentence = "ACME(US0378331005) CUSIP/ISIN CHANGE TO (US5949181045)";
  const changed = await read(
    action({ type: "IC", actionID: "8", quantity: "-5", symbol: "ACME.OLD", description: said(sentence) }),
    action({
      type: "IC",
      actionID: "8",
      quantity: "5",
      ...child,
      description: said(sentence, "ACME, ACME WORKS INC, US5949181045"),
    }),
  );
  expect(plain(changed)).toMatchObject([{ kind: "exchange", quantity: "-5", counter: { quantity: "5" } }]);
  const same = await read(
    action({ type: "IC", actionID: "9", quantity: "-5", symbol: "ACME.OLD", description: said(sentence) }),
    action({ type: "IC", actionID: "9", quantity: "5", description: said(sentence) }),
  );
  expect([plain(same), same.leftOut.get("CorporateAction 0")]).toEqual([[], 1]);
});

test("rights that expire leave for nothing", async () => {
  const rights = { ...child, symbol: "AER.RTS", isin: "BE8019289697", securityID: "BE8019289697", currency: "EUR" };
  const subject = "AER.RTS, RIGHTS, BE8019289697";
  const file = await read(
    action({
      ...rights,
      type: "DI",
      actionID: "703",
      quantity: "20",
      description: said("AER(BE0003851681) DIVIDEND RIGHTS ISSUE  1 FOR 1", subject),
    }),
    action({
      ...rights,
      type: "ED",
      actionID: "705",
      quantity: "-20",
      description: said("AER.RTS(BE8019289697) EXPIRE DIVIDEND RIGHT", subject),
    }),
  );
  expect(reasons(file)).toEqual([]);
  expect(plain(file)).toMatchObject([
    { kind: "exchange", quantity: "0", cost: "0", counter: { quantity: "20" } },
    { kind: "exchange", quantity: "-20", amount: "0" },
  ]);
});

test("cash without shares is a dividend or capital, by what the action is, and refused by name otherwise", async () => {
  const paid = (type: string, proceeds: string, sentence: string) =>
    action({ type, actionID: type + proceeds, quantity: "0", proceeds, description: said(sentence) });
  const file = await read(
    paid("CD", "12", "ACME(US0378331005) CASH DIVIDEND USD 1.2 PER SHARE"),
    paid("CD", "-3", "ACME(US0378331005) CASH DIVIDEND USD 1.2 PER SHARE - REVERSAL"),
    paid("TO", "4", "ACME(US0378331005) TENDERED, SECOND PAYMENT"),
    paid("", "5", "ACME(US0378331005) CASH IN LIEU OF FRACTION"),
    paid("TO", "-5", "ACME(US0378331005) SOMETHING TAKEN"),
  );
  expect(plain(file).map(({ kind, amount, instrument }) => [kind, amount, instrument])).toEqual([
    ["dividend", "12", 0],
    ["dividend", "-3", 0],
    ["returnOfCapital", "4", 0],
    ["returnOfCapital", "5", 0],
  ]);
  expect(reasons(file)).toEqual(["9 unsupportedAction TO ACME(US0378331005) SOMETHING TAKEN"]);
  expect([...file.excludable.keys()]).toEqual(["conid 1001"]);
});

test("a split with cash for its fraction is both", async () => {
  for (const [type, quantity] of [
    ["SD", "3"],
    ["RS", "-90"],
  ] as const) {
    const file = await read(
      action({ type, actionID: type, quantity, proceeds: "7", description: said("ACME(US0378331005) STOCK DIVIDEND") }),
    );
    expect(plain(file)).toMatchObject([
      { kind: "split", quantity, amount: "0" },
      { kind: "returnOfCapital", amount: "7" },
    ]);
  }
});

test("a voluntary offer and a purchase issue bring what they take back later", async () => {
  const offer = { ...child, symbol: "ACME.TEN" };
  const subject = "ACME.TEN, ACME TENDER, US5949181045";
  const file = await read(
    action({ type: "GV", actionID: "1", quantity: "-10", description: said("ACME(US0378331005) VOLUNTARY OFFER") }),
    action({
      type: "GV",
      actionID: "1",
      quantity: "10",
      ...offer,
      description: said("ACME(US0378331005) VOLUNTARY OFFER", subject),
    }),
    action({
      type: "PI",
      actionID: "2",
      quantity: "5",
      ...offer,
      description: said("ACME(US0378331005) PURCHASE ISSUE  1 FOR 2", subject),
    }),
    action({
      type: "PI",
      actionID: "3",
      quantity: "6",
      proceeds: "-60",
      ...offer,
      description: said("ACME(US0378331005) SUBSCRIBED", subject),
    }),
  );
  expect(reasons(file)).toEqual([]);
  expect(plain(file)).toMatchObject([
    { kind: "exchange", quantity: "-10", counter: { quantity: "10" } },
    { kind: "exchange", quantity: "0", cost: "0", counter: { quantity: "5" } },
    { kind: "buy", quantity: "6", amount: "-60" },
  ]);
});

test("a merger into two securities moves the cost to the larger, and says that its division is open", async () => {
  const sentence = "ACME(US0378331005) MERGED(Acquisition) WITH TWO OTHERS";
  const rows = [
    action({
      type: "TC",
      actionID: "10",
      transactionID: "901",
      quantity: "-10",
      proceeds: "3",
      description: said(sentence),
    }),
    action({ type: "TC", actionID: "10", transactionID: "902", quantity: "5", ...child, description: said(sentence) }),
    action({ type: "TC", actionID: "10", transactionID: "903", quantity: "7", ...fund, description: said(sentence) }),
  ];
  for (const order of [rows, rows.toReversed()]) {
    const file = await read(...order);
    expect(
      plain(file).map(({ externalId, kind, quantity, amount, cost, counter, costOpen }) => [
        externalId,
        kind,
        quantity,
        amount,
        cost,
        counter?.quantity,
        costOpen,
      ]),
    ).toEqual([
      ["ib:tx:901", "exchange", "-10", "3", undefined, "7", "US0378331005 → IE00B4L5Y983 → US5949181045"],
      ["ib:tx:901:2", "exchange", "0", "0", "0", "5", undefined],
    ]);
  }
});

test("two securities given for one bring their costs together", async () => {
  const sentence = "ACME(US0378331005) MERGED(Acquisition) FOR SHARES AND RIGHTS";
  const file = await read(
    action({ type: "TC", actionID: "10", transactionID: "901", quantity: "-10", description: said(sentence) }),
    action({ type: "TC", actionID: "10", transactionID: "902", quantity: "-4", ...child, description: said(sentence) }),
    action({ type: "TC", actionID: "10", transactionID: "903", quantity: "7", ...fund, description: said(sentence) }),
  );
  expect(plain(file)).toMatchObject([
    { kind: "exchange", quantity: "-10", counter: { quantity: "7" } },
    { kind: "exchange", quantity: "-4", counter: { quantity: "0" } },
  ]);
});

test("an action that cannot be told from its rows is refused by its name and can be left out by those of its instruments", async () => {
  const sentence = "ACME(US0378331005) MERGED(Acquisition) WITH TWO OTHERS";
  const file = await read(
    action({ type: "TC", actionID: "10", quantity: "-10", description: said(sentence) }),
    action({ type: "TC", actionID: "10", quantity: "-5", ...child, description: said(sentence) }),
    action({ type: "TC", actionID: "10", quantity: "5", ...fund, description: said(sentence) }),
    action({
      type: "TC",
      actionID: "10",
      quantity: "5",
      ...child,
      symbol: "TWO",
      conid: "2003",
      isin: "US88160R1014",
      description: said(sentence),
    }),
    action({ type: "XX", actionID: "11", quantity: "5", ...acme, description: "SOMETHING NEW" }),
  );
  expect(reasons(file)).toEqual([`5 unsupportedAction TC ${sentence}`, "9 unsupportedAction XX SOMETHING NEW"]);
  expect([...file.excludable.values()].map(({ key, rows }) => [key, rows])).toEqual([
    ["conid 2002", 1],
    ["conid 1002", 1],
    ["conid 2003", 1],
    ["conid 1001", 2],
  ]);
});

test("a split whose row for the old security is missing is refused, not booked as units for nothing", async () => {
  const renamed = { ...child, symbol: "ACME" };
  const file = await read(
    action({
      ...renamed,
      type: "FI",
      actionID: "1",
      quantity: "50",
      description: said("ACME(US0378331005) SPLIT 5 FOR 1", "ACME, ACME WORKS INC, US5949181045"),
    }),
    action({
      type: "RS",
      actionID: "2",
      quantity: "-12000",
      symbol: "ACME.OLD",
      description: said("ACME(US0378331005) SPLIT 1 FOR 25", "ACME.OLD, ACME WORKS INC, US0378331005"),
    }),
  );
  expect(reasons(file)).toEqual([
    "5 actionIncomplete FI ACME(US0378331005) SPLIT 5 FOR 1",
    "6 actionIncomplete RS ACME(US0378331005) SPLIT 1 FOR 25",
  ]);
  expect([...file.excludable.keys()]).toEqual(["conid 2002", "conid 1001"]);
});

test("a dividend in shares of another class brings them, and leaves the cost where it is", async () => {
  for (const type of ["SD", "HI"]) {
    const file = await read(
      action({
        ...child,
        type,
        actionID: "1",
        quantity: "5",
        description: said("ACME(US0378331005) STOCK DIVIDEND 1 FOR 10", "KID, KID INC, US5949181045"),
      }),
    );
    const [entry] = plain(file);
    expect(entry).toMatchObject({ kind: "exchange", quantity: "0", cost: "0", counter: { quantity: "5" } });
    expect(file.instruments[entry?.instrument ?? -1]?.isin).toBe("US0378331005");
  }
});

test("what was cancelled is not added to what was booked again, in any order of rows", async () => {
  const split = (quantity: string, transactionID: string, more: Record<string, string> = {}) =>
    action({
      type: "FS",
      actionID: "9",
      quantity,
      transactionID,
      description: said("ACME(US0378331005) SPLIT"),
      ...more,
    });
  const rows = [split("20", "61"), split("-20", "62", { code: "Ca" }), split("10", "63")];
  for (const order of [rows, rows.toReversed()]) {
    const file = await read(...order);
    expect(
      plain(file)
        .map(({ externalId, kind, quantity, undoes }) => [externalId, kind, quantity, undoes?.quantity])
        .toSorted(([one = ""], [other = ""]) => one.localeCompare(other)),
    ).toEqual([
      ["ib:tx:61", "split", "20", undefined],
      ["ib:tx:62", "reversal", undefined, "20"],
      ["ib:tx:63", "split", "10", undefined],
    ]);
  }
});
