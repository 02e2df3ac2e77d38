/** Rows that are not understood: a colleague gives each a kind or leaves it out, with a reason that stays with the import. */
import type { ImportPreview, RowDecision } from "@portico/api/imports.ts";
import { expect, test } from "vitest";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { createFirm } from "../testing/firm.ts";
import { acme, action, cash, element, flex, fund, position, trade } from "../testing/flex-fixtures.ts";
import { confirm, imported, refused, upload } from "../testing/uploads.ts";

const firm = createFirm("UD");

const transfer = (fields: Record<string, string>): string =>
  element("Transfer", {
    currency: "USD",
    ...acme,
    reportDate: "20240115",
    type: "INTERNAL",
    direction: "-",
    ...fields,
  });

/** Decides about each undecided row by its name. */
const decide = ({ undecided }: ImportPreview, of: Record<string, RowDecision["kind"]>): RowDecision[] =>
  undecided.flatMap(({ line, key, name }) =>
    of[name] === undefined ? [] : [{ line, key, kind: of[name], reason: `Asked the custodian: ${name}` }],
  );

test("types of cash that nobody knows are booked as the kind that a colleague gives, and stop nothing else", async () => {
  const { account, id, transactions } = await firm.client("USD");
  const statement = flex({
    account,
    CashTransactions: [
      cash({ type: "Deposits/Withdrawals", amount: "1000", transactionID: "1" }),
      cash({ type: "Fees", amount: "-1", transactionID: "2" }),
      cash({ type: "Cash Receipts", amount: "50", transactionID: "3" }),
      cash({ type: "Price Adjustments", amount: "-3.5", transactionID: "4" }),
      cash({ type: "Other Income", amount: "7", transactionID: "5", ...acme, description: "Class action" }),
      cash({ type: "Grant Activity", amount: "2", transactionID: "6", description: "Referral" }),
    ],
  });
  const first = await upload(firm.staff, statement);
  expect(first.state).toBe("refused");
  expect(first.undecided.map(({ name, moved, code }) => [name, moved, code])).toEqual([
    ["CashTransaction Cash Receipts", [{ amount: "50", unit: "USD" }], "unknownKind"],
    ["CashTransaction Price Adjustments", [{ amount: "-3.5", unit: "USD" }], "unknownKind"],
    ["CashTransaction Other Income", [{ amount: "7", unit: "USD" }], "unknownKind"],
    ["CashTransaction Grant Activity", [{ amount: "2", unit: "USD" }], "unknownKind"],
  ]);
  expect(first.undecided[1]?.kinds).toEqual(["withdrawal", "dividend", "interest", "fee", "tax"]);
  expect(first.undecided[2]?.kinds).toContain("returnOfCapital");
  const decisions = decide(first, {
    "CashTransaction Cash Receipts": "deposit",
    "CashTransaction Price Adjustments": "fee",
    "CashTransaction Other Income": "dividend",
    "CashTransaction Grant Activity": null,
  });
  const second = await upload(firm.staff, statement, { decisions });
  expect(refused(second)).toEqual([]);
  const saved = await confirm(firm.staff, second);
  expect(await firm.held(id)).toMatchObject({ cash: { USD: "1052.5" } });
  expect((await transactions()).map(({ kind, sum }) => `${kind} ${sum}`).toSorted()).toEqual([
    "deposit 1000",
    "deposit 50",
    "dividend 7",
    "fee -1",
    "fee -3.5",
  ]);
  // The reason stays with the import and in the audit log.
  expect(saved.decided.map(({ kind, reason }) => [kind, reason])).toEqual([
    ["deposit", "Asked the custodian: CashTransaction Cash Receipts"],
    ["fee", "Asked the custodian: CashTransaction Price Adjustments"],
    ["dividend", "Asked the custodian: CashTransaction Other Income"],
    [null, "Asked the custodian: CashTransaction Grant Activity"],
  ]);
  const [previewed] = (await auditOf(firm.portal, { type: "import", id: saved.id })).filter(
    ({ action: name }) => name === "import.previewed",
  );
  expect(JSON.stringify(previewed)).toContain("Asked the custodian: CashTransaction Grant Activity");
});

