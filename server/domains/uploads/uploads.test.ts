/** Resumable uploads: offsets, owners, room, the check at the end, and documents made of them. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { fragmentMaxBytes, fragmentMinBytes } from "@portico/api/rules/uploads.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, subjectOf } from "../../testing/effects.ts";
import { readWords } from "../documents/processing/full-text.ts";
import { eicar, jpegOf } from "../files/testing/samples.ts";
import { pdfOfSize } from "./testing/large-pdf.ts";
import { begin, finish, hashOf, sendAll, uploaded } from "./testing/sending.ts";
import { sweepUploads } from "./uploads.ts";

let app: TestApp;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
});
afterAll(() => app.close());

const ofUser = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const kilobyte = 1024;
const append = (by: TestUser, holder: Holder, uploadId: number, offset: number, body: Uint8Array<ArrayBuffer>) =>
  by.client.uploads.append({ params: { ...holder, uploadId, offset }, body });
const add = (by: TestUser, holder: Holder, uploads: number[], type = "other") =>
  by.client.documents.add({ params: { ...holder, type }, body: { documents: uploads.map((upload) => ({ upload })) } });
const titles = async (by: TestUser, holder: Holder) =>
  (await by.client.documents.list({ params: { ...holder, type: "all" }, query: {} })).documents.map(
    ({ title }) => title,
  );
/** How many contents are stored, of files and of fragments. */
async function storedContents(): Promise<number> {
  let count = 0;
  for await (const _ of app.services.files.listOlderThan(-1000)) count += 1;
  return count;
}
/** A file that no other test has sent. */
let seed = 0;
const pdf = (bytes = 300 * kilobyte) => pdfOfSize(bytes, ++seed);

test("a file sent in fragments becomes a document with the same bytes, and no fragment is left", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const before = await storedContents();
  const content = pdf();
  const upload = await begin(client, holder, content);
  expect(upload).toMatchObject({ offset: 0, size: content.length, state: "open", file_name: "Contract.pdf" });
  await sendAll(client, holder, upload, content);
  expect(await finish(client, holder, upload, content)).toMatchObject({ state: "finished" });
  const { documents } = await add(client, holder, [upload.id]);
  const [document] = documents;
  expect(document).toMatchObject({ title: "Contract", already: false, file: { state: "clean", size: content.length } });
  const params = { ...holder, fileId: document?.file.id ?? 0 };
  expect(hashOf((await client.client.files.download({ params })).content)).toBe(hashOf(content));
  expect((await storedContents()) - before, "the file alone").toBe(1);
  expect(await auditOf(app, subjectOf(holder), "document.added")).toHaveLength(1);
});

test("a fragment counts at the offset alone, and every refusal says where to continue", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const content = pdf();
  const { id } = await begin(client, holder, content);
  const first = content.subarray(0, 100 * kilobyte);
  for (const offset of [1, 100 * kilobyte, content.length])
    await expect(append(client, holder, id, offset, first), String(offset)).rejects.toMatchObject({
      code: "stateConflict",
      offset: 0,
    });
  expect(await append(client, holder, id, 0, first)).toMatchObject({ offset: 100 * kilobyte });
  await expect(append(client, holder, id, 0, first), "its answer was lost").rejects.toMatchObject({
    code: "stateConflict",
    offset: 100 * kilobyte,
  });
  const params = { ...holder, uploadId: id };
  expect(await client.client.uploads.get({ params })).toMatchObject({ offset: 100 * kilobyte, state: "open" });
  await expect(finish(client, holder, { id }, content), "not complete").rejects.toMatchObject({
    code: "stateConflict",
    offset: 100 * kilobyte,
  });
  const at = 100 * kilobyte;
  expect(await codeOf(append(client, holder, id, at, new Uint8Array(content.length)))).toBe("badInput");
  expect(await codeOf(append(client, holder, id, at, new Uint8Array(fragmentMinBytes - 1)))).toBe("badInput");
  expect(await codeOf(append(client, holder, id, at, new Uint8Array(0)))).not.toBe("done");
  expect(await codeOf(append(client, holder, id, at, new Uint8Array(fragmentMaxBytes + 1)))).toBe("tooLarge");
});

test("of fragments that come at once for one place, one is stored", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const content = pdf();
  const { id } = await begin(client, holder, content);
  const sent = await Promise.all(
    Array.from({ length: 6 }, () => codeOf(append(client, holder, id, 0, content.subarray(0, 100 * kilobyte)))),
  );
  expect(sent.toSorted()).toEqual(["done", ...Array.from({ length: 5 }, () => "stateConflict")]);
  expect(await client.client.uploads.get({ params: { ...holder, uploadId: id } })).toMatchObject({
    offset: 100 * kilobyte,
  });
});

