/** camt.053 and camt.054 of any version: what is booked, in which currency and sign, and what is only told. */
import { expect, test } from "vitest";
import { readFile } from "../../reading/reader.ts";
import { camt053, camt054 } from "../../testing/bank-files.ts";
import { reasons } from "../../testing/reading.ts";
import { breakOf } from "../bank/bank-statement.ts";

const read = (text: string) => readFile(text, { today: "2026-11-20", zone: "Europe/Sofia" });
const statements = async (text: string) => (await read(text)).bank?.statements ?? [];

const account = "NL26VAYB8060476890";
const day = "2026-01-05";

test("several statements close one after the other", async () => {
  const text = camt053(
    { account, opening: "18.15", entries: [{ day, amount: "8.85" }] },
    { account, opening: "27", entries: [{ day, amount: "-7", code: "PMNT/ICDT/ESCT" }] },
  );
  const file = await read(text);
  expect([file.kind, file.format, file.message]).toEqual(["cash", "camt", "camt.053.001.08"]);
  expect(file.bank?.statements.map((one) => [one.opening?.amount, one.closing?.amount, breakOf(one)])).toEqual([
    ["18.15", "27", null],
    ["27", "20", null],
  ]);
  expect(file.entries.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(["deposit 8.85", "withdrawal -7"]);
  expect(file.accounts.get(account)?.cash).toEqual([{ currency: "EUR", amount: "20", starting: "18.15" }]);
});

test("what opens in one currency and closes in another is refused with both", async () => {
  const text = camt053({ account, opening: "1", entries: [] }).replace(/(CLBD.*?Ccy=")EUR/s, "$1SEK");
  expect(reasons(await read(text))).toEqual([expect.stringMatching(/currencyMismatch EUR, CLBD SEK$/)]);
});

test("an entry in another currency than its account's is refused with both", async () => {
  const text = camt053({ account, entries: [{ day, amount: "5", bank: "B1" }] }).replace(
    /<Ntry><Amt Ccy="EUR">/,
    '<Ntry><Amt Ccy="USD">',
  );
  expect(reasons(await read(text))).toContainEqual(expect.stringMatching(/currencyMismatch EUR, Ntry USD$/));
});

test("only what is booked counts; the rest is counted by its state, written either way", async () => {
  const text = camt053({
    account,
    entries: [
      { day, amount: "5", bank: "1" },
      { day, amount: "6", bank: "2", status: "PDNG" },
      { day, amount: "7", bank: "3", status: "INFO" },
    ],
  });
  for (const form of [text, text.replaceAll(/<Sts><Cd>(\w+)<\/Cd><\/Sts>/g, "<Sts>$1</Sts>")]) {
    const file = await read(form);
    expect(reasons(file)).toEqual([]);
    expect(file.entries.map(({ amount }) => amount)).toEqual(["5"]);
    expect([...file.leftOut]).toEqual([
      ["Ntry PDNG", 1],
      ["Ntry INFO", 1],
    ]);
  }
});

test("the balance before counts as the opening one where the bank gives no other", async () => {
  const text = camt053({ account, opening: "3", entries: [] }).replace("OPBD", "PRCD");
  expect((await statements(text))[0]?.opening?.amount).toBe("3");
  const both = camt053({ account, opening: "3", entries: [] }).replace(/(<Bal>.*?<\/Bal>)/s, (bal) =>
    [bal, bal.replace("OPBD", "PRCD").replace(">3<", ">2<")].join(""),
  );
  expect((await statements(both))[0]?.opening?.amount).toBe("3");
});

test("who paid and what for stands with a single payment; a batch keeps its payments", async () => {
  const text = camt053({
    account,
    entries: [
      {
        day,
        amount: "5",
        own: "RF18W5",
        text: "Rent <Jan>",
        name: "Anna & Co",
        iban: "DE02120300000000202051",
        bank: "B1",
      },
      {
        day,
        amount: "-30",
        bank: "B2",
        code: "PMNT/ICDT/ESCT",
        payments: [
          { amount: "-10", own: "A" },
          { amount: "-20", own: "B" },
        ],
      },
    ],
  });
  const [statement] = await statements(text);
  expect(statement?.entries).toMatchObject([
    {
      ownReference: "RF18W5",
      bankReference: "B1",
      text: "Rent <Jan>",
      counterparty: "Anna & Co",
      counterpartyAccount: "DE02120300000000202051",
      payments: [],
    },
    {
      amount: "-30",
      payments: [
        { ownReference: "A", amount: "-10" },
        { ownReference: "B", amount: "-20" },
      ],
    },
  ]);
});

test("a returned payment says that and why, and is asked nothing", async () => {
  const entry = { day, amount: "5", own: "RF18W5", bank: "B1", isReversal: true, returnReason: "AC04", name: "Anna" };
  const [statement] = await statements(camt053({ account, entries: [{ ...entry, code: "PMNT/ICDT/RRTN" }] }));
  expect(statement?.entries).toMatchObject([
    { isReversal: true, amount: "5", returnReason: "AC04", counterparty: "Anna" },
  ]);
});

test("notifications have entries without balances; one without any reference is left for the statement", async () => {
  const file = await read(
    camt054({
      account,
      entries: [
        { day, amount: "5", bank: "B1" },
        { day, amount: "6" },
      ],
    }),
  );
  expect([file.message, reasons(file), file.entries.length]).toEqual(["camt.054.001.08", [], 1]);
  expect(file.leftOut.get("Ntfctn/Ntry")).toBe(1);
  expect(file.bank?.statements.map(breakOf)).toEqual([undefined]);
});

test("an entry has one id in the notification and in the statement after it", async () => {
  const entries = [{ day, amount: "5", bank: "B1", text: "a" }];
  const ids = await Promise.all(
    [
      camt054({ account, entries }),
      camt053({ account, entries: [{ ...entries[0], day, amount: "5", text: "b" }] }),
    ].map(async (text) => (await read(text)).entries.map(({ externalId }) => externalId)),
  );
  expect(ids[0]).toEqual(ids[1]);
});

test("prefixes of namespaces, an envelope and any version are read alike", async () => {
  const plain = camt053({ account, opening: "1", entries: [{ day, amount: "5", bank: "B1" }] });
  const prefixed = plain.replace(/<(\/?)(?=[A-Z])/g, "<$1x:").replace("xmlns=", "xmlns:x=");
  const enveloped = plain.replace(
    /(<Document[\s\S]*)/,
    '<Envelope><AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><Fr/></AppHdr>$1</Envelope>',
  );
  const wanted = (await read(plain)).entries;
  for (const text of [
    prefixed,
    enveloped,
    ...[2, 6, 14].map((version) => plain.replace("001.08", `001.${String(version).padStart(2, "0")}`)),
  ]) {
    const file = await read(text);
    expect(reasons(file)).toEqual([]);
    expect(file.entries).toEqual(wanted);
  }
});

test("a statement without entries, or with one balance alone, is read", async () => {
  expect(reasons(await read(camt053({ account, currency: "CHF", opening: "1520.76", entries: [] })))).toEqual([]);
  const only = camt053({ account, currency: "RON", opening: "5442.09", entries: [] })
    .replace(/<Bal><Tp><CdOrPrtry><Cd>CLBD.*?<\/Bal>/s, "")
    .replace("<Dt><Dt>2026-01-05</Dt></Dt>", "<Dt><DtTm>2025-07-23T00:00:00.000000000</DtTm></Dt>");
  const [statement] = await statements(only);
  expect([statement?.opening, statement && breakOf(statement)]).toMatchObject([
    { amount: "5442.09", day: "2025-07-23", currency: "RON" },
    undefined,
  ]);
});

test.each([
  [
    "no statement at all",
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt/></Document>',
    "file missingValue Stmt",
  ],
  ["a file cut in the middle", camt053({ account, entries: [{ day, amount: "5" }] }).slice(0, 700), /malformedFile/],
  ["an account without number", camt053({ account: "", entries: [] }), "2 missingValue Acct/Id"],
  [
    "an entry without sign",
    camt053({ account, entries: [{ day, amount: "5" }] }).replace(/(<Ntry>.*?)<CdtDbtInd>CRDT<\/CdtDbtInd>/s, "$1"),
    /missingValue Ntry\/CdtDbtInd/,
  ],
  [
    "a code that nobody knows",
    camt053({ account, entries: [{ day, amount: "5", code: "SECU/SETT/TRAD" }] }),
    "3 unknownKind SECU/SETT/TRAD",
  ],
])("%s is refused", async (_, text, reason) => {
  expect(reasons(await read(text)).join("\n")).toMatch(reason);
});