test("a row that comes again is offered what was decided before, and is then the same entry", async () => {
  const { account, id } = await firm.client("USD");
  const statement = (...rows: string[]) => flex({ account, CashTransactions: rows });
  const unknown = cash({ type: "Cash Receipts", amount: "50", transactionID: "31" });
  const first = await upload(firm.staff, statement(unknown));
  expect(first.undecided).toMatchObject([{ before: null }]);
  await imported(firm.staff, statement(unknown), {
    decisions: decide(first, { "CashTransaction Cash Receipts": "deposit" }),
  });
  const longer = statement(cash({ type: "Other Fees", amount: "-1", transactionID: "32" }), unknown);
  const again = await upload(firm.staff, longer);
  expect(again.undecided).toMatchObject([
    { before: { kind: "deposit", reason: "Asked the custodian: CashTransaction Cash Receipts" } },
  ]);
  const same = decide(again, { "CashTransaction Cash Receipts": "deposit" });
  expect(await upload(firm.staff, longer, { decisions: same })).toMatchObject({ newRows: 1, knownRows: 1 });
  const other = decide(again, { "CashTransaction Cash Receipts": "interest" });
  expect(refused(await upload(firm.staff, longer, { decisions: other }))).toEqual(["6 knownWithOtherContent 31"]);
  await imported(firm.staff, longer, { decisions: same });
  expect((await firm.held(id)).cash).toEqual({ USD: "49" });
});

test("a decision is for one row: not for another of its line, for one that is understood, or for a kind it cannot be", async () => {
  const { account } = await firm.client("USD");
  const statement = (amount: string) =>
    flex({ account, CashTransactions: [cash({ type: "Cash Receipts", amount, transactionID: "41" })] });
  const first = await upload(firm.staff, statement("50"));
  const decisions = decide(first, { "CashTransaction Cash Receipts": null });
  expect(refused(await upload(firm.staff, statement("51"), { decisions }))).toEqual(["5 unknownKind Cash Receipts"]);
  const asSplit = decisions.map((decision) => ({ ...decision, kind: "split" as const }));
  expect(refused(await upload(firm.staff, statement("50"), { decisions: asSplit }))).toHaveLength(1);
  const withoutReason = decisions.map((decision) => ({ ...decision, reason: "" }));
  expect(await codeOf(upload(firm.staff, statement("50"), { decisions: withoutReason }))).toBe("badInput");
});

test("a transfer without direction is asked about: its sign does not say which way it went", async () => {
  const { account, id } = await firm.client("USD");
  const statement = flex({
    account,
    Transfers: [
      transfer({
        quantity: "10",
        transactionID: "51",
        description: "ADJUSTMENT: CASH RECEIPT / DISBURSEMENT / TRANSFER",
      }),
      transfer({
        assetCategory: "CASH",
        symbol: "--",
        conid: "",
        isin: "",
        securityID: "",
        quantity: "0",
        cashTransfer: "25",
        transactionID: "52",
      }),
    ],
  });
  const first = await upload(firm.staff, statement);
  expect(first.undecided.map(({ kinds }) => kinds)).toEqual([
    ["transferIn", "transferOut"],
    ["deposit", "withdrawal"],
  ]);
  const decisions = first.undecided.map(
    ({ line, key, kinds }): RowDecision => ({
      line,
      key,
      kind: kinds[0] === "transferIn" ? "transferIn" : "withdrawal",
      reason: "Letter of 12 January",
    }),
  );
  await imported(firm.staff, statement, { decisions });
  expect(await firm.held(id)).toMatchObject({ positions: { ACME: "10" }, cash: { USD: "-25" } });
});