test("the call that begins an upload may be repeated: its room is taken once", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const key = randomUUID();
  const create = (size: number, of = holder) =>
    client.client.uploads.create({ params: of, body: { fileName: "a.pdf", size, key } });
  const ids = await Promise.all(Array.from({ length: 4 }, async () => (await create(1000)).id));
  expect(new Set(ids).size).toBe(1);
  expect(await client.client.uploads.getRoom({ params: holder })).toMatchObject({ usedBytes: 1000 });
  expect(await codeOf(create(2000))).toBe("keyReused");
  const other = await app.as("client");
  const params = ofUser(other);
  expect((await other.client.uploads.create({ params, body: { fileName: "a.pdf", size: 9, key } })).id).not.toBe(
    ids[0],
  );
});

test("bytes are taken by the calls for them alone", async () => {
  const client = await app.as("client");
  const headers = { authorization: `Bearer ${client.token}`, "content-type": "application/octet-stream" };
  const answer = await app.app.inject({ method: "POST", url: `/upload/user/${client.id}`, headers, payload: "bytes" });
  expect([answer.statusCode, answer.body]).toEqual([415, "unsupportedType"]);
});

test("a company's upload is its creator's: another representative, staff and strangers do not find it", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const content = pdf();
  const { id } = await uploaded(client, holder, content);
  const ofOffice = await uploaded(office, holder, pdf());
  for (const [who, upload] of [
    [office, id],
    [client, ofOffice.id],
  ] as const) {
    const params = { ...holder, uploadId: upload };
    expect(await codeOf(who.client.uploads.get({ params }))).toBe("notFound");
    expect(await codeOf(append(who, holder, upload, 0, content.subarray(0, fragmentMinBytes)))).toBe("notFound");
    expect(await codeOf(finish(who, holder, { id: upload }, content))).toBe("notFound");
    expect(await codeOf(who.client.uploads.remove({ params }))).toBe("notFound");
    await expect(add(who, holder, [upload])).rejects.toMatchObject({
      errors: [{ path: "documents.0.upload", code: "unknown" }],
    });
  }
  const other = await app.as("client");
  await expect(add(other, ofUser(other), [id]), "for another holder").rejects.toMatchObject({ code: "badInput" });
  expect(await titles(client, holder)).toEqual([]);
  await add(office, holder, [ofOffice.id]);
  expect(await titles(client, holder)).toEqual(["Contract"]);
});

test("who may no longer act for the holder cannot go on with an upload", async () => {
  const [client, staff] = [await app.as("client"), await app.as("office")];
  const holder = ofUser(client);
  const content = pdf();
  const { id } = await begin(staff, holder, content);
  await app.database.db.updateTable("app_user").set({ role: "internal" }).where("id", "=", staff.id).execute();
  expect(await codeOf(append(staff, holder, id, 0, content.subarray(0, fragmentMinBytes)))).toBe("forbidden");
  expect(await codeOf(staff.client.uploads.get({ params: { ...holder, uploadId: id } }))).toBe("forbidden");
});

test("a file that arrived changed is refused, and nothing of it is kept", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const before = await storedContents();
  const [content, other] = [pdf(), pdf()];
  const refusal = { code: "fileRefused", errors: [{ code: "wrongHash" }] };
  const upload = await begin(client, holder, content);
  await sendAll(client, holder, upload, content);
  await expect(finish(client, holder, upload, other)).rejects.toMatchObject(refusal);
  await expect(finish(client, holder, upload, content), "the same answer again").rejects.toMatchObject(refusal);
  const declared = await begin(client, holder, content, { sha256: hashOf(other) });
  await sendAll(client, holder, declared, content);
  await expect(finish(client, holder, declared, content), "another one was declared").rejects.toMatchObject(refusal);
  expect(await codeOf(add(client, holder, [upload.id]))).toBe("badInput");
  expect(await storedContents()).toBe(before);
});

test("a file is checked like any other: by its first fragment, its name, for viruses and as a whole", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const before = await storedContents();
  const text = Buffer.alloc(100 * kilobyte, "no document ");
  for (const [name, content, code] of [
    ["Letter.pdf", text, "refusedType"],
    ["Letter.png", pdf(), "wrongEnding"],
  ] as const) {
    const { id } = await begin(client, holder, content, { fileName: name });
    const head = new Uint8Array(content.subarray(0, fragmentMinBytes));
    await expect(append(client, holder, id, 0, head)).rejects.toMatchObject({ errors: [{ code }] });
  }
  const infected = Buffer.concat([pdf(), eicar()]);
  const locked = Buffer.concat([Buffer.from("%PDF-1.7\n"), text]);
  for (const [content, code] of [
    [infected, "infected"],
    [locked, "unreadableFile"],
  ] as const)
    await expect(uploaded(client, holder, content)).rejects.toMatchObject({ errors: [{ code }] });
  expect(await storedContents(), "nothing of them is kept").toBe(before);
});

