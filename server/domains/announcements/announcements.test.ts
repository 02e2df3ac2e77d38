/** Files of announcements: previewed, refused row by row, stored whole; corrected, withdrawn; seen by all who hold the instrument. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { addInstruments } from "../market-data/market-data.ts";
import { recordAnnounced } from "../portfolios/income/announcements.ts";
import type { NewEntry } from "../portfolios/ledger/entries.ts";
import { bookEntries } from "../portfolios/ledger/writer.ts";
import { buy, deposit, entry, sell } from "../portfolios/testing/firm.ts";

const today = "2024-06-28";
let app: TestApp;
let office: TestUser;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  app.services.now = () => new Date(`${today}T12:00:00Z`);
  office = await app.as("office", { name: "Olga Office" });
  internal = await app.as("internal");
});
afterAll(() => app.close());

const header = "isin;kind;ex_day;record_day;pay_day;currency;amount";
const file = (...rows: string[]) => [header, ...rows].join("\n");
const preview = (content: string, who = office) =>
  who.client.announcements.preview({ body: { fileName: "dividends.csv", content } });
const confirm = (id: number, acceptMarked = false) =>
  office.client.announcements.confirm({ params: { id }, body: { acceptMarked } });
const store = async (...rows: string[]) => confirm((await preview(file(...rows))).id, true);
const listed = async (isin: string) =>
  (await internal.client.announcements.list({ query: {} })).announcements.filter((one) => one.isin === isin);

const isins = [
  "US0378331005",
  "NL0010273215",
  "US5949181045",
  "US4592001014",
  "DE0007164600",
  "FR0000120271",
  "US30303M1027",
] as const;
let place = 0;
/** An instrument of its own for a test. */
async function makeInstrument(currency = "EUR") {
  const isin = isins[place] ?? "";
  place += 1;
  const [id = 0] = await addInstruments(app.services.db, [
    { name: `Company ${place}`, ticker: `C${place}`, isin, currency, assetClass: "equity", country: null } as never,
  ]);
  return { isin, id };
}
let holders = 0;
async function makeHolder(...entries: NewEntry[]) {
  holders += 1;
  const user = await app.as("client", { clientNumber: `A-${holders}` });
  const holder = { holderType: "user" as const, holderId: user.id };
  await bookEntries(app.services.db, holder, [deposit("2024-01-02", "10000"), ...entries]);
  return {
    holder,
    book: (...more: NewEntry[]) => bookEntries(app.services.db, holder, more),
    expected: () => user.client.portfolios.getExpectedIncome({ params: holder }),
  };
}

test("a file is shown before anything is stored, and stored whole once; again everything is known; changes are audited", async () => {
  const { isin } = await makeInstrument();
  const content = file(`${isin};Dividend;2024-07-03;2024-07-04;2024-07-20;EUR;1.25`);
  const shown = await preview(content);
  expect(shown).toMatchObject({
    state: "previewed",
    rows: 1,
    newRows: 1,
    knownRows: 0,
    correctedRows: 0,
    markedRows: 0,
  });
  expect(shown.fresh).toMatchObject([{ line: 2, isin, kind: "dividend", exDay: "2024-07-03", amount: "1.25" }]);
  expect(await listed(isin)).toEqual([]);
  expect(await confirm(shown.id)).toMatchObject({ state: "confirmed", can: { confirm: false, discard: false } });
  expect((await confirm(shown.id)).state).toBe("confirmed");
  expect(await listed(isin)).toMatchObject([
    {
      state: "stands",
      recordDay: "2024-07-04",
      payDay: "2024-07-20",
      fileName: "dividends.csv",
      can: { withdraw: false },
    },
  ]);
  expect(await preview(content)).toMatchObject({ newRows: 0, knownRows: 1, can: { confirm: false } });
  const log = await auditOf(app, { type: "announcementFile", id: shown.id });
  expect(log.map(({ action }) => action)).toEqual(["announcement.filePreviewed", "announcement.fileConfirmed"]);
  expect(await codeOf(preview(content, internal))).toBe("forbidden");
});