test("rows about currencies and summaries of all accounts stop nothing", async () => {
  const { account, id } = await firm.client("USD");
  const statement = flex({
    account,
    CashTransactions: [
      cash({
        type: "Deposits/Withdrawals",
        amount: "100",
        transactionID: "61",
        assetCategory: "CASH",
        symbol: "EUR.USD",
      }),
      cash({ type: "Other Fees", amount: "-4", transactionID: "62" }),
    ],
    OpenPositions: [
      position({ assetCategory: "CASH", symbol: "EUR", conid: "12087792", isin: "", securityID: "", position: "5" }),
    ],
  }).replace(
    /(<CashTransaction )accountId="\w+"([^>]*transactionID="62"[^>]*>)/,
    (row, start: string, rest: string) =>
      `${row}${start}accountId="-"${rest.replace('"62"', '"63"').replace("DETAIL", "")}`,
  );
  const preview = await imported(firm.staff, statement);
  expect((await firm.held(id)).cash).toEqual({ USD: "96" });
  expect(preview.leftOut).toEqual(
    expect.arrayContaining([
      { name: "CashTransaction accountId –", rows: 1 },
      { name: "OpenPosition CASH", rows: 1 },
    ]),
  );
});

test("an account that only its statement names, beside rows with a dash, is that of the statement", async () => {
  const { account, id } = await firm.client("USD");
  const statement = flex({
    account,
    CashTransactions: [cash({ type: "Deposits/Withdrawals", amount: "100", transactionID: "64" })],
  }).replace(`<CashTransaction accountId="${account}"`, '<CashTransaction accountId="-"');
  await imported(firm.staff, statement);
  expect((await firm.held(id)).cash).toEqual({ USD: "100" });
});

test("a merger that pays two currencies is one exchange with both, whatever the order of its rows", async () => {
  const merged = (more: Record<string, string>) =>
    action({
      actionID: "71",
      type: "TC",
      quantity: "0",
      description:
        "ACME(US0378331005) MERGED(Acquisition) FOR USD 40.00 AND CAD 10.00 PER SHARE (ACME, ACME WORKS INC, US0378331005)",
      ...more,
    });
  const rows = [
    merged({ quantity: "-10", proceeds: "400", transactionID: "72" }),
    merged({ currency: "CAD", proceeds: "100", transactionID: "73" }),
  ];
  for (const actions of [rows, rows.toReversed()]) {
    const { account, id, transactions } = await firm.client("USD");
    await imported(firm.staff, "currency,date,rate,source\nUSD,2024-01-01,1.1,X2\nCAD,2024-01-01,1.43,X2", {
      kind: "rates",
    });
    await imported(
      firm.staff,
      flex({
        account,
        Trades: [trade({ quantity: 10, tradePrice: 30, ibCommission: 0, tradeID: `7${id}`, transactionID: `70${id}` })],
        CorporateActions: actions,
      }),
    );
    const held = await firm.held(id);
    expect(held).toMatchObject({ positions: {}, cash: { CAD: "100", USD: "100" } });
    // 400 USD + 100 CAD at 1.1 / 1.43 − 300 USD.
    expect(Number(held.realised["ACME"])).toBeCloseTo(176.923_077, 5);
    expect((await transactions())[0]).toMatchObject({ kind: "exchange" });
  }
});