test("what a camera adds behind the picture is not stored", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const picture = jpegOf(30, 30);
  const camera = Buffer.concat([picture, Buffer.alloc(40), Buffer.from("SEFHSEFT", "latin1")]);
  const upload = await uploaded(client, holder, camera, { fileName: "Photo.jpg" });
  expect(upload).toMatchObject({ state: "finished", size: picture.length });
});

test("an upload is used once, and all or none of a call's are", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const [one, two] = [await uploaded(client, holder, pdf()), await uploaded(client, holder, pdf())];
  const unfinished = await begin(client, holder, pdf());
  const refused = (place: number) => ({ errors: [{ path: `documents.${place}.upload`, code: "unknown" }] });
  await expect(add(client, holder, [one.id, unfinished.id])).rejects.toMatchObject(refused(1));
  expect(await titles(client, holder), "none").toEqual([]);
  await add(client, holder, [one.id]);
  expect(await codeOf(client.client.uploads.remove({ params: { ...holder, uploadId: one.id } }))).toBe("stateConflict");
  const { documents } = await add(client, holder, [one.id, two.id]);
  expect(
    documents.map(({ already }) => already),
    "the answer was lost, and the call is repeated",
  ).toEqual([true, false]);
  await expect(add(client, holder, [one.id], "address"), "for another document").rejects.toMatchObject(refused(0));
  const [document] = documents;
  const params = { ...holder, docId: document?.id ?? 0 };
  await expect(client.client.documents.addVersion({ params, body: { upload: two.id } })).rejects.toMatchObject({
    errors: [{ path: "upload", code: "unknown" }],
  });
  const newer = await uploaded(client, holder, pdf());
  expect(await client.client.documents.addVersion({ params, body: { upload: newer.id } })).toMatchObject({
    versions: 2,
  });
  expect(await client.client.documents.addVersion({ params, body: { upload: newer.id } })).toMatchObject({
    versions: 2,
    already: true,
  });
  const raced = await uploaded(client, holder, pdf());
  const answers = await Promise.all(Array.from({ length: 4 }, () => add(client, holder, [raced.id], "address")));
  expect(new Set(answers.map((answer) => answer.documents[0]?.id)).size).toBe(1);
});

test("finishing twice at once checks once, and both learn the result", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const content = pdf();
  const upload = await begin(client, holder, content);
  await sendAll(client, holder, upload, content);
  const codes = await Promise.all(Array.from({ length: 3 }, () => codeOf(finish(client, holder, upload, content))));
  expect(codes).toContain("done");
  for (const code of codes) expect(["done", "tooManyRequests"]).toContain(code);
  expect(await finish(client, holder, upload, content)).toMatchObject({ state: "finished" });
});

test("a sender's files are put together one after another, those of two senders at once", async () => {
  const senders = [await app.as("client"), await app.as("client")] as const;
  const files = await Promise.all(
    [0, 0, 0, 1, 1].map(async (at) => {
      const sender = senders[at] as TestUser;
      const content = pdf(2 * fragmentMinBytes + 1);
      const upload = await begin(sender, ofUser(sender), content);
      await sendAll(sender, ofUser(sender), upload, content);
      return { sender, content, upload };
    }),
  );
  const { files: stored } = app.services;
  const put = stored.put.bind(stored);
  let now = 0;
  let most = 0;
  const counted = vi.spyOn(stored, "put").mockImplementation(async (content) => {
    most = Math.max(most, ++now);
    try {
      await pause(50);
      return await put(content);
    } finally {
      now -= 1;
    }
  });
  const answers = await Promise.all(
    files.map(({ sender, content, upload }) => finish(sender, ofUser(sender), upload, content)),
  );
  expect(answers.map(({ state }) => state)).toEqual(files.map(() => "finished"));
  expect(counted).toHaveBeenCalledTimes(files.length);
  expect(most).toBe(2);
  counted.mockRestore();
});

