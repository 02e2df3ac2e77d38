/** Rows that cancel others without naming them: found in the file, in the ledger, or said to cancel nothing. */
import { expect, test } from "vitest";
import { createFirm, type FirmClient } from "../testing/firm.ts";
import { acme, action, cash, element, flex } from "../testing/flex-fixtures.ts";
import { imported, refused, upload } from "../testing/uploads.ts";

const firm = createFirm("X");
let isins = 0;
/** A share that no other test uses. */
function share(symbol: string, isin = `US80192${String(++isins).padStart(4, "0")}0`) {
  return {
    ...acme,
    symbol,
    description: symbol,
    isin: "",
    securityID: "",
    securityIDType: "",
    conid: `88${isin.slice(-6)}`,
    currency: "EUR",
  };
}
type Share = ReturnType<typeof share>;
const transfer = (paper: Share, fields: Record<string, string>) =>
  element("Transfer", {
    ...paper,
    type: "FOP",
    cashTransfer: "0",
    dateTime: "20240512;120000",
    reportDate: "20240512",
    ...fields,
  });
const held200 = (client: FirmClient, paper: Share) =>
  imported(
    firm.staff,
    flex({
      account: client.account,
      Transfers: [
        transfer(paper, {
          direction: "IN",
          quantity: "200",
          transactionID: "1",
          reportDate: "20240502",
          dateTime: "20240502",
        }),
      ],
    }),
  );
const transfers = ({ account }: FirmClient, ...Transfers: string[]) => flex({ account, Transfers });

const out = (paper: Share) => transfer(paper, { direction: "OUT", quantity: "-58", transactionID: "11" });
const back = (paper: Share) =>
  transfer(paper, { direction: "OUT", quantity: "58", transactionID: "12", code: "Ca", reportDate: "20240513" });
const again = (paper: Share) =>
  transfer(paper, { direction: "OUT", quantity: "-58", transactionID: "13", reportDate: "20240516" });

test("a cancelled transfer counts no more, in one file or in several, imported once or twice", async () => {
  for (const files of [
    ["out back again"],
    ["out", "back again"],
    ["out", "back", "again"],
    ["out back", "back again", "out back again"],
  ]) {
    const client = await firm.client();
    const paper = share("VWO");
    const rows: Record<string, string> = { out: out(paper), back: back(paper), again: again(paper) };
    await held200(client, paper);
    for (const file of files)
      await imported(firm.staff, transfers(client, ...file.split(" ").map((name) => rows[name] ?? "")));
    expect((await firm.held(client.id)).positions, files.join()).toEqual({ VWO: "142" });
    const reimported = await upload(firm.staff, transfers(client, ...Object.values(rows)));
    expect([reimported.newRows, reimported.knownRows, reimported.remarks]).toEqual([0, 3, []]);
  }
});

test("the preview names what a row cancels", async () => {
  const client = await firm.client();
  const paper = share("NAMED");
  await held200(client, paper);
  await imported(firm.staff, transfers(client, out(paper)));
  const preview = await upload(firm.staff, transfers(client, back(paper)));
  expect(preview.sample).toMatchObject([
    { kind: "reversal", reverses: { kind: "transferOut", day: "2024-05-12", name: "NAMED", quantity: "-58" } },
  ]);
});

test("a cancelled arrival leaves nothing, marked as cancelled or only by its sign", async () => {
  for (const code of ["Ca", undefined]) {
    const client = await firm.client();
    const paper = share("ARR");
    await imported(
      firm.staff,
      transfers(
        client,
        transfer(paper, { direction: "IN", quantity: "10", transactionID: "1" }),
        transfer(paper, { direction: "IN", quantity: "-10", transactionID: "2", ...(code && { code }) }),
      ),
    );
    expect((await firm.held(client.id)).positions).toEqual({});
    expect(await client.portfolio()).toMatchObject({ totalInvested: 0, currentValue: 0 });
  }
});