test("of a corporate action that its rows do not explain, each row is given a kind", async () => {
  const { account, id } = await firm.client("USD");
  const statement = flex({
    account,
    Trades: [trade({ quantity: 10, tradePrice: 30, ibCommission: 0 })],
    CorporateActions: [
      action({
        actionID: "81",
        type: "XX",
        quantity: "-10",
        transactionID: "82",
        description: "ACME BECAME SOMETHING",
      }),
      action({
        actionID: "81",
        type: "XX",
        ...fund,
        securityID: "",
        quantity: "4",
        transactionID: "83",
        description: "ACME BECAME SOMETHING",
      }),
      action({
        actionID: "81",
        type: "XX",
        ...acme,
        symbol: "THIRD",
        conid: "1009",
        isin: "",
        securityID: "",
        quantity: "-1",
        transactionID: "84",
        description: "ACME BECAME SOMETHING",
      }),
      action({
        actionID: "81",
        type: "XX",
        ...acme,
        symbol: "FOURTH",
        conid: "1010",
        isin: "",
        securityID: "",
        quantity: "2",
        transactionID: "85",
        description: "ACME BECAME SOMETHING",
      }),
    ],
  });
  const first = await upload(firm.staff, statement);
  expect(refused(first)).toEqual(["8 unsupportedAction XX ACME BECAME SOMETHING"]);
  expect(first.undecided.map(({ line }) => line)).toEqual([8, 9, 10, 11]);
  const choose = (lines: readonly number[]): RowDecision[] =>
    first.undecided.flatMap(({ line, key, kinds }): RowDecision[] =>
      lines.includes(line)
        ? [
            {
              line,
              key,
              reason: "Notice 81",
              kind: line > 9 ? null : kinds.includes("transferIn") ? "transferIn" : "transferOut",
            },
          ]
        : [],
    );
  const half = await upload(firm.staff, statement, { decisions: choose([8, 9]) });
  expect([half.state, half.undecided.map(({ line }) => line)]).toEqual(["refused", [10, 11]]);
  await imported(firm.staff, statement, { decisions: choose([8, 9, 10, 11]) });
  expect((await firm.held(id)).positions).toEqual({ WRLD: "4" });
});

test("a row of our CSV of an unknown kind is given one that its columns fit, or left out; so is a price", async () => {
  const { account, id } = await firm.client();
  const statement = [
    "account,date,kind,currency,amount,id,description",
    `${account},2024-01-10,deposit,EUR,100,1,`,
    `${account},2024-01-11,bonus,EUR,5,2,Promotion`,
    `${account},2024-01-12,deposit,EUR,oops,3,`,
  ].join("\n");
  const first = await upload(firm.staff, statement);
  expect(first.undecided).toMatchObject([
    {
      line: 3,
      name: "bonus",
      text: "Promotion",
      kinds: ["deposit", "dividend", "interest", "fee", "tax", "transferIn"],
    },
    { line: 4, code: "badNumber", kinds: [] },
  ]);
  const decisions = first.undecided.map(
    ({ line, key }): RowDecision => ({ line, key, kind: line === 3 ? "interest" : null, reason: "As told" }),
  );
  await imported(firm.staff, statement, { decisions });
  expect((await firm.held(id)).cash).toEqual({ EUR: "105" });

  const rates = "currency,date,rate,source\nUSD,2024-02-01,1.1,CSV\nUSD,2024-02-02,-1,CSV";
  const wrong = await upload(firm.staff, rates, { kind: "rates" });
  const leave = wrong.undecided.map(
    ({ line, key }): RowDecision => ({ line, key, kind: null, reason: "A typing error" }),
  );
  expect(leave).toHaveLength(1);
  expect(await imported(firm.staff, rates, { kind: "rates", decisions: leave })).toMatchObject({
    state: "confirmed",
    newRows: 1,
    decided: [{ line: 3, kind: null, reason: "A typing error" }],
  });
});

test("rows of an instrument that cannot be booked are not asked about one by one: it is excluded by name", async () => {
  const { account } = await firm.client("USD");
  const option = { assetCategory: "OPT", symbol: "ACME 240119C00100000", conid: "1777", isin: "", securityID: "" };
  const preview = await upload(firm.staff, flex({ account, Trades: [trade(option), trade(option)] }));
  expect([preview.refusedRows, preview.excludable.length, preview.undecided]).toEqual([2, 1, []]);
});