test("a file may be as large as the firm sets, and a holder's together; what is given up frees its room", async () => {
  const own = await createTestApp();
  try {
    const [admin, client] = [await own.as("admin"), await own.as("client")];
    const holder = ofUser(client);
    const save = (fileMegabytes: number, holderMegabytes: number) =>
      admin.client.settings.save({
        params: { name: "documentLimits" },
        body: { data: { fileMegabytes, holderMegabytes } },
      });
    await expect(save(101, 2048)).rejects.toMatchObject({ errors: [{ path: "data.fileMegabytes", code: "tooBig" }] });
    await expect(save(2, 1)).rejects.toMatchObject({ errors: [{ path: "data.holderMegabytes", code: "tooSmall" }] });
    await save(2, 3);
    const megabyte = kilobyte * kilobyte;
    const create = (size: number) =>
      client.client.uploads.create({ params: holder, body: { fileName: "a.pdf", size } });
    const refusal = (code: string) => ({ code: "fileRefused", errors: [{ path: "size", code }] });
    await expect(create(2 * megabyte + 1)).rejects.toMatchObject(refusal("fileTooBig"));
    const { id } = await create(2 * megabyte);
    const raced = await Promise.all(Array.from({ length: 4 }, () => codeOf(create(megabyte))));
    expect(raced.toSorted()).toEqual(["done", "fileRefused", "fileRefused", "fileRefused"]);
    expect(await client.client.uploads.getRoom({ params: holder })).toEqual({
      fileMaxBytes: 2 * megabyte,
      usedBytes: 3 * megabyte,
      maxBytes: 3 * megabyte,
    });
    const base64data = jpegOf().toString("base64");
    const inBody = () =>
      client.client.documents.add({
        params: { ...holder, type: "other" },
        body: { documents: [{ fileName: "a.jpg", base64data }] },
      });
    await expect(inBody(), "the other way takes room too").rejects.toMatchObject({
      errors: [{ path: "documents.0.base64data", code: "quotaFull" }],
    });
    await client.client.uploads.remove({ params: { ...holder, uploadId: id } });
    expect(await codeOf(client.client.uploads.get({ params: { ...holder, uploadId: id } }))).toBe("notFound");
    expect(await codeOf(inBody())).toBe("done");
    await expect(create(2 * megabyte), "the document takes room").rejects.toMatchObject(refusal("quotaFull"));
  } finally {
    await own.close();
  }
});

test("an upload without a fragment for a day is removed with its contents; a newer one stays", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const before = await storedContents();
  const content = pdf();
  const [open, recent] = [await begin(client, holder, content), await begin(client, holder, content)];
  await append(client, holder, open.id, 0, content.subarray(0, 100 * kilobyte));
  const finished = await uploaded(client, holder, pdf());
  const used = await uploaded(client, holder, pdf());
  await add(client, holder, [used.id]);
  await sql`update upload set changed_at = now() - interval '25 hours'
    where id in (${sql.join([open.id, finished.id, used.id])})`.execute(app.database.db);
  expect(await sweepUploads(app.services)).toEqual({ removed: 3, failed: 0 });
  expect(await sweepUploads(app.services)).toEqual({ removed: 0, failed: 0 });
  expect(await codeOf(client.client.uploads.get({ params: { ...holder, uploadId: open.id } }))).toBe("notFound");
  expect(await codeOf(client.client.uploads.get({ params: { ...holder, uploadId: recent.id } }))).toBe("done");
  expect((await storedContents()) - before, "the document's").toBe(1);
  const [document] = (await client.client.documents.list({ params: { ...holder, type: "all" }, query: {} })).documents;
  const params = { ...holder, fileId: document?.file.id ?? 0 };
  expect(await codeOf(client.client.files.download({ params }))).toBe("done");
});

test("staff's access for an upload is logged once, however many fragments it has", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  await uploaded(office, holder, pdf(500 * kilobyte));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry where subject_type = 'user' and subject_id = ${String(client.id)}
      and action = 'holder.accessedByStaff' and after ->> 'call' = 'uploads.append'`.execute(app.database.db);
  expect(rows).toEqual([{ count: 1 }]);
});

test("a PDF of many megabytes is checked, and read for search", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  // A process would be started for each document of the tests before.
  await app.database.db.deleteFrom("document_text").execute();
  const content = pdf(24 * kilobyte * kilobyte);
  const upload = await uploaded(client, holder, content);
  const { documents } = await add(client, holder, [upload.id]);
  expect(documents).toMatchObject([{ file: { size: content.length, state: "clean" } }]);
  await readWords(app.services);
  const read = app.database.db.selectFrom("document_text").select("pages");
  expect(await read.where("document_id", "=", documents[0]?.id ?? 0).execute()).toEqual([{ pages: 26 }]);
});
