/** Documents for many by a ZIP: what is recognised and refused, and that all of it is added or nothing. */
import type { Holder } from "@portico/api/shapes.ts";
import { zipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, subjectOf } from "../../../testing/effects.ts";
import { type Packed, zipWith } from "../../files/testing/archives.ts";
import { jpegOf, pngOf } from "../../files/testing/samples.ts";
import { hashOf, sendAll } from "../../uploads/testing/sending.ts";
import { sweepBatches } from "./batches.ts";
import { candidatesIn, meantBy, strangeShapes } from "./client-numbers.ts";
import { readBatch } from "./extraction.ts";

let app: TestApp;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
});
afterAll(() => app.close());

const ofUser = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
let width = 10;
/** A picture that no other test of this file has sent. */
const picture = () => pngOf(width++, 20);
let count = 0;
const numbered = async (numbers: number) =>
  Promise.all(
    Array.from({ length: numbers }, async () => {
      count += 1;
      const clientNumber = `BG-${count}${Date.now()}`;
      return { client: await app.as("client", { clientNumber }), clientNumber };
    }),
  );

async function upload(by: TestUser, zip: Buffer<ArrayBuffer>): Promise<number> {
  const holder = ofUser(by);
  const body = { fileName: "Statements.zip", size: zip.length, purpose: "batch" as const };
  const { id } = await by.client.uploads.create({ params: holder, body });
  await sendAll(by, holder, { id }, zip, zip.length);
  await by.client.uploads.finish({ params: { ...holder, uploadId: id }, body: { sha256: hashOf(zip) } });
  return id;
}
const begin = (uploadId: number, type = "statement") =>
  office.client.documents.startBatch({ body: { upload: uploadId, type, title: "Statement of account, Q3 2026" } });
const get = (batchId: number, by = office) => by.client.documents.getBatch({ params: { batchId } });
/** A batch that the job has read. */
async function batchOf(files: readonly Packed[], type?: string) {
  const { id } = await begin(await upload(office, zipWith(files)), type);
  await readBatch(app.services, id);
  return get(id);
}
const confirm = (batchId: number, seen: string, by = office) =>
  by.client.documents.confirmBatch({ params: { batchId }, body: { seen } });
const exclude = (batchId: number, ...numbers: number[]) =>
  office.client.documents.excludeFromBatch({ params: { batchId }, body: { numbers, excluded: true } });
const titles = async (who: TestUser) =>
  (await who.client.documents.list({ params: { ...ofUser(who), type: "all" }, query: {} })).documents.map(
    ({ title, type, by_admin }) => [title, type, by_admin],
  );

test("a number is found wherever it stands in a name; one within a longer known one does not count", () => {
  const known = new Map([
    ["1001", ["a"]],
    ["bg-1001", ["b"]],
    ["2026", ["c"]],
    ["pl/7", ["d"]],
    ["7", ["e"]],
    ["pl.8", ["f"]],
    ["pl/8", ["g"]],
  ]);
  const meant = (name: string) => meantBy(candidatesIn(name), known);
  expect(meant("1001.pdf")).toEqual(["a"]);
  expect(meant("Извлечение 1001 (Q3).pdf")).toEqual(["a"]);
  expect(meant("statement_BG-1001.pdf")).toEqual(["b"]);
  expect(meant("BG-1001_2026.pdf")).toEqual(["b", "c"]);
  expect(meant("x1001.pdf")).toEqual([]);
  expect(meant("PL-7.pdf"), "a slash cannot stand in a name").toEqual(["d"]);
  expect(meant("BG_1001.pdf")).toEqual(["b"]);
  expect(meant("PL_8.pdf"), "two of which it may be either").toEqual(["f", "g"]);
  expect(candidatesIn("letter.pdf")).toEqual([]);
  expect(meant("х1001.pdf"), "a Cyrillic letter belongs to it").toEqual([]);
  expect(meant("\ufffd1001.pdf"), "so does a sign that nobody could read").toEqual([]);
  expect(meant("клиент№1001.pdf")).toEqual(["a"]);
});

