/** What a firm says of a bank's codes: once for all later files of the bank, and never for what was booked. */
import type { BankCodeKind } from "@portico/api/rules/custodians.ts";
import { expect, test } from "vitest";
import { auditOf, codeOf } from "../../../../testing/effects.ts";
import { arrangeCustodian, link } from "../../../custodians/testing/arranged.ts";
import { camt053, mt940, type WrittenEntry } from "../../testing/bank-files.ts";
import { createFirm } from "../../testing/firm.ts";
import { confirm, refused, upload } from "../../testing/uploads.ts";

const firm = createFirm("BC");
const day = "2026-01-12";
let banks = 0;

/** A bank with an account of a new client. */
async function arranged() {
  const admin = await firm.portal.as("admin");
  const bank = await arrangeCustodian(admin, `Code Bank ${++banks}`, { kind: "bank", formats: ["camt", "mt940"] });
  const client = await firm.client();
  const number = `ACC${banks}`;
  await link(firm.staff, bank, number, { holderType: "user", holderId: client.id });
  const save = (code: string, kind: BankCodeKind | null, version: number | null = null, by = firm.staff) =>
    by.client.custodians.saveCodes({ params: { id: bank }, body: { codes: [{ code, kind, version }] } });
  const list = async () =>
    (await firm.staff.client.custodians.listCodes({ params: { id: bank } })).codes.map(
      ({ code, kind, version }) => `${code} ${kind} ${version}`,
    );
  const kinds = async () => (await client.transactions()).map(({ kind, sum }) => `${kind} ${sum}`).toSorted();
  return { admin, bank, number, client, save, list, kinds };
}

const own = (entry: Partial<WrittenEntry>): WrittenEntry => ({ day, amount: "-3", code: "", bank: "1", ...entry });
const read = (content: string) => upload(firm.staff, content, { kind: "cash" });

test("a code is explained once and then read in camt and MT940; the preview says so", async () => {
  const { bank, number, save, kinds } = await arranged();
  const file = camt053({ account: number, entries: [own({ ownCode: "GEB-7" }), own({ ownCode: "GEB-7", bank: "2" })] });
  const asked = await read(file);
  expect(refused(asked)).toEqual(["3 unknownKind GEB-7", "4 unknownKind GEB-7"]);
  expect(asked.undecided.map(({ codes }) => codes)).toEqual([["GEB-7"], ["GEB-7"]]);
  await save("GEB-7", "fee");
  const preview = await read(file);
  expect(refused(preview)).toEqual([]);
  expect(preview.codes).toEqual([
    { custodian: { id: bank, name: expect.any(String) }, code: "GEB-7", kind: "fee", entries: 2 },
  ]);
  await confirm(firm.staff, preview);
  await save("NMSC", "payment");
  await save("835", "interest");
  const swift = (entries: WrittenEntry[]) => mt940({ account: number, opening: "-6", entries });
  const second = await read(
    swift([
      { day, amount: "9", bank: "3", type: "NMSC" },
      { day, amount: "2", bank: "4", type: "NMSC", text: "835?00ZINSEN?20Jan" },
    ]),
  );
  expect(second.codes.map(({ code, kind }) => `${code} ${kind}`)).toEqual(["NMSC payment", "835 interest"]);
  await confirm(firm.staff, second);
  expect(await kinds()).toEqual(["deposit 9", "fee -3", "fee -3", "interest 2"]);
});

test("the narrowest name decides, before the lists of the standards", async () => {
  const { number, save, kinds } = await arranged();
  await save("NTRF 166", "dividend");
  await save("NTRF", "tax");
  await save("OWN", "interest");
  await confirm(
    firm.staff,
    await read(
      mt940({
        account: number,
        entries: [
          { day, amount: "1", bank: "1", text: "166?00GUTSCHRIFT?20a" },
          { day, amount: "2", bank: "2", text: "177?00GUTSCHRIFT?20b" },
        ],
      }),
    ),
  );
  const both = { code: "PMNT/RCDT/ESCT", ownCode: "OWN", amount: "4", bank: "3" };
  await confirm(firm.staff, await read(camt053({ account: number, opening: "3", entries: [own(both)] })));
  expect(await kinds()).toEqual(["dividend 1", "interest 4", "tax 2"]);
});

test("a code that changes leaves what was booked, and a preview keeps the meaning with which it was read", async () => {
  const { number, save, list, kinds } = await arranged();
  await save("X", "fee");
  const first = camt053({ account: number, entries: [own({ ownCode: "X" })] });
  await confirm(firm.staff, await read(first));
  const open = await read(camt053({ account: number, opening: "-3", entries: [own({ ownCode: "X", bank: "2" })] }));
  await save("X", "tax", 1);
  expect(await list()).toEqual(["X tax 2"]);
  await confirm(firm.staff, open);
  expect(await kinds()).toEqual(["fee -3", "fee -3"]);
  // A statement that overlaps knows what was booked, whatever the code means now, and also when nobody says any more.
  const later = camt053({
    account: number,
    entries: [own({ ownCode: "X" }), own({ ownCode: "X", bank: "2" }), own({ ownCode: "X", bank: "3" })],
  });
  const overlapping = await read(later);
  expect([refused(overlapping), overlapping.newRows, overlapping.knownRows]).toEqual([[], 1, 2]);
  await confirm(firm.staff, overlapping);
  expect(await kinds()).toEqual(["fee -3", "fee -3", "tax -3"]);
  await save("X", null, 2);
  expect(refused(await read(later)).length).toBe(3);
});

test("of two who change one code the second is told; who says the same is not", async () => {
  const { admin, bank, save, list } = await arranged();
  await save("A", "fee");
  await save("A", "fee", null, admin);
  expect(await list()).toEqual(["A fee 1"]);
  expect(await codeOf(save("A", "tax", null, admin))).toBe("stateConflict");
  const both = await Promise.allSettled([save("A", "tax", 1), save("A", "interest", 1, admin)]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  // Removed and said again: who saw the first version is told as well.
  await save("A", null, 2);
  await save("A", "dividend");
  expect(await codeOf(save("A", "fee", 2))).toBe("stateConflict");
  expect(await list()).toEqual(["A dividend 4"]);
  const audited = await auditOf(firm.portal, { type: "custodian", id: bank }, "custodian.codeMapped");
  expect(audited).toHaveLength(4);
  await admin.client.custodians.end({ params: { id: bank }, body: {} });
  expect(await codeOf(save("B", "fee"))).toBe("stateConflict");
  expect(await codeOf(save("B", "fee", null, await firm.portal.as("internal")))).toBe("forbidden");
});

test("codes of one bank are not those of another", async () => {
  const [one, other] = [await arranged(), await arranged()];
  await one.save("X", "fee");
  const preview = await read(camt053({ account: other.number, entries: [own({ ownCode: "X" })] }));
  expect(refused(preview)).toEqual(["3 unknownKind X"]);
});