test("each bad row is refused with its line and reason, and nothing of the file is stored", async () => {
  const { isin } = await makeInstrument();
  const shown = await preview(
    file(
      `${isin};dividend;2024-07-03;;2024-07-20;EUR;1`,
      `${isin};dividend;2024-07-03;;2024-07-20;EUR;1`,
      `${isin};dividend;2024-07-03;;2024-07-20;EUR;1.1`,
      `${isin};bonus;2024-07-03;;2024-07-20;EUR;1`,
      `${isin};interest;2024-07-32;;2024-07-20;EUR;1`,
      `${isin};interest;2024-07-03;;2024-07-20;EUR;-1`,
      `${isin};interest;2024-07-03;;2024-07-20;EUR;1,25`,
      `${isin};interest;2024-07-03;;2024-07-20;QQQ;1`,
      `${isin};interest;2024-07-03;2024-09-01;2024-07-20;EUR;1`,
      `IE00B3RBWM25;dividend;2024-07-03;;2024-07-20;EUR;1`,
      `nothing;dividend;2024-07-03;;2024-07-20;EUR;1`,
      `${isin};interest;2024-07-03;;;EUR;1`,
    ),
  );
  expect(shown.refusals.map(({ line, code }) => `${line} ${code}`)).toEqual([
    "4 repeatedInFile",
    "5 unknownKind",
    "6 badDate",
    "7 notPositive",
    "8 badNumber",
    "9 unknownCurrency",
    "10 badDate",
    "11 unknownInstrument",
    "12 unknownInstrument",
    "13 missingValue",
  ]);
  expect(shown).toMatchObject({ state: "refused", can: { confirm: false } });
  expect(await codeOf(confirm(shown.id, true))).toBe("fileRefused");
  expect(await listed(isin)).toEqual([]);
  expect((await preview("date;nav\n2024-01-10;12")).refusals).toMatchObject([{ code: "otherFile", detail: "navs" }]);
});

test("a later file corrects an earlier one once it was looked at; of two files that say different things one is stored", async () => {
  const { isin, id } = await makeInstrument();
  const { expected } = await makeHolder(buy("2024-01-02", id, "10", "-100"));
  await store(`${isin};dividend;2024-07-03;;2024-07-20;EUR;1.00`);
  const rows = [1.1, 1.2].map((amount) => file(`${isin};dividend;2024-07-03;;2024-07-22;EUR;${amount}`));
  const files = await Promise.all(rows.map((content) => preview(content)));
  expect(files[0]?.corrections).toMatchObject([{ amount: "1.1", stored: { amount: "1", payDay: "2024-07-20" } }]);
  expect(await codeOf(confirm(files[0]?.id ?? 0))).toBe("quotesNotAccepted");
  const codes = await Promise.all(files.map((one) => codeOf(confirm(one.id, true))));
  expect(codes.toSorted()).toEqual(["done", "stateConflict"]);
  expect((await listed(isin)).map(({ state }) => state).toSorted()).toEqual(["corrected", "stands"]);
  const { announced, totals } = await expected();
  expect(announced).toMatchObject([{ isCorrected: true, payDay: "2024-07-22", isOfFirm: true, source: "import" }]);
  expect(`${Number(totals.announced.gross)}`).toBe(announced[0]?.gross);
});

test("all who held the instrument at the close before its ex-day are told, for the units held then; nobody else", async () => {
  const { isin, id } = await makeInstrument();
  await store(`${isin};dividend;2024-06-20;;2024-07-10;EUR;0.5`);
  const [held, soldBefore, soldAfter, boughtOn, never] = [
    await makeHolder(buy("2024-01-02", id, "10", "-100")),
    await makeHolder(buy("2024-01-02", id, "10", "-100"), sell("2024-06-19", id, "10", "110")),
    await makeHolder(buy("2024-01-02", id, "10", "-100"), sell("2024-06-20", id, "4", "44")),
    await makeHolder(buy("2024-06-20", id, "10", "-100")),
    await makeHolder(),
  ];
  expect((await held.expected()).announced).toMatchObject([
    { state: "announced", quantity: "10", gross: "5", tax: null, isOfFirm: true, unitsElsewhere: null },
  ]);
  expect((await soldAfter.expected()).totals.announced.gross).toBe("5.00");
  for (const one of [soldBefore, boughtOn, never]) expect((await one.expected()).announced).toEqual([]);
});

