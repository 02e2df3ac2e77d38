/** Thumbnails of documents: drawn after the upload, opened by whoever opens the document, and gone with it. */
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf, listen } from "../../../testing/effects.ts";
import { arrangeUpload } from "../../files/testing/arranged.ts";
import { docxOf } from "../../files/testing/office.ts";
import { pdfWith, pngOf } from "../../files/testing/samples.ts";
import { listContents } from "../../retention/retention.queries.ts";
import { emptyBin } from "../removal/bin.ts";
import { readWords } from "./full-text.ts";
import { drawThumbnails } from "./thumbnails.ts";

let app: TestApp;
let office: TestUser;
let internal: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  internal = await app.as("internal");
});
afterAll(() => app.close());

let width = 200;
/** A picture that no other call of this file has sent. */
const picture = () => pngOf(width++, 150);
const holderOf = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });

async function add(by: TestUser, holder: Holder, name: string, content: Buffer) {
  const upload = await arrangeUpload(app, by, holder, { name, content });
  const added = await by.client.documents.add({
    params: { ...holder, type: "other" },
    body: { documents: [{ upload }] },
  });
  return added.documents[0]?.id ?? 0;
}
const list = async (by: TestUser, holder: Holder) =>
  (await by.client.documents.list({ params: { ...holder, type: "all" }, query: {} })).documents;
const open = (by: TestUser, holder: Holder, docId: number, version = 1) =>
  by.client.documents.getThumbnail({ params: { ...holder, docId, version } });
const contentOf = async (docId: number): Promise<string> => {
  const { rows } = await sql<{ sha256: Buffer }>`
    select sha256 from document_thumbnail where document_id = ${docId} and sha256 is not null`.execute(app.database.db);
  return rows[0]?.sha256.toString("hex") ?? "";
};

test("a job draws what was added; the lists say who has one, and holder and staff open it", async () => {
  const client = await app.as("client");
  const holder = holderOf(client);
  await add(client, holder, "letter.pdf", pdfWith("/Lang (en-1)"));
  const scan = await add(client, holder, "scan.png", picture());
  await add(office, holder, "terms.docx", docxOf());
  expect(
    (await list(client, holder)).map(({ thumbnail }) => thumbnail),
    "not drawn yet",
  ).toEqual([false, false, false]);
  expect(await codeOf(open(client, holder, scan))).toBe("notFound");
  const heard = listen(app);
  expect(await drawThumbnails(app.services)).toEqual({ drawn: 2, failed: 0 });
  heard.stop();
  expect(heard.all.map(({ name }) => name)).toEqual(["documents:drawn", "documents:drawn"]);
  expect(await drawThumbnails(app.services)).toEqual({ drawn: 0, failed: 0 });
  expect((await list(client, holder)).map(({ thumbnail }) => thumbnail)).toEqual([false, true, true]);
  for (const reader of [client, office, internal]) {
    const { content, media_type } = await open(reader, holder, scan);
    expect(media_type).toBe("image/webp");
    expect(Buffer.from(content).toString("latin1", 8, 12)).toBe("WEBP");
  }
});

test("the browser keeps it for the session alone, and staff's looking is logged once an hour", async () => {
  const client = await app.as("client");
  const holder = holderOf(client);
  const id = await add(client, holder, "scan.png", picture());
  await drawThumbnails(app.services);
  const url = `/doc/user/${client.id}/by-id/${id}/thumbnail/1`;
  const { headers } = await app.app.inject({ url, headers: { authorization: `Bearer ${client.token}` } });
  expect(headers).toMatchObject({
    "cache-control": "private, max-age=86400, immutable",
    vary: expect.stringContaining("authorization") as string,
    etag: `"${await contentOf(id)}"`,
    "content-type": "image/webp",
  });
  await open(internal, holder, id);
  await open(internal, holder, id);
  const { rows } = await sql`
    select after from audit_entry where action = 'holder.accessedByStaff' and subject_type = 'user'
      and subject_id = ${String(client.id)}`.execute(app.database.db);
  expect(rows).toEqual([{ after: { call: "documents.getThumbnail" } }]);
});