test("what has the shape of a number beside a known one is noticed, but not a date, a quarter or a copy", () => {
  const known = new Map([
    ["1001", ["a"]],
    ["bg-1001", ["b"]],
  ]);
  const shapes = (name: string) => strangeShapes(candidatesIn(name), known);
  expect(shapes("BG-9999_1001.pdf")).toContain("bg-0000");
  expect(shapes("BG-1001-2.pdf")).toContain("bg-0000-0");
  expect(shapes("1001 9999.pdf")).toEqual(["0000"]);
  expect(shapes("ВМ-9999 1001.pdf"), "Cyrillic letters that look like BM").toContain("bm-0000");
  expect(shapes("9999.pdf"), "no known one beside it").toEqual([]);
  for (const name of ["1001 2026.pdf", "1001 (2).pdf", "1001 30-09-2026.pdf", "1001 20260930.pdf", "1001 2026-09.pdf"])
    expect([name, shapes(name).filter((shape) => /^0+$/.test(shape))]).toEqual([name, []]);
});

test("a name in which a number of nobody stands beside a client's goes to nobody", async () => {
  const [one] = await numbered(1);
  const number = one?.clientNumber ?? "";
  const stranger = number.replaceAll(/\d/g, "9");
  const batch = await batchOf([
    { name: `${stranger}_${number}.png`, content: picture() },
    { name: `${number} ${stranger}.png`, content: picture() },
    { name: `${number} 2026-09-30 Q3 (2).png`, content: picture() },
  ]);
  expect(batch.entries.map(({ faults, holder }) => [faults, holder?.holder_id])).toEqual([
    [["perhapsOther"], undefined],
    [["perhapsOther"], undefined],
    [[], one?.client.id],
  ]);
  expect(batch.can.confirm).toBe(false);
});

test("each file goes to the client whose number is in its name, all in one confirmation, and each is told", async () => {
  const people = await numbered(2);
  const files = people.map(({ clientNumber }) => ({ name: `2026/Извлечение ${clientNumber}.png`, content: picture() }));
  const batch = await batchOf([...files, { name: "__MACOSX/._x.png", content: Buffer.from("x") }]);
  expect(batch).toMatchObject({
    state: "ready",
    total: 2,
    checked: 2,
    can: { exclude: true, confirm: true, discard: true },
    entries: people.map(({ client, clientNumber }) => ({
      client_number: clientNumber,
      holder: { holder_type: "user", holder_id: client.id },
      faults: [],
    })),
  });
  for (const { client } of people) expect(await titles(client), "nothing before it is confirmed").toEqual([]);
  expect(await confirm(batch.id, batch.seen)).toEqual({ added: 2 });
  for (const { client } of people) {
    expect(await titles(client)).toEqual([["Statement of account, Q3 2026", "statement", true]]);
    const news = await client.client.notifications.listOfUser({ params: { id: client.id } });
    expect(news).toMatchObject([{ type: "document_added", params: { count: 1 } }]);
    expect(await auditOf(app, subjectOf(ofUser(client)), "document.added")).toHaveLength(1);
  }
  expect(await auditOf(app, { type: "documentBatch", id: batch.id }, "documentBatch.confirmed")).toMatchObject([
    { after: { documents: 2, excluded: 0 } },
  ]);
  expect(await codeOf(confirm(batch.id, batch.seen)), "twice").toBe("stateConflict");
  expect(await get(batch.id)).toMatchObject({ state: "added", entries: [{ faults: [] }, { faults: [] }] });
});

