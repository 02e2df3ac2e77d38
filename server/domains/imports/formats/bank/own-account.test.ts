/** Statements of a client's own account at a bank: booked by their codes, each entry once, and undone by the bank's reversal. */
import { expect, test } from "vitest";
import { camt053, camt054, mt940, type WrittenEntry } from "../../testing/bank-files.ts";
import { createFirm } from "../../testing/firm.ts";
import { confirm, heldBy, refused, upload } from "../../testing/uploads.ts";

const firm = createFirm("BK");
const day = "2026-01-12";
const read = (content: string, options = {}) => upload(firm.staff, content, { kind: "cash", ...options });
async function imported(content: string) {
  const preview = await read(content);
  expect(refused(preview)).toEqual([]);
  return confirm(firm.staff, preview);
}

const entries: WrittenEntry[] = [
  { day, amount: "500", bank: "1", text: "Saving" },
  { day, amount: "-20", bank: "2", code: "PMNT/ICDT/ESCT" },
  { day, amount: "0.75", bank: "3", code: "ACMT/MCOP/INTR", type: "NINT" },
  { day, amount: "-1.25", bank: "4", code: "PMNT/MCOP/CHRG", type: "NCHG" },
  { day, amount: "-0.1", bank: "5", code: "ACMT/MDOP/TAXE", type: "NTAX" },
];

test("entries are booked by their codes, and closing cash is what the ledger has", async () => {
  const { account, id, transactions } = await firm.client();
  const preview = await imported(camt053({ account, entries }));
  expect([preview.closes, preview.encoding, preview.message]).toEqual([true, "utf-8", "camt.053.001.08"]);
  expect(preview.accounts[0]?.positions).toMatchObject([
    { cash: true, after: "479.4", stated: "479.4", difference: null },
  ]);
  expect((await transactions()).map(({ kind, sum }) => `${kind} ${sum}`).toSorted()).toEqual(
    ["deposit 500", "fee -1.25", "interest 0.75", "tax -0.1", "withdrawal -20"].toSorted(),
  );
  expect((await heldBy(firm.portal.services.db, id)).cash).toEqual({ EUR: "479.4" });
});

test("a notification, the statement after it and the bank's other format book each entry once, in any order", async () => {
  const files = (account: string) => [
    camt054({ account, entries: entries.slice(0, 2).map((one) => ({ ...one, text: "worded differently" })) }),
    camt053({ account, entries }),
    mt940({ account, entries }),
  ];
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 1],
  ]) {
    const { account, id } = await firm.client();
    for (const place of order) await imported(files(account)[place] as string);
    expect((await heldBy(firm.portal.services.db, id)).cash).toEqual({ EUR: "479.4" });
  }
});

test("statements that overlap book once what both have", async () => {
  const { account, id } = await firm.client();
  const days = ["2026-01-12", "2026-01-13", "2026-01-14"].map((of, place) => ({ day: of, amount: `${place + 1}` }));
  await imported(camt053({ account, entries: days.slice(0, 2) }));
  const second = await imported(camt053({ account, opening: "1", entries: days.slice(1) }));
  expect([second.newRows, second.knownRows]).toEqual([1, 1]);
  expect((await heldBy(firm.portal.services.db, id)).cash).toEqual({ EUR: "6" });
});

test("a code that says nothing is asked about, and booked as what a colleague says", async () => {
  const { account, id } = await firm.client();
  const content = camt053({ account, entries: [{ day, amount: "-9", bank: "7", code: "ACMT/MCOP/OTHR" }] });
  const asked = await read(content);
  expect(refused(asked)).toEqual(["3 unknownKind ACMT/MCOP/OTHR"]);
  const [row] = asked.undecided;
  expect(row?.kinds).toEqual(["withdrawal", "interest", "fee", "tax", "dividend"]);
  const decisions = [{ line: row?.line ?? 0, key: row?.key ?? "", kind: "fee" as const, reason: "Card fee" }];
  const decided = await read(content, { decisions });
  expect(refused(decided)).toEqual([]);
  await confirm(firm.staff, decided);
  expect((await heldBy(firm.portal.services.db, id)).cash).toEqual({ EUR: "-9" });
});

test("what the bank takes back reverses what it booked; what it never booked is a movement of its own", async () => {
  const { account, id } = await firm.client();
  await imported(camt053({ account, entries: [{ day, amount: "40", bank: "1" }] }));
  const back = { day, amount: "-40", bank: "2", isReversal: true };
  const preview = await imported(camt053({ account, opening: "40", entries: [back] }));
  expect(preview.sample).toMatchObject([{ kind: "reversal" }]);
  const unknown = await imported(mt940({ account, entries: [{ ...back, amount: "-3", bank: "3" }] }));
  expect(unknown.sample).toMatchObject([{ kind: "withdrawal", amount: "-3" }]);
  expect((await heldBy(firm.portal.services.db, id)).cash).toEqual({ EUR: "-3" });
});

test("an account that nobody has is refused by its number", async () => {
  const preview = await read(camt053({ account: "NL26VAYB8060476890", entries: [{ day, amount: "1" }] }));
  expect(refused(preview)).toEqual([expect.stringMatching(/unknownAccount NL26VAYB8060476890$/)]);
});

test("a file that lost letters before it came is read and marked; bytes that are no text are refused", async () => {
  const { account, id } = await firm.client();
  const content = mt940({ account, entries: [{ day, amount: "5", bank: "1", text: "Za\uFFFD\uFFFData" }] });
  const preview = await read(content);
  expect(refused(preview)).toEqual([]);
  expect(preview.remarks).toMatchObject([{ code: "lettersLost", account, detail: "Za\uFFFD\uFFFData" }]);
  await confirm(firm.staff, preview);
  expect((await heldBy(firm.portal.services.db, id)).cash).toEqual({ EUR: "5" });
  // Bytes that are no UTF-8, although the file says so.
  const xml = camt053({ account, entries: [{ day, amount: "6", bank: "2", text: "Za#ata" }] });
  const damaged = Buffer.from(xml, "latin1");
  damaged[damaged.indexOf("#")] = 0xb3;
  const broken = await firm.staff.client.imports.preview({
    body: { fileName: "a.xml", base64data: damaged.toString("base64") },
  });
  expect(refused(broken)).toEqual([expect.stringMatching(/malformedFile/)]);
});