test("a cancellation of what is not known is booked as it moves, and the statement says that it found nothing", async () => {
  const client = await firm.client();
  const paper = share("LOST");
  await held200(client, paper);
  const preview = await imported(firm.staff, transfers(client, back(paper)));
  expect(preview.remarks).toEqual([
    { code: "cancelsNothing", line: 5, account: client.account, currency: "EUR", amount: "0", detail: "58 LOST" },
  ]);
  expect((await firm.held(client.id)).positions).toEqual({ LOST: "258" });
  // The statement before is imported later: the units are right, and nothing is booked twice.
  await imported(firm.staff, transfers(client, out(paper), back(paper)));
  expect((await firm.held(client.id)).positions).toEqual({ LOST: "200" });
});

test("a transfer whose sign contradicts its direction is asked about if it cancels nothing", async () => {
  const client = await firm.client();
  const preview = await upload(
    firm.staff,
    transfers(client, transfer(share("ODD"), { direction: "OUT", quantity: "58" })),
  );
  expect(refused(preview)).toEqual(["5 directionDisagrees Transfer FOP"]);
});

test("cancelled cash is taken back: a transfer, a deposit, a dividend and its tax", async () => {
  const client = await firm.client();
  const paper = share("PAY");
  const money = (fields: Record<string, string>) =>
    element("Transfer", {
      assetCategory: "CASH",
      currency: "EUR",
      type: "INTERNAL",
      direction: "OUT",
      quantity: "0",
      dateTime: "20240512",
      ...fields,
    });
  const row = (type: string, amount: string, transactionID: string, more: Record<string, string> = {}) =>
    cash({ type, amount, transactionID, currency: "EUR", ...more });
  await imported(
    firm.staff,
    flex({
      account: client.account,
      CashTransactions: [
        row("Deposits/Withdrawals", "1000", "20"),
        row("Deposits/Withdrawals", "1000", "21"),
        row("Deposits/Withdrawals", "-1000", "22", { code: "Ca" }),
        row("Dividends", "10", "23", paper),
        row("Withholding Tax", "-1.5", "24", paper),
        row("Dividends", "-10", "25", { ...paper, code: "Ca" }),
        row("Withholding Tax", "1.5", "26", { ...paper, code: "Ca" }),
      ],
      Transfers: [
        money({ cashTransfer: "-300", transactionID: "31" }),
        money({ cashTransfer: "300", transactionID: "32", code: "Ca" }),
        money({ cashTransfer: "-300", transactionID: "33" }),
      ],
    }),
  );
  expect(await client.portfolio()).toMatchObject({ totalInvested: 700, currentValue: 700, income: 0 });
  const flows = (await client.transactions()).filter(({ kind }) => kind === "deposit" || kind === "withdrawal");
  expect(flows).toHaveLength(4);
});

test("of two alike the last before the cancellation is taken back, each once", async () => {
  const client = await firm.client();
  const row = (amount: string, transactionID: string, reportDate: string, more: Record<string, string> = {}) =>
    cash({ type: "Other Fees", amount, transactionID, currency: "EUR", reportDate, dateTime: reportDate, ...more });
  const content = (...rows: string[]) => flex({ account: client.account, CashTransactions: rows });
  const [first, second] = [row("-5", "41", "20240201"), row("-5", "43", "20240203")];
  const [one, other] = [row("5", "42", "20240202", { code: "Ca" }), row("5", "44", "20240204", { code: "Ca" })];
  await imported(firm.staff, content(other, second, one, first));
  expect((await firm.held(client.id)).cash).toEqual({});
  for (const part of [content(one), content(other), content(first, other), content(second, one)])
    expect((await upload(firm.staff, part)).newRows).toBe(0);
});

const said = (sentence: string, paper: Share) => `${sentence} (${paper.symbol}, ${paper.symbol}, ${paper.conid})`;
const bought = ({ account }: FirmClient, paper: Share, quantity: string) =>
  imported(
    firm.staff,
    flex({
      account,
      CashTransactions: [
        cash({
          type: "Deposits/Withdrawals",
          amount: "5000",
          currency: "EUR",
          dateTime: "20240102",
          reportDate: "20240102",
        }),
      ],
      Transfers: [
        transfer(paper, {
          direction: "IN",
          quantity,
          transactionID: "9",
          dateTime: "20240110",
          reportDate: "20240110",
        }),
      ],
    }),
  );