test("another's thumbnail is answered as one that is not there", async () => {
  const client = await app.as("client");
  const stranger = await app.as("client");
  const id = await add(client, holderOf(client), "scan.png", picture());
  await drawThumbnails(app.services);
  const get = async (holderId: number, docId: number) => {
    const url = `/doc/user/${holderId}/by-id/${docId}/thumbnail/1`;
    const { statusCode, body } = await app.app.inject({ url, headers: { authorization: `Bearer ${stranger.token}` } });
    return [statusCode, body.replace(/"requestId":"[^"]*"/, "")];
  };
  expect(await get(stranger.id, id)).toEqual(await get(stranger.id, 999_999));
  expect(await get(client.id, id)).toEqual(await get(999_999, id));
});

test("a new version has its own; a file that waits for its check, or cannot be read, has none", async () => {
  const client = await app.as("client");
  const holder = holderOf(client);
  const docId = await add(client, holder, "scan.png", picture());
  await drawThumbnails(app.services);
  const newer = { name: "newer.png", content: pngOf(100, 250) };
  await client.client.documents.addVersion({
    params: { ...holder, docId },
    body: { upload: await arrangeUpload(app, client, holder, newer) },
  });
  expect((await list(client, holder))[0]).toMatchObject({ versions: 2, thumbnail: false });
  await drawThumbnails(app.services);
  expect((await list(client, holder))[0]).toMatchObject({ versions: 2, thumbnail: true });
  const [first, second] = [await open(client, holder, docId, 1), await open(client, holder, docId, 2)];
  expect(Buffer.from(first.content).equals(Buffer.from(second.content))).toBe(false);

  const waiting = await add(client, holder, "waits.png", picture());
  await sql`update stored_file set state = 'quarantined', checked_at = null where id in (
    select file_id from document_version where document_id = ${waiting})`.execute(app.database.db);
  expect(await drawThumbnails(app.services), "not before it is found clean").toEqual({ drawn: 0, failed: 0 });
  await sql`update stored_file set state = 'clean', checked_at = now() where state = 'quarantined'`.execute(
    app.database.db,
  );
  expect(await drawThumbnails(app.services)).toEqual({ drawn: 1, failed: 0 });

  // Cut in the store: the bytes do not fit the picture's type any more.
  const damaged = await add(client, holder, "damaged.png", picture());
  const { sha256 } = await app.services.files.put(Buffer.from("no picture"));
  await sql`update stored_file set sha256 = decode(${sha256}, 'hex') where id in (
    select file_id from document_version where document_id = ${damaged})`.execute(app.database.db);
  expect(await drawThumbnails(app.services)).toEqual({ drawn: 0, failed: 0 });
  expect((await list(client, holder)).find(({ id }) => id === damaged)).toMatchObject({ thumbnail: false });
});

test("in the bin only staff see it, and it is deleted with the document unless another has the same", async () => {
  const client = await app.as("client");
  const holder = holderOf(client);
  const content = picture();
  const first = await add(client, holder, "scan.png", content);
  const other = await app.as("client");
  const second = await add(other, holderOf(other), "scan.png", content);
  await drawThumbnails(app.services);
  const sha256 = await contentOf(first);
  expect(await contentOf(second)).toBe(sha256);
  await client.client.documents.remove({ params: { id: first } });
  expect(await codeOf(open(client, holder, first))).toBe("notFound");
  expect(await codeOf(open(office, holder, first))).toBe("done");
  const expire = (id: number) =>
    sql`update document set deleted_at = now() - interval '31 days' where id = ${id}`.execute(app.database.db);
  await expire(first);
  await emptyBin(app.services);
  expect(await app.services.files.has(sha256), "the other client's document has it").toBe(true);
  await other.client.documents.remove({ params: { id: second } });
  await expire(second);
  await emptyBin(app.services);
  expect(await app.services.files.has(sha256)).toBe(false);
});

test("it is among what is deleted with its holder's records", async () => {
  const client = await app.as("client");
  const holder = holderOf(client);
  const id = await add(client, holder, "scan.png", picture());
  await drawThumbnails(app.services);
  const contents = await inTransaction(app.database.db, (trx) => listContents(trx, holder));
  expect(contents.map((sha256) => sha256.toString("hex"))).toContain(await contentOf(id));
  expect(contents).toHaveLength(2);
});

test("drawn twice at once, each is stored once", async () => {
  const client = await app.as("client");
  const holder = holderOf(client);
  for (let count = 0; count < 3; count += 1) await add(client, holder, "scan.png", picture());
  const [one, other] = await Promise.all([drawThumbnails(app.services), drawThumbnails(app.services)]);
  expect(one.drawn + other.drawn).toBe(3);
  for (const { id } of await list(client, holder)) expect(await codeOf(open(client, holder, id))).toBe("done");
});

test("a document that cannot be read is met again by the next run, and the others are drawn and read at once", async () => {
  const client = await app.as("client");
  const holder = holderOf(client);
  await add(client, holder, "good.pdf", pdfWith("/Lang (en-8)"));
  await add(client, holder, "bad.pdf", pdfWith("/Lang (en-9)"));
  const { files } = app.services;
  const [newest] = await app.services.db
    .selectFrom("stored_file")
    .select("sha256")
    .where("holder_id", "=", client.id)
    .orderBy("id", "desc")
    .execute();
  const open: typeof files.open = (name) =>
    name === newest?.sha256.toString("hex") ? Promise.reject(new Error("a broken disk")) : files.open(name);
  const failing = { ...app.services, files: { ...files, open } };
  expect(await drawThumbnails(failing)).toMatchObject({ failed: 1 });
  expect((await list(client, holder)).map(({ thumbnail }) => thumbnail)).toEqual([false, true]);
  expect(await readWords(failing)).toMatchObject({ failed: 1 });
  expect(await drawThumbnails(app.services)).toEqual({ drawn: 1, failed: 0 });
  expect(await readWords(app.services)).toEqual({ read: 1, failed: 0 });
});

test("what was only stopped, or had too little time, is drawn by the next run, and holds up no other", async () => {
  const client = await app.as("client");
  const holder = holderOf(client);
  await add(client, holder, "first.png", picture());
  await add(client, holder, "second.png", picture());
  const started: ChildProcess[] = [];
  const stop = (message: unknown): void => {
    const { process } = message as { process: ChildProcess };
    if (started.push(process) === 1) process.once("spawn", () => process.kill("SIGKILL"));
  };
  subscribe("child_process", stop);
  try {
    expect(await drawThumbnails(app.services)).toEqual({ drawn: 1, failed: 1 });
  } finally {
    unsubscribe("child_process", stop);
  }
  expect((await list(client, holder)).map(({ thumbnail }) => thumbnail)).toEqual([false, true]);
  expect(await drawThumbnails(app.services)).toEqual({ drawn: 1, failed: 0 });
});