test("while one file has a fault nothing is added, unless it is left out", async () => {
  const [one, two, three] = await numbered(3);
  if (!one || !two || !three) throw new Error("nobody is there");
  const own = await app.as("office", { clientNumber: `OWN-${Date.now()}` });
  const there = picture();
  await office.client.documents.add({
    params: { ...ofUser(three.client), type: "statement" },
    body: { documents: [{ fileName: "a.png", base64data: there.toString("base64") }] },
  });
  const batch = await batchOf([
    { name: `${one.clientNumber}.png`, content: picture() },
    { name: "letter.png", content: picture() },
    { name: "unknown 99999999999.png", content: picture() },
    { name: `${one.clientNumber} ${two.clientNumber}.png`, content: picture() },
    { name: `${two.clientNumber}.pdf`, content: picture() },
    { name: `${two.clientNumber}.txt`, content: Buffer.from("no document") },
    { name: `${two.clientNumber}.png`, content: Buffer.alloc(0) },
    { name: `${two.clientNumber}.zip`, content: zipWith([{ name: "a.png", content: picture() }]) },
    { name: `../${two.clientNumber}.png`, content: picture() },
    { name: `${two.clientNumber}\u202egpj.png`, content: picture() },
    { name: `link ${two.clientNumber}.png`, content: Buffer.from("/etc/passwd"), mode: 0o120777 },
    { name: `lie ${two.clientNumber}.png`, content: picture(), crc: 1 },
    { name: `bomb ${two.clientNumber}.png`, content: Buffer.alloc(5_000_000), size: 1000 },
    { name: `${three.clientNumber}.png`, content: there },
  ]);
  expect(batch.entries.map(({ faults }) => faults)).toEqual([
    [],
    ["noNumber"],
    ["unknownNumber"],
    ["twoNumbers"],
    ["numberTwice", "wrongEnding"],
    ["numberTwice", "refusedType"],
    ["numberTwice", "fileEmpty"],
    ["numberTwice", "refusedType"],
    ["numberTwice", "badPath"],
    ["numberTwice", "badPath"],
    ["numberTwice", "unreadableFile"],
    ["numberTwice", "unreadableFile"],
    ["numberTwice", "unreadableFile"],
    ["alreadyThere"],
  ]);
  expect(batch.can.confirm).toBe(false);
  expect(await codeOf(confirm(batch.id, batch.seen))).toBe("stateConflict");
  const { entries } = await get(batch.id, own);
  expect(entries.filter(({ holder }) => holder).every(({ client_number }) => client_number !== null)).toBe(true);
  await exclude(batch.id, ...batch.entries.flatMap(({ number, faults }) => (faults.length === 0 ? [] : [number])));
  expect(await codeOf(confirm(batch.id, batch.seen)), "what was seen is not what it is now").toBe("stateConflict");
  const left = await get(batch.id);
  expect(left).toMatchObject({ excluded: 13, can: { confirm: true } });
  expect(await confirm(batch.id, left.seen)).toEqual({ added: 1 });
  expect([(await titles(one.client)).length, (await titles(two.client)).length]).toEqual([1, 0]);
});

test("every fault of a file is told, the number's first; one without a sound file waits for no confirmation", async () => {
  const [one] = await numbered(1);
  const there = picture();
  await office.client.documents.add({
    params: { ...ofUser(one!.client), type: "statement" },
    body: { documents: [{ fileName: "a.png", base64data: there.toString("base64") }] },
  });
  const batch = await batchOf([
    { name: "letter.txt", content: Buffer.from("no document") },
    { name: "unknown 99999999999.png", content: Buffer.alloc(0) },
    { name: `${one?.clientNumber}.png`, content: there },
    { name: `${one?.clientNumber} (2).txt`, content: Buffer.from("no document") },
  ]);
  expect(batch.entries.map(({ faults }) => faults)).toEqual([
    ["noNumber", "refusedType"],
    ["unknownNumber", "fileEmpty"],
    ["numberTwice", "alreadyThere"],
    ["numberTwice", "refusedType"],
  ]);
  expect(batch.can.confirm).toBe(false);
});

test("two files for one client are a fault of both until one is left out; one's own record is one too", async () => {
  const [one] = await numbered(1);
  const ownNumber = `MINE-${Date.now()}`;
  const self = await app.as("office", { clientNumber: ownNumber });
  const batch = await batchOf([
    { name: `${one?.clientNumber}.png`, content: picture() },
    { name: `${one?.clientNumber?.toLowerCase()} (1).png`, content: picture() },
    { name: `${ownNumber}.png`, content: picture() },
  ]);
  expect((await get(batch.id, self)).entries.map(({ faults }) => faults)).toEqual([
    ["numberTwice"],
    ["numberTwice"],
    ["ownRecord"],
  ]);
  await exclude(batch.id, 2);
  expect((await get(batch.id)).entries.map(({ faults }) => faults)).toEqual([[], [], []]);
});

test("a number that moved to somebody else since the preview stops it", async () => {
  const [one] = await numbered(1);
  const batch = await batchOf([{ name: `${one?.clientNumber}.png`, content: picture() }]);
  const other = await app.as("client");
  const move = (holder: number, number: string | null) =>
    sql`update holder_account set client_number = ${number} where holder_type = 'user' and holder_id = ${holder}`.execute(
      app.database.db,
    );
  await move(one?.client.id ?? 0, null);
  await sql`insert into holder_account (holder_type, holder_id, client_number) values ('user', ${other.id}, ${one?.clientNumber})
    on conflict (holder_type, holder_id) do update set client_number = excluded.client_number`.execute(app.database.db);
  expect(await codeOf(confirm(batch.id, batch.seen))).toBe("stateConflict");
  expect(await titles(other)).toEqual([]);
  expect((await get(batch.id)).entries).toMatchObject([{ holder: { holder_id: other.id }, faults: [] }]);
});

