/** Account statements of banks as tables, read through a mapping: of a client's own account, and of the firm's pooled one. */
import type { WrittenMapping } from "@portico/api/imports/mapping.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { codeOf } from "../../../testing/effects.ts";
import { createFirm } from "../testing/firm.ts";
import { confirm, refused } from "../testing/uploads.ts";

const firm = createFirm("MC");

const from = (name: string) => ({ source: { from: "column" as const, names: [name] } });
/** Each test has a name of its own in the header, so that no other test's mapping fits its files. */
const written = (word: string, more: Partial<WrittenMapping> = {}): WrittenMapping => ({
  makes: "cash",
  numbers: { decimal: ",", thousands: " " },
  dates: { formats: ["DD.MM.YYYY"] },
  columns: {
    account: from("Rachunek"),
    date: from(`Data ${word}`),
    currency: from("Waluta"),
    amount: from("Kwota"),
    balance: from("Saldo"),
    counterparty: from("Nadawca"),
    reference: from("Referencja"),
    description: from("Opis"),
  },
  kinds: {
    columns: ["Typ"],
    rows: [
      { when: ["Przelew*"], result: "deposit" },
      { when: ["Odsetki"], result: "interest" },
      { when: ["Opłata*"], result: "fee" },
      { when: ["Blokada"], result: "leaveOut" },
    ],
  },
  ...more,
});
const table = (word: string, account: string, rows: readonly string[]): string =>
  [
    "Historia rachunku;;;;;;;;",
    `Rachunek;Data ${word};Waluta;Kwota;Saldo;Nadawca;Referencja;Opis;Typ`,
    ...rows.map((row) => `${account};${row}`),
  ].join("\n");
const usual = [
  "12.01.2026;EUR;1 000,50;1 000,50;Anna;R1;Saving;Przelew przychodzący",
  "12.01.2026;EUR;-20,00;980,50;Sklep;R2;Out;Przelew wychodzący",
  "13.01.2026;EUR;0,75;981,25;;;Interest of January;Odsetki",
  "13.01.2026;EUR;-1,25;980,00;;;Keeping the account;Opłata za prowadzenie",
];

const create = (name: string, mapping: WrittenMapping) =>
  firm.staff.client.importMappings.create({ body: { name, mapping } });
const preview = (content: string, more: object = {}) =>
  firm.staff.client.imports.preview({ body: { fileName: "bank.csv", content, ...more } });
const booked = async (client: Awaited<ReturnType<typeof firm.client>>) =>
  (await client.transactions()).map(({ kind, sum }) => `${kind} ${sum}`).toSorted();

test("rows of a client's own account are booked by the table of kinds, whichever way the bank lists them, and close", async () => {
  await create("Bank A", written("A"));
  const client = await firm.client();
  const read = await preview(table("A", client.account, usual));
  expect(refused(read)).toEqual([]);
  expect(read).toMatchObject({ kind: "cash", format: "mapped", message: "Bank A", closes: true, newRows: 4 });
  expect(read.accounts[0]?.positions).toMatchObject([{ cash: true, after: "980", stated: "980", difference: null }]);
  await confirm(firm.staff, read);
  expect(await booked(client)).toEqual(["deposit 1000.5", "fee -1.25", "interest 0.75", "withdrawal -20"]);
  // Newest first, with a row more: what is known is booked no second time.
  const again = await preview(
    table("A", client.account, ["14.01.2026;EUR;5,00;985,00;Anna;R3;;Przelew", ...usual.toReversed()]),
  );
  expect(refused(again)).toEqual([]);
  expect([again.closes, again.newRows, again.knownRows]).toEqual([true, 1, 4]);
});

test("a row that is missing is told by its line, and nothing is booked", async () => {
  await create("Bank B", written("B"));
  const { account } = await firm.client();
  const rows = usual.filter((_, place) => place !== 1);
  expect(refused(await preview(table("B", account, rows)))).toEqual([
    "4 notClosing 2026-01-12 0 → 2026-01-13 980: 20 EUR",
  ]);
  const [first = "", second = ""] = usual;
  expect(refused(await preview(table("B", account, [first, second.replace("980,50", "")])))).toEqual([
    "4 missingValue balance",
  ]);
});