test("a corrected split replaces the first: cancelled and booked again, or only corrected", async () => {
  for (const [how, how2] of [
    ["Ca", "Ca"],
    ["Ca", "Co"],
    ["Co", "Co"],
  ] as const) {
    const paper = share("SPL");
    const [first, other, late] = [await firm.client(), await firm.client(), await firm.client()];
    for (const client of [first, other, late]) await bought(client, paper, "10");
    const split = (quantity: string, transactionID: string, more: Record<string, string> = {}) =>
      action({
        ...paper,
        type: "FS",
        actionID: "77",
        quantity,
        transactionID,
        description: said("SPL SPLIT", paper),
        ...more,
      });
    const wrong = split("20", "61");
    const taken = how === "Ca" ? [split("-20", "62", { code: "Ca", reportDate: "20240305" })] : [];
    const right = split("10", "63", { reportDate: "20240305", ...(how2 === "Co" && { code: "Co" }) });
    for (const { account } of [first, other]) await imported(firm.staff, flex({ account, CorporateActions: [wrong] }));
    expect((await firm.held(first.id)).positions).toEqual({ SPL: "30" });
    // One holder after the other: the second one's booking is still the wrong one meanwhile.
    for (const { account } of [first, other])
      await imported(firm.staff, flex({ account, CorporateActions: [...taken, right] }));
    for (const { id } of [first, other]) expect((await firm.held(id)).positions).toEqual({ SPL: "20" });
    // A holder who has it in one file, and one whose custodian was right from the start.
    await imported(firm.staff, flex({ account: late.account, CorporateActions: [wrong, ...taken, right] }));
    expect((await firm.held(late.id)).positions).toEqual({ SPL: "20" });
    const again = await upload(
      firm.staff,
      flex({ account: first.account, CorporateActions: [wrong, ...taken, right] }),
    );
    expect([again.state, again.newRows]).toEqual(["previewed", 0]);
  }
});

test("a cancelled spin-off takes its units back, with or without the mark", async () => {
  for (const code of ["Ca", undefined])
    for (const isTogether of [true, false]) {
      const paper = share("PARX");
      const kid = share("KIDX");
      const client = await firm.client();
      await bought(client, paper, "10");
      const spin = (quantity: string, transactionID: string, more: Record<string, string> = {}) =>
        action({
          ...kid,
          type: "SO",
          actionID: "5",
          quantity,
          transactionID,
          description: `PARX(US0378331005) SPINOFF 1 FOR 2 (KIDX, KIDX, ${kid.conid})`,
          ...more,
        });
      const [came, went] = [spin("5", "71"), spin("-5", "72", { reportDate: "20240307", ...(code && { code }) })];
      const content = (...CorporateActions: string[]) => flex({ account: client.account, CorporateActions });
      if (isTogether) await imported(firm.staff, content(came, went));
      else {
        await imported(firm.staff, content(came));
        expect((await firm.held(client.id)).positions).toMatchObject({ KIDX: "5" });
        await imported(firm.staff, content(went));
      }
      expect((await firm.held(client.id)).positions).toEqual({ PARX: "10" });
      expect((await upload(firm.staff, content(came, went))).newRows).toBe(0);
    }
});

test("a cancelled corporate action that is not known is refused by its name", async () => {
  const client = await firm.client();
  const kid = share("KIDY");
  const content = flex({
    account: client.account,
    CorporateActions: [
      action({
        ...kid,
        type: "SO",
        actionID: "5",
        quantity: "-5",
        code: "Ca",
        description: "PARY(US0378331005) SPINOFF 1 FOR 2 (KIDY, KIDY, 1)",
      }),
    ],
  });
  expect(refused(await upload(firm.staff, content))).toEqual(["5 unknownReversal PARY(US0378331005) SPINOFF 1 FOR 2"]);
});
