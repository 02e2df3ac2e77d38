/** MT940 as banks write it: marks, pages, details in three forms, and what is no statement at all. */
import { expect, test } from "vitest";
import { readFile } from "../../reading/reader.ts";
import { reasons } from "../../testing/reading.ts";
import { breakOf } from "../bank/bank-statement.ts";

const read = (text: string) => readFile(text, { today: "2026-11-20", zone: "Europe/Sofia" });
const statements = async (text: string) => (await read(text)).bank?.statements ?? [];
const entries = async (text: string) => (await statements(text)).flatMap((one) => one.entries);

const one = (lines: readonly string[], closing = "C260105EUR100,"): string =>
  [":20:A", ":25:DE89370400440532013000", ":28C:1/1", ":60F:C260101EUR100,00", ...lines, `:62F:${closing}`, "-"].join(
    "\n",
  );

test("C brings in and D takes out; RC takes out and RD brings in, whatever letter of the currency follows", async () => {
  const text = one(
    [":61:2601050105CR10,NTRFA", ":61:260105DR2,5NTRFB", ":61:260105RC4,NTRFC", ":61:260105RDR1,25NTRFD"],
    "C260105EUR104,75",
  );
  const [statement] = await statements(text);
  expect(statement?.entries.map(({ amount, isReversal }) => [amount, isReversal])).toEqual([
    ["10", false],
    ["-2.5", false],
    ["-4", true],
    ["1.25", true],
  ]);
  expect(statement && breakOf(statement)).toBeNull();
});

test("a letter of another currency is refused with both", async () => {
  expect(reasons(await read(one([":61:260105CD10,NTRFA"], "C260105EUR110,")))).toEqual([
    "5 currencyMismatch EUR, :61: CD",
    "6 notClosing 2026-01-01 100 → 2026-01-05 110: -10 EUR",
  ]);
});

test("a closing balance in another currency is refused with both", async () => {
  expect(reasons(await read(one([], "C260105SEK100,")))).toEqual(["5 currencyMismatch EUR, SEK"]);
});

test("the day of booking may lie in the year before or after the value day, or be blank", async () => {
  const text = one([":61:2601021230C1,NTRFA", ":61:2512300102C1,NTRFB", ":61:260105    C1,NTRFC"], "C260105EUR103,");
  expect((await entries(text)).map(({ valueOn, bookedOn }) => `${valueOn} ${bookedOn}`)).toEqual([
    "2026-01-02 2025-12-30",
    "2025-12-30 2026-01-02",
    "2026-01-05 2026-01-05",
  ]);
});

test("own reference and the bank's are told apart, and words for none are none", async () => {
  const text = one(
    [":61:260105C1,NTRFRF18W5//BANK1", "supplement", ":61:260105C1,NTRFNONREF//BANK2", ":61:260105C1,NTRFX//NONREF"],
    "C260105EUR103,",
  );
  expect(
    (await entries(text)).map(({ ownReference, bankReference, text: of }) => [ownReference, bankReference, of]),
  ).toEqual([
    ["RF18W5", "BANK1", "supplement"],
    [undefined, "BANK2", ""],
    ["X", undefined, ""],
  ]);
});

test("numbered details say who, from where and what for, with any sign before the numbers", async () => {
  const details = (sign: string) =>
    [
      `166${sign}00GUTSCHRIFT`,
      `${sign}20EREF+RF18W5`,
      `${sign}21SVWZ+Rent for Janu`,
      `${sign}22ary${sign}30COBADEFF`,
      `${sign}31DE02120300000000202051${sign}32ANNA${sign}33 NOWAK`,
    ].join("\n");
  for (const sign of ["?", "<", "~"]) {
    const [entry] = await entries(one([":61:260105C1,NTRFNONREF", `:86:${details(sign)}`], "C260105EUR101,"));
    expect(entry).toMatchObject({
      text: "EREF+RF18W5SVWZ+Rent for January",
      counterparty: "ANNA NOWAK",
      counterpartyAccount: "DE02120300000000202051",
      ownReference: "RF18W5",
      code: { code: "NTRF", transaction: "166" },
    });
  }
});

test("named details are read by their names", async () => {
  const text = one(
    [":61:260105C1,NTRFNONREF", ":86:/EREF/RF18W5/ORDP//NAME/ANNA NOWAK/IBAN/DE02120300000000202051/REMI/Rent 01"],
    "C260105EUR101,",
  );
  expect(await entries(text)).toMatchObject([
    {
      ownReference: "RF18W5",
      counterparty: "ANNA NOWAK",
      counterpartyAccount: "DE02120300000000202051",
      text: "Rent 01",
    },
  ]);
});

test("free details are one line: a full line is cut within a word, another is not", async () => {
  const full = `${"x".repeat(60)} RF18`;
  const text = one([":61:260105C1,NTRFNONREF", `:86:${full}`, "W5 first", ":28 second"], "C260105EUR101,");
  expect((await entries(text))[0]?.text).toBe(`${full}W5 first :28 second`);
});