test("of two confirmations at once one adds; what comes after it is refused as a whole", async () => {
  const people = await numbered(3);
  const batch = await batchOf(people.map(({ clientNumber }) => ({ name: `${clientNumber}.png`, content: picture() })));
  const codes = await Promise.all([1, 2, 3].map(() => codeOf(confirm(batch.id, batch.seen))));
  expect(codes.toSorted()).toEqual(["done", "stateConflict", "stateConflict"]);
  for (const { client } of people) expect(await titles(client)).toHaveLength(1);
});

test("an archive that cannot be trusted is refused as a whole, and nothing of it is kept", async () => {
  const file = { name: "1001.png", content: picture() };
  for (const [fault, zip] of [
    ["locked", zipWith([{ ...file, flag: 1 }])],
    ["unreadable", zipWith([file], { tail: Buffer.from("more") })],
    ["tooLarge", zipWith([{ ...file, size: 600 * 1024 * 1024 }])],
    ["empty", zipWith([{ name: "folder/", method: 0 }])],
    ["tooMany", zipWith(Array.from({ length: 501 }, (_, n) => ({ name: `${n}.png`, content: Buffer.from("x") })))],
  ] as const) {
    const { id } = await begin(await upload(office, zip));
    await readBatch(app.services, id);
    const batch = await get(id);
    expect(batch).toMatchObject({ state: "refused", refused_because: fault, entries: [], can: { confirm: false } });
    expect(await app.services.files.has(hashOf(zip)), fault).toBe(false);
  }
});

test("what packers write is taken; a reading that was cut off goes on", async () => {
  const [one] = await numbered(1);
  const content = jpegOf(width++, 20);
  const zip = Buffer.from(zipSync({ [`${one?.clientNumber}.jpg`]: content }));
  const uploadId = await upload(office, zip);
  const { id } = await begin(uploadId);
  expect((await begin(uploadId)).id, "the answer was lost").toBe(id);
  await Promise.all([readBatch(app.services, id), readBatch(app.services, id).catch(() => undefined)]);
  await readBatch(app.services, id);
  expect(await get(id)).toMatchObject({ state: "ready", total: 1, entries: [{ size: content.length, faults: [] }] });
});

test("a ZIP for many is staff's: clients send none, and it is no document", async () => {
  const client = await app.as("client");
  const internal = await app.as("internal");
  const create = (by: TestUser, holder: Holder, purpose: "batch" | "document") =>
    by.client.uploads.create({ params: holder, body: { fileName: "a.zip", size: 1000, purpose } });
  expect(await codeOf(create(client, ofUser(client), "batch"))).toBe("forbidden");
  expect(await codeOf(create(office, ofUser(client), "batch"))).toBe("forbidden");
  expect(await codeOf(create(internal, ofUser(internal), "batch"))).toBe("forbidden");
  const id = await upload(office, zipWith([{ name: "1001.png", content: picture() }]));
  const add = office.client.documents.add({
    params: { ...ofUser(office), type: "other" },
    body: { documents: [{ upload: id }] },
  });
  expect(await codeOf(add)).toBe("badInput");
  const { id: batchId } = await begin(id);
  await readBatch(app.services, batchId);
  expect((await get(batchId, internal)).can).toEqual({ exclude: false, confirm: false, discard: false });
});

test("a discarded or forgotten batch leaves nothing; what was added stays", async () => {
  const [one] = await numbered(1);
  const [gone, kept] = [picture(), picture()];
  const discarded = await batchOf([{ name: `${one?.clientNumber}.png`, content: gone }]);
  await office.client.documents.discardBatch({ params: { batchId: discarded.id } });
  expect(await codeOf(get(discarded.id))).toBe("notFound");
  expect(await app.services.files.has(hashOf(gone))).toBe(false);
  const added = await batchOf([{ name: `${one?.clientNumber}.png`, content: kept }]);
  await confirm(added.id, added.seen);
  expect(await codeOf(office.client.documents.discardBatch({ params: { batchId: added.id } }))).toBe("stateConflict");
  await sql`update document_batch set changed_at = now() - interval '25 hours'`.execute(app.database.db);
  expect((await sweepBatches(app.services)).removed).toBeGreaterThan(0);
  expect(await office.client.documents.listBatches()).toEqual([]);
  expect(await app.services.files.has(hashOf(kept))).toBe(true);
});