test("what the table does not know is asked about by the bank's own name; pending rows are left out", async () => {
  await create("Bank C", written("C"));
  const client = await firm.client();
  const content = table("C", client.account, [
    "12.01.2026;EUR;-9,00;-9,00;;;Card;Zakup kartą",
    "12.01.2026;EUR;-1,00;;;;Not yet;Blokada",
  ]);
  const asked = await preview(content);
  expect(refused(asked)).toEqual(["3 unknownKind Zakup kartą"]);
  expect(asked.leftOut).toEqual([{ name: "Blokada", rows: 1 }]);
  const [row] = asked.undecided;
  const decisions = [{ line: row?.line ?? 0, key: row?.key ?? "", kind: "fee" as const, reason: "Card" }];
  await confirm(firm.staff, await preview(content, { decisions }));
  expect(await booked(client)).toEqual(["fee -9"]);
});

test("a file that does not name its account is read for the one that is typed, without balances too", async () => {
  const { account: _account, balance: _balance, ...columns } = written("D").columns;
  await create("Bank D", { ...written("D"), columns });
  const client = await firm.client();
  const content = table("D", "", usual);
  expect(refused(await preview(content))).toEqual(["file accountMissing"]);
  const read = await preview(content, { account: client.account });
  expect(refused(read)).toEqual([]);
  await confirm(firm.staff, read);
  expect((await firm.held(client.id)).cash).toEqual({ EUR: "980" });
});

test("entries of the firm's pooled account wait for a person, once", async () => {
  await create("Bank E", written("E"));
  const iban = "NL91ABNA0417164300";
  const accounts = [{ currency: "EUR", beneficiary: "Firm", iban, bic: "ABNANL2A", bank: "ABN", address: "", nip: "" }];
  await firm.portal.services.db
    .insertInto("setting")
    .values({ name: "depositInstructions", data: JSON.stringify({ accounts }) })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ data: JSON.stringify({ accounts }) }))
    .execute();
  for (const counts of [
    [0, 0, 4],
    [4, 0, 0],
  ]) {
    const read = await preview(table("E", iban, usual));
    expect(refused(read)).toEqual([]);
    expect(read.bankAccounts.map(({ known, booked: done, open }) => [known, done, open])).toEqual([counts]);
    await confirm(firm.staff, read);
  }
});

test("a mapping of an account has kinds of payments alone", async () => {
  const kinds = { columns: ["Typ"], rows: [{ when: ["*"], result: "buy" as const }] };
  expect(await codeOf(create("Bank F", { ...written("F"), kinds }))).toBe("badInput");
});

test("every account closes in either order, and does not once a row is lost", async () => {
  await create("Bank G", written("G"));
  const { account } = await firm.client();
  const cents = fc.integer({ min: -100_000, max: 100_000 }).filter((amount) => amount !== 0);
  const asText = (amount: number): string => (amount / 100).toFixed(2).replace(".", ",");
  await fc.assert(
    fc.asyncProperty(
      fc.array(cents, { minLength: 2, maxLength: 8 }),
      fc.boolean(),
      fc.nat(),
      async (amounts, isReversed, lost) => {
        let balance = 0;
        const rows = amounts.map((amount, place) => {
          balance += amount;
          return `${12 + place}.01.2026;EUR;${asText(amount)};${asText(balance)};;R${place};;Przelew`;
        });
        const ordered = (given: readonly string[]) => (isReversed ? given.toReversed() : given);
        expect((await preview(table("G", account, ordered(rows)))).closes).toBe(true);
        // The first and the last row may be missing: the account then begins and ends elsewhere.
        const place = 1 + (lost % (amounts.length - 1));
        if (place === amounts.length - 1) return;
        const broken = await preview(table("G", account, ordered(rows.filter((_, at) => at !== place))));
        expect(broken.refusals.map(({ code }) => code)).toEqual(["notClosing"]);
      },
    ),
    { numRuns: 25 },
  );
});