test("details after the closing balance are not the last entry's", async () => {
  const text = one([":61:260105C1,NTRFNONREF"], "C260105EUR101,\n:86:about the statement");
  expect((await entries(text))[0]?.text).toBe("");
});

test("one message may hold several statements, and pages are statements of their own", async () => {
  const text = [
    ":20:A",
    ":25:DE89370400440532013000",
    ":28C:7/1",
    ":60F:C260101EUR1,",
    ":61:260105C1,NTRFA//1",
    ":62M:C260105EUR2,",
    ":28C:7/2",
    ":60M:C260105EUR2,",
    ":61:260105D3,NTRFB//2",
    ":62F:D260105EUR1,",
    ":25:PL61109010140000071219812874",
    ":28C:1",
    ":60F:C260101PLN5,",
    ":62F:C260101PLN5,",
  ].join("\n");
  expect(
    (await statements(text)).map(({ account, number, opening, closing, currency }) =>
      [account.slice(0, 2), number, opening?.amount, closing?.amount, currency].join(" "),
    ),
  ).toEqual(["DE 7/1 1 2 EUR", "DE 7/2 2 -1 EUR", "PL 1 5 5 PLN"]);
  expect(reasons(await read(text))).toEqual([]);
});

test("SWIFT's envelope, its framing and names of banks around the messages are passed over", async () => {
  const inner = one([":61:260105C1,NTRFA//1"], "C260105EUR101,");
  const envelope = "{1:F01BANKDEFFAXXX0000000000}{2:O9400000260105BANKDEFFAXXX00000000002601050000N}{3:{108:X}}{4:\n";
  for (const text of [`${envelope}${inner}}`, `\u0001\n${inner}\n\u0003`, `ABNANL2A\n940\nABNANL2A\n${inner}`]) {
    const file = await read(text);
    expect([file.kind, file.format, file.message, file.entries.length]).toEqual(["cash", "mt940", "MT940", 1]);
    expect(reasons(file)).toEqual([]);
  }
});

test("a BIC before the account and a currency behind its IBAN are no part of it", async () => {
  const of = async (account: string) => (await statements(one([]).replace("DE89370400440532013000", account)))[0];
  expect(await of("COBADEFFXXX/0123 456")).toMatchObject({
    account: "0123456",
    servicer: "COBADEFFXXX",
    isIban: false,
  });
  expect(await of("DE89370400440532013000EUR")).toMatchObject({ account: "DE89370400440532013000", isIban: true });
  expect(await of("37040044/0532013000")).toMatchObject({ account: "37040044/0532013000", isIban: false });
});

test("rows of zero and expected ones move nothing, and are counted", async () => {
  const file = await read(one([":61:260105C0,00NTRFA", ":61:260105EC7,NTRFB", ":61:260105ED7,NTRFC"]));
  expect(reasons(file)).toEqual([]);
  expect([...file.leftOut]).toEqual([
    [":61: EC/ED", 2],
    ["0.00 EUR", 1],
  ]);
});

test("a statement that does not close names the difference; leaving its balance out with a reason lets it be booked", async () => {
  const text = one([":61:260105C1,NTRFA//1"], "C260105EUR99,");
  const file = await read(text);
  expect(reasons(file)).toEqual(["6 notClosing 2026-01-01 100 → 2026-01-05 99: 2 EUR"]);
  const [row] = file.undecided;
  expect(row).toMatchObject({ line: 6, moved: [{ amount: "2", unit: "EUR" }], kinds: [] });
  const decision = { line: 6, key: row?.key ?? "", kind: null, reason: "The bank confirmed 101" };
  const again = await readFile(text, {
    today: "2026-11-20",
    zone: "Europe/Sofia",
    decisions: new Map([[6, [decision]]]),
  });
  expect([reasons(again), again.decided.length, again.entries.length]).toEqual([[], 1, 1]);
});

test("a statement without its end is refused", async () => {
  const cut = one([":61:260105C1,NTRFA//1"]).replace(/\n:62F[\s\S]*/, "");
  expect(reasons(await read(cut))).toEqual(["4 missingValue :62F:"]);
});

test("an entry outside every statement is refused alone", async () => {
  const file = await read(`${one([])}\n:61:260105C1,NTRFA`);
  expect(reasons(file)).toEqual(["7 missingValue :60F:"]);
  expect(file.undecided).toMatchObject([{ name: ":61:", text: "260105C1,NTRFA" }]);
});

test("the same statement twice in a file is one; equal entries of one are two", async () => {
  const twice = one([":61:260105C1,NTRFNONREF", ":61:260105C1,NTRFNONREF"], "C260105EUR102,");
  const file = await read(`${twice}\n${twice}`);
  expect(reasons(file)).toEqual([]);
  expect([file.entries.length, new Set(file.entries.map(({ externalId }) => externalId)).size]).toEqual([2, 2]);
  expect(file.leftOut.get("Stmt")).toBe(1);
});