test("one that did not come in time says so, what is booked is its payment, and a withdrawn one is cancelled for all", async () => {
  const { isin, id } = await makeInstrument();
  await store(
    `${isin};dividend;2024-05-02;;2024-05-10;EUR;1`,
    `${isin};specialDividend;2024-07-02;;2024-07-10;EUR;2`,
    `${isin};dividend;2024-06-03;;2024-06-10;EUR;3`,
  );
  const { expected, book } = await makeHolder(buy("2024-01-02", id, "10", "-100"));
  const states = async () => (await expected()).announced.map(({ exDay, state }) => `${exDay} ${state}`);
  expect(await states()).toEqual(["2024-05-02 notCome", "2024-06-03 due", "2024-07-02 announced"]);
  await book(entry({ kind: "dividend", day: "2024-06-11", currency: "EUR", amount: "30", instrumentId: id }));
  expect(await states()).toEqual(["2024-05-02 notCome", "2024-06-03 paid", "2024-07-02 announced"]);
  const special = (await listed(isin)).find(({ kind }) => kind === "specialDividend");
  const withdraw = () =>
    office.client.announcements.withdraw({
      params: { id: special?.id ?? 0 },
      body: { reason: "Cancelled by the company" },
    });
  for (let count = 0; count < 2; count += 1) await withdraw();
  expect(await states()).toEqual(["2024-05-02 notCome", "2024-06-03 paid", "2024-07-02 cancelled"]);
  expect((await expected()).totals.announced.gross).toBe("0.00");
  expect(await auditOf(app, { type: "announcement", id: special?.id ?? 0 })).toHaveLength(1);
  // The same file again would bring it back, and says so.
  const again = await preview(file(`${isin};specialDividend;2024-07-02;;2024-07-10;EUR;2`));
  expect(again.marked).toMatchObject([{ marks: ["withdrawn"] }]);
  await confirm(again.id, true);
  expect(await states()).toContain("2024-07-02 announced");
  expect(await codeOf(withdraw())).toBe("done");
});

test("what a custodian announces too counts once: for the custodian's units there, for the others here", async () => {
  const { isin, id } = await makeInstrument();
  await store(`${isin};dividend;2024-06-20;;2024-07-10;EUR;1`, `${isin};specialDividend;2024-06-20;;2024-07-10;EUR;5`);
  const { expected, holder } = await makeHolder(buy("2024-01-02", id, "10", "-100"));
  const announce = (quantity: string) =>
    inTransaction(app.services.db, (trx) =>
      recordAnnounced(trx, holder, {
        account: "U1",
        source: "ibFlex",
        asOf: today,
        importId: null,
        isList: true,
        isWhole: true,
        rows: [
          {
            instrumentId: id,
            exDay: "2024-06-19",
            payDay: "2024-07-10",
            currency: "EUR",
            quantity,
            grossPerUnit: "1",
            gross: quantity,
            tax: null,
            isTakenBack: false,
          },
        ],
      }),
    );
  const told = async () => {
    const { announced, totals } = await expected();
    const rows = announced.map((one) => `${one.source} ${one.state} ${one.gross} ${one.unitsElsewhere ?? "-"}`);
    return [...rows.toSorted(), totals.announced.gross];
  };
  expect(await told()).toEqual(["import announced 10 -", "import announced 50 -", "60.00"]);
  await announce("10");
  expect(await told()).toEqual(["ibFlex announced 10 -", "import announced 50 -", "import duplicate 10 10", "60.00"]);
  await announce("4");
  expect(await told()).toEqual(["ibFlex announced 4 -", "import announced 50 -", "import announced 6 4", "60.00"]);
});

test("another ex-day close by, a day far away and a payment before its ex-day must be looked at", async () => {
  const { isin } = await makeInstrument();
  await store(`${isin};dividend;2024-07-03;;2024-07-20;EUR;1`);
  const shown = await preview(
    file(
      `${isin};dividend;2024-07-05;;2024-07-20;EUR;1`,
      `${isin};dividend;2034-07-05;;2034-07-20;EUR;1`,
      `${isin};specialDividend;2024-07-21;;2024-07-20;EUR;1`,
    ),
  );
  expect(shown.marked.map(({ line, marks, other }) => `${line} ${marks.join()} ${other}`)).toEqual([
    "2 near 2024-07-03",
    "3 far null",
    "4 payBeforeEx null",
  ]);
  expect(await codeOf(confirm(shown.id))).toBe("quotesNotAccepted");
  await office.client.announcements.discard({ params: { id: shown.id }, body: {} });
  expect(await codeOf(confirm(shown.id, true))).toBe("stateConflict");
});
