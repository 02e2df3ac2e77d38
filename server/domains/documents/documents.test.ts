/** Documents: adding, reading, versions, the bin, and what the firm asks for. */
import { randomUUID } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { contract } from "@portico/pdf/testing/contracts.ts";
import { writePdf } from "@portico/pdf/write.ts";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen, subjectOf } from "../../testing/effects.ts";
import { arrangeUpload } from "../files/testing/arranged.ts";
import { docxOf } from "../files/testing/office.ts";
import { jpegOf, pngOf } from "../files/testing/samples.ts";
import { uploaded } from "../uploads/testing/sending.ts";
import { readWords } from "./processing/full-text.ts";
import { emptyBin } from "./removal/bin.ts";
import { sendRequestReminders } from "./requests/requests.ts";
import { namesInZip } from "./zip.ts";

let app: TestApp;
let office: TestUser;
let internal: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  internal = await app.as("internal");
});
afterAll(() => app.close());

const ofUser = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const heldBy = ({ id }: TestUser) => ({ holder_type: "user", holder_id: id });
let width = 10;
/** A picture that no other call of this file has sent. */
const picture = (fileName = "scan.png", title?: string) => ({
  fileName,
  base64data: pngOf(width++, 20).toString("base64"),
  ...(title !== undefined && { title }),
});
type Sent = ReturnType<typeof picture>;
type Added = Parameters<TestUser["client"]["documents"]["add"]>[0]["body"]["documents"];
const addNamed = (by: TestUser, holder: Holder, documents: Added, type: string, request?: number) =>
  by.client.documents.add({
    params: { ...holder, type },
    body: { documents, ...(request !== undefined && { request }) },
  });
/** With their contents in the call. */
const addInBody = (by: TestUser, holder: Holder, documents: Sent[], type = "other") =>
  addNamed(by, holder, documents, type);
const arranged = async (by: TestUser, holder: Holder, { fileName, base64data, title }: Sent) => ({
  upload: await arrangeUpload(app, by, holder, { name: fileName, content: Buffer.from(base64data, "base64") }),
  ...(title !== undefined && { title }),
});
async function add(by: TestUser, holder: Holder, documents: Sent[], type = "other", request?: number) {
  const uploads = await Promise.all(documents.map((document) => arranged(by, holder, document)));
  return addNamed(by, holder, uploads, type, request);
}
const addOne = async (by: TestUser, holder: Holder, document = picture(), type = "other") => {
  const [added] = (await add(by, holder, [document], type)).documents;
  if (!added) throw new Error("Nothing was added");
  return added;
};
const list = (by: TestUser, holder: Holder, query: Record<string, unknown> = {}, type = "all") =>
  by.client.documents.list({ params: { ...holder, type }, query });
const titles = async (...wanted: Parameters<typeof list>) =>
  (await list(...wanted)).documents.map(({ title }) => title);

test("a client adds documents and finds them, the newest first, with what may be done", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const heard = listen(app);
  const sent = [picture("first.png"), picture("second.png", "Lease")];
  const { documents } = await addInBody(client, holder, sent, "address");
  heard.stop();
  expect(documents).toMatchObject([
    { ...heldBy(client), title: "first", type: "address", by_admin: false, versions: 1, unread: false, already: false },
    { title: "Lease", can: { addVersion: true, remove: true, restore: false }, file: { state: "clean" } },
  ]);
  expect(heard.all.map(({ name }) => name)).toEqual(["documents:changed"]);
  expect(await titles(client, holder)).toEqual(["Lease", "first"]);
  expect((await list(client, holder)).documents).toMatchObject([heldBy(client), heldBy(client)]);
  expect(await titles(client, holder, {}, "identity")).toEqual([]);
  expect(await auditOf(app, subjectOf(holder), "document.added")).toHaveLength(2);
  const types = await client.client.documents.listTypes();
  expect(types.map(({ id }) => id)).toContain("costReport");
});

test("all or none: one refused file among good ones, and nothing is added", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const bad = { fileName: "notes.pdf", base64data: Buffer.from("no PDF").toString("base64") };
  await expect(addInBody(client, holder, [picture(), bad])).rejects.toMatchObject({
    code: "fileRefused",
    errors: [{ path: "documents.1.base64data", code: "refusedType" }],
  });
  expect(await titles(client, holder)).toEqual([]);
  expect(await codeOf(addInBody(client, holder, [picture()], "unheardOf"))).toBe("badInput");
  expect(await codeOf(addInBody(client, holder, [picture()], "statement")), "the firm's alone").toBe("forbidden");
});

test("office adds documents, workbooks and tables of office programs for a client, and nobody else does", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  const letter = { fileName: "Letter.docx", base64data: docxOf().toString("base64") };
  const table = { fileName: "Fees.csv", base64data: Buffer.from("Month;Fee\r\n2026-01;12,40").toString("base64") };
  const { documents } = await addInBody(office, holder, [letter, table]);
  expect(documents.map(({ file }) => file.media_type)).toEqual([word, "text/csv"]);
  const refusedAs = (code: string) => ({ code: "fileRefused", errors: [{ code }] });
  await expect(addInBody(client, holder, [letter])).rejects.toMatchObject(refusedAs("refusedType"));
  await expect(addInBody(office, ofUser(office), [table]), "office for themselves").rejects.toMatchObject(
    refusedAs("refusedType"),
  );
  for (const fileName of ["Letter.docm", "Letter.xlsm"])
    await expect(addInBody(office, holder, [{ ...letter, fileName }])).rejects.toMatchObject(refusedAs("activeOffice"));
  await expect(addInBody(office, holder, [{ ...letter, fileName: "Letter.xlsx" }])).rejects.toMatchObject(
    refusedAs("wrongEnding"),
  );
  const sent = await uploaded(office, holder, docxOf({ "a.xml": new Uint8Array(100_000) }), { fileName: "Long.docx" });
  expect(sent).toMatchObject({ state: "finished" });
  await expect(uploaded(client, holder, docxOf(), { fileName: "Long.docx" })).rejects.toMatchObject(
    refusedAs("refusedType"),
  );
});

test("office corrects title and validity; the log says from what, and nobody else may", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await addOne(office, holder, picture("scan.png", "Pasport"), "identity");
  const params = { ...holder, docId: id };
  const correct = (by: TestUser, body: { title?: string; valid_until?: string | null }) =>
    by.client.documents.correct({ params, body });
  const title = "Паспорт";
  expect(await correct(office, { title, valid_until: "2031-05-01" })).toMatchObject({
    title,
    valid_until: "2031-05-01",
    versions: 1,
    can: { correct: true },
  });
  expect(await titles(client, holder, { search: "passport" }), "found by either script").toEqual([]);
  expect(await titles(client, holder, { search: "pasport" })).toEqual([title]);
  await correct(office, { title });
  expect(await auditOf(app, subjectOf(holder), "document.corrected")).toMatchObject([
    { before: { title: "Pasport", validUntil: null }, after: { title, validUntil: "2031-05-01" } },
  ]);
  expect((await correct(office, { valid_until: null })).valid_until).toBeNull();
  expect(await codeOf(correct(client, { title: "Mine" }))).toBe("forbidden");
  expect(await codeOf(correct(internal, { title: "Mine" }))).toBe("forbidden");
  expect(await codeOf(correct(office, { title: " " }))).toBe("badInput");
  await office.client.documents.remove({ params: { id } });
  expect(await codeOf(correct(office, { title: "In the bin" }))).toBe("stateConflict");
});

test("the list and the requests say what their reader may do", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const canIn = async (by: TestUser, of = holder) => (await list(by, of)).can;
  expect(await Promise.all([client, office, internal].map((by) => canIn(by)))).toEqual([
    { add: true, ask: false },
    { add: true, ask: true },
    { add: false, ask: false },
  ]);
  expect(await canIn(office, ofUser(office)), "about themselves they are clients").toEqual({ add: true, ask: false });
  const asked = (type: string) =>
    office.client.documents.ask({ params: holder, body: { type, text: "Please", due: "2099-01-01" } });
  await asked("address");
  const { id: later } = await asked("identity");
  // The firm let clients add this type when it asked.
  await sql`update document_request set type = 'statement' where id = ${later}`.execute(app.database.db);
  const canOf = async (by: TestUser) =>
    (await by.client.documents.listRequests({ params: holder })).map(({ can }) => Object.values(can));
  expect(await canOf(client), "clients do not add statements").toEqual([
    [true, false, false],
    [false, false, false],
  ]);
  expect(await canOf(office)).toEqual([
    [true, false, true],
    [true, false, true],
  ]);
});

test("the same content again is one document, and its sender is told", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const document = picture();
  const [first] = (await addInBody(client, holder, [document])).documents;
  const [again] = (await addInBody(client, holder, [document])).documents;
  expect([again?.id, again?.already]).toEqual([first?.id, true]);
  const raced = picture();
  await Promise.all(Array.from({ length: 5 }, () => addInBody(client, holder, [raced])));
  expect((await list(client, holder)).documents).toHaveLength(2);
});

test("byAdmin follows from the caller; one that contradicts it is refused", async () => {
  const client = await app.as("client");
  const params = { ...ofUser(client), type: "other" };
  const body = { documents: [picture()] };
  expect(await codeOf(client.client.documents.add({ params, body: { ...body, byAdmin: true } }))).toBe(
    "contradictsSession",
  );
  expect(await codeOf(internal.client.documents.add({ params, body }))).toBe("forbidden");
  const { documents } = await office.client.documents.add({ params, body: { ...body, byAdmin: true } });
  expect(documents).toMatchObject([{ by_admin: true, unread: true }]);
});

test("what the firm adds is unread until the holder opens it, and is told by notification and mail", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  await add(office, holder, [picture("one.png"), picture("two.png")], "statement");
  const news = await client.client.notifications.listOfUser({ params: { id: client.id } });
  expect(news).toMatchObject([{ type: "document_added", params: { count: 2, name_en: "Account statement" } }]);
  const page = await list(client, holder);
  expect(page.unread).toBe(2);
  const [newest] = page.documents;
  const params = { ...holder, docId: newest?.id ?? 0 };
  expect(await codeOf(office.client.documents.markOpened({ params, body: {} })), "only the holder opens").toBe(
    "forbidden",
  );
  await client.client.documents.markOpened({ params, body: {} });
  const { history } = await office.client.documents.get({ params });
  await client.client.documents.markOpened({ params, body: {} });
  expect((await office.client.documents.get({ params })).history, "the first time counts").toEqual(history);
  expect(await list(client, holder)).toMatchObject({ unread: 1, documents: [{ unread: false }, { unread: true }] });
  expect(await auditOf(app, subjectOf(holder), "document.opened")).toHaveLength(1);
});

test("a version replaces nothing; its numbers have no gap, however many come at once", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await addOne(client, holder);
  const params = { ...holder, docId: id };
  const versions = await Promise.all(Array.from({ length: 6 }, () => arranged(client, holder, picture())));
  await Promise.all(versions.map((body) => client.client.documents.addVersion({ params, body })));
  const document = await client.client.documents.get({ params });
  expect(document.history.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(document.file.id).toBe(document.history[0]?.file.id);
  const last = { fileName: "last.jpg", base64data: jpegOf().toString("base64") };
  expect(await client.client.documents.addVersion({ params, body: last })).toMatchObject({
    versions: 8,
    already: false,
  });
  expect(await client.client.documents.addVersion({ params, body: last })).toMatchObject({
    versions: 8,
    already: true,
  });
  // Another document of the type has the content as well: it is found in each of them.
  const twin = { ...holder, docId: (await addOne(client, holder)).id };
  expect(await client.client.documents.addVersion({ params: twin, body: last })).toMatchObject({ already: false });
  expect(await client.client.documents.addVersion({ params: twin, body: last })).toMatchObject({ already: true });
  expect(await codeOf(internal.client.documents.addVersion({ params, body: picture() }))).toBe("forbidden");
  const others = await addOne(office, holder);
  const ofFirm = { ...holder, docId: others.id };
  expect(await codeOf(client.client.documents.addVersion({ params: ofFirm, body: picture() }))).toBe("forbidden");
  const { history } = await client.client.documents.get({ params: ofFirm });
  expect(history[0]?.added_by, "a client is not told who of the firm").toBeNull();
});

test("search finds a part of the title in either script; pages follow without a gap", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  for (const title of ["Договор за наем", "Tax 100% paid", "tax_note", "Wyciąg łódzki", "Plain"])
    await addOne(client, holder, picture("a.png", title));
  expect(await titles(client, holder, { search: "НАЕМ" })).toEqual(["Договор за наем"]);
  expect(await titles(client, holder, { search: "lodz" })).toEqual(["Wyciąg łódzki"]);
  expect(await titles(client, holder, { search: "100%" })).toEqual(["Tax 100% paid"]);
  expect(await titles(client, holder, { search: "x_n" })).toEqual(["tax_note"]);
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list(client, holder, { limit: 2, ...(cursor !== undefined && { cursor }) });
    seen.push(...page.documents.map(({ title }) => title));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(["Plain", "Wyciąg łódzki", "tax_note", "Tax 100% paid", "Договор за наем"]);
  expect(await codeOf(list(client, holder, { cursor: "forged" }))).toBe("badInput");
});

/** A PDF of two pages with these words on the second. */
async function pdfSaying(words: string, title: string) {
  const paragraph = (text: string) => ({
    kind: "paragraph" as const,
    content: [{ kind: "text" as const, text }],
  });
  const written = await writePdf({
    ...contract("bg"),
    blocks: [paragraph("Page one"), { kind: "pageBreak" }, paragraph(words)],
  });
  if ("faults" in written) throw new Error(JSON.stringify(written.faults));
  return { fileName: "paper.pdf", base64data: Buffer.from(written.bytes).toString("base64"), title };
}

test("search finds what a PDF says, by the beginnings and forms of words, in its newest version alone", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const lease = await addOne(client, holder, await pdfSaying("Наемодателят предоставя помещението", "Lease"));
  await addOne(client, holder, await pdfSaying("Wypowiedzenie umowy w Łodzi", "Letter"));
  await addOne(client, holder);
  expect(await titles(client, holder, { search: "помещ" }), "not read yet").toEqual([]);
  expect(await readWords(app.services)).toEqual({ read: 2, failed: 0 });
  expect(await readWords(app.services)).toEqual({ read: 0, failed: 0 });
  expect(await titles(client, holder, { search: "ПОМЕЩЕНИЕТО наемодател" })).toEqual(["Lease"]);
  expect(await titles(client, holder, { search: "lodzi umow" })).toEqual(["Letter"]);
  expect(await titles(client, holder, { search: "помещенията" })).toEqual(["Lease"]);
  expect(await titles(client, holder, { search: "umowami" })).toEqual(["Letter"]);
  for (const search of ["umowy помещение", "'", ":*", "& |", "наем | umowy!"])
    expect(await titles(client, holder, { search }), search).toEqual([]);
  const { fileName, base64data } = await pdfSaying("Gone", "Lease");
  const params = { ...holder, docId: lease.id };
  await client.client.documents.addVersion({ params, body: { fileName, base64data } });
  await readWords(app.services);
  expect(await titles(client, holder, { search: "помещението" })).toEqual([]);
  expect(await titles(client, holder, { search: "gone" })).toEqual(["Lease"]);
});

test("the period is counted in the firm's days", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await addOne(client, holder, picture("night.png"));
  // Half past midnight in Sofia is still the day before in UTC.
  await sql`update document set changed_at = '2026-03-09T22:30:00Z' where id = ${id}`.execute(app.database.db);
  expect(await titles(client, holder, { from: "2026-03-10", to: "2026-03-10" })).toEqual(["night"]);
  expect(await titles(client, holder, { to: "2026-03-09" })).toEqual([]);
  expect(await codeOf(list(client, holder, { from: "2026-03-10", to: "2026-03-09" }))).toBe("badInput");
});

test("a removed document is in the bin: gone for the holder with its file, restored by office", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id, file } = await addOne(office, holder, picture("wrong-client.png"));
  const params = { ...holder, docId: id };
  const open = (by: TestUser) => by.client.files.download({ params: { ...holder, fileId: file.id } });
  expect(await codeOf(client.client.documents.remove({ params: { id } })), "the firm added it").toBe("forbidden");
  expect(await codeOf(internal.client.documents.remove({ params: { id } }))).toBe("forbidden");
  expect(await codeOf(open(client))).toBe("done");
  await office.client.documents.remove({ params: { id } });
  expect(await codeOf(office.client.documents.remove({ params: { id } }))).toBe("stateConflict");
  expect([await codeOf(client.client.documents.get({ params })), await codeOf(open(client))]).toEqual([
    "notFound",
    "notFound",
  ]);
  expect(await titles(client, holder)).toEqual([]);
  expect(await titles(client, holder, { bin: "true" })).toEqual([]);
  expect((await list(office, holder, { bin: "true" })).documents).toMatchObject([
    { title: "wrong-client", can: { addVersion: false, remove: false, restore: true } },
  ]);
  expect(await codeOf(open(office)), "staff look at it before they restore it").toBe("done");
  await office.client.documents.restore({ params: { id }, body: {} });
  expect(await titles(client, holder)).toEqual(["wrong-client"]);
  expect(await codeOf(open(client))).toBe("done");
  expect(await codeOf(office.client.documents.restore({ params: { id }, body: {} }))).toBe("stateConflict");
});

test("nobody takes their own document out of the bin, not even office", async () => {
  const insider = await app.as("office");
  const { id } = await addOne(insider, ofUser(insider), picture("own.png"));
  await office.client.documents.remove({ params: { id } });
  expect(await codeOf(insider.client.documents.restore({ params: { id }, body: {} }))).toBe("fourEyes");
  expect(await codeOf(office.client.documents.restore({ params: { id }, body: {} }))).toBe("done");
});

test("after 30 days the bin is emptied: rows, files and contents, and nothing else", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const shared = picture("kept.png");
  const [old, recent] = [await addOne(client, holder, shared), await addOne(client, holder)];
  const stays = await addOne(client, holder, shared, "address");
  const sha256 = (await client.client.documents.get({ params: { ...holder, docId: old.id } })).history[0]?.sha256 ?? "";
  for (const { id } of [old, recent]) await client.client.documents.remove({ params: { id } });
  await sql`update document set deleted_at = now() - interval '31 days' where id = ${old.id}`.execute(app.database.db);
  expect(await emptyBin(app.services)).toEqual({ erased: 1, failed: 0 });
  expect(await emptyBin(app.services)).toEqual({ erased: 0, failed: 0 });
  expect((await list(office, holder, { bin: "true" })).documents.map(({ id }) => id)).toEqual([recent.id]);
  expect(await titles(client, holder)).toEqual([stays.title]);
  expect(await app.services.files.has(sha256), "another document has the same content").toBe(true);
  expect(await auditOf(app, subjectOf(holder), "document.erased")).toHaveLength(1);
});

const ask = (holder: Holder, due: string, by = office, type = "address") =>
  by.client.documents.ask({ params: holder, body: { type, text: "A bill of the last three months", due } });
const requestsOf = (by: TestUser, holder: Holder) => by.client.documents.listRequests({ params: holder });

test("the firm asks, the holder adds, office asks again and accepts; an accepted document is not removed", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await ask(holder, "2099-05-01");
  expect(await codeOf(ask(holder, "2020-05-01")), "nobody could keep it").toBe("badInput");
  expect(await codeOf(ask(holder, "2099-05-01", internal))).toBe("forbidden");
  expect(await codeOf(ask(holder, "2099-05-01", office, "statement")), "clients cannot add it").toBe("badInput");
  expect(await requestsOf(client, holder)).toMatchObject([
    { id, state: "open", due: "2099-05-01", can: { accept: false, cancel: false } },
  ]);
  const close = (body: Parameters<typeof office.client.documents.closeRequest>[0]["body"]) =>
    office.client.documents.closeRequest({ params: { ...holder, requestId: id }, body });
  expect(await codeOf(close({ outcome: "accepted" })), "nothing came yet").toBe("stateConflict");
  const bill = picture("bill.png");
  await add(client, holder, [bill], "address", id);
  expect(await codeOf(add(client, holder, [bill], "address", id)), "the same call again").toBe("done");
  expect(await codeOf(add(client, holder, [picture()], "address", id)), "answered already").toBe("stateConflict");
  expect(await titles(client, holder), "and then nothing is added").toEqual(["bill"]);
  await close({ outcome: "again", text: "The second page is missing", due: "2099-06-01" });
  const answer = (await add(client, holder, [picture("both-pages.png")], "address", id)).documents[0];
  expect(await requestsOf(office, holder)).toMatchObject([{ state: "received", document_id: answer?.id }]);
  await close({ outcome: "accepted" });
  expect(await codeOf(close({ outcome: "cancelled" }))).toBe("stateConflict");
  const params = { id: answer?.id ?? 0 };
  for (const by of [client, office]) expect(await codeOf(by.client.documents.remove({ params }))).toBe("inUse");
  const news = await client.client.notifications.listOfUser({ params: { id: client.id } });
  expect(news.map(({ type }) => type)).toEqual(["document_again", "document_asked"]);
});

test("a request whose answer was lost may be sent again: it is one request, told once", async () => {
  const [client, other] = [await app.as("client"), await app.as("client")];
  const body = { type: "address", text: "A bill of the last three months", due: "2099-05-01", key: randomUUID() };
  const send = (by: TestUser) => office.client.documents.ask({ params: ofUser(by), body });
  const sent = await Promise.all([send(client), send(client), send(client)]);
  const ids = sent.map(({ id }) => id);
  expect(new Set(ids).size).toBe(1);
  expect(await requestsOf(client, ofUser(client))).toMatchObject([{ id: ids[0] }]);
  expect(await codeOf(send(other)), "the key is of another holder's request").toBe("keyReused");
  const changed = office.client.documents.ask({ params: ofUser(client), body: { ...body, due: "2099-06-01" } });
  expect(await codeOf(changed), "the key is of another request").toBe("keyReused");
  const news = await client.client.notifications.listOfUser({ params: { id: client.id } });
  expect(news.map(({ type }) => type)).toEqual(["document_asked"]);
});

test("what the firm asked for is news until it was sent, asked again in other words, or cancelled", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const unseen = async () =>
    (await client.client.notifications.listOfUser({ params: { id: client.id } }))
      .filter(({ seen }) => !seen)
      .map(({ type }) => type);
  const [sent, cancelled] = [await ask(holder, "2099-05-01"), await ask(holder, "2099-05-02")];
  expect(await unseen()).toEqual(["document_asked", "document_asked"]);
  await add(client, holder, [picture()], "address", sent.id);
  expect(await unseen()).toEqual(["document_asked"]);
  const close = (requestId: number, body: Parameters<typeof office.client.documents.closeRequest>[0]["body"]) =>
    office.client.documents.closeRequest({ params: { ...holder, requestId }, body });
  await close(sent.id, { outcome: "again", text: "The second page is missing", due: "2099-06-01" });
  expect(await unseen()).toEqual(["document_again", "document_asked"]);
  await close(cancelled.id, { outcome: "cancelled" });
  await close(sent.id, { outcome: "cancelled" });
  expect(await unseen()).toEqual([]);
});

test("a request is open again when the document that answered it is removed before office has decided", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await ask(holder, "2099-05-01");
  const [wrong] = (await add(client, holder, [picture()], "address", id)).documents;
  await client.client.documents.remove({ params: { id: wrong?.id ?? 0 } });
  expect(await requestsOf(client, holder)).toMatchObject([{ state: "open", document_id: null }]);
  const [right] = (await add(client, holder, [picture()], "address", id)).documents;
  expect(await requestsOf(office, holder)).toMatchObject([{ state: "received", document_id: right?.id }]);
});

test("another's request cannot be answered, and nobody of the firm decides about themselves", async () => {
  const [client, other] = [await app.as("client"), await app.as("client")];
  const { id } = await ask(ofUser(other), "2099-05-01");
  await expect(add(client, ofUser(client), [picture()], "address", id)).rejects.toMatchObject({
    errors: [{ path: "request", code: "unknown" }],
  });
  expect(await titles(client, ofUser(client))).toEqual([]);
  expect(await codeOf(ask(ofUser(office), "2099-05-01"))).toBe("fourEyes");
});

test("holders are reminded three days before and on the day, once a day", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await ask(holder, "2098-05-04");
  const remindOn = (day: string) => sendRequestReminders({ ...app.services, now: () => new Date(`${day}T07:00:00Z`) });
  for (const day of ["2098-04-30", "2098-05-02", "2098-05-03"])
    expect(await remindOn(day), day).toEqual({ reminded: 0, failed: 0 });
  for (const day of ["2098-05-01", "2098-05-04"]) {
    expect(await remindOn(day), day).toEqual({ reminded: 1, failed: 0 });
    expect(await remindOn(day), `${day}, again`).toEqual({ reminded: 0, failed: 0 });
  }
  await office.client.documents.closeRequest({ params: { ...holder, requestId: id }, body: { outcome: "cancelled" } });
  const news = await client.client.notifications.listOfUser({ params: { id: client.id } });
  expect(news.map(({ type }) => type)).toEqual(["document_reminder", "document_reminder", "document_asked"]);
});

test("several documents come as one ZIP, of which any range can be fetched, and which staff's log names", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const sent = [picture("one.png", "Lease"), picture("two.png", "Lease"), picture("three.png", "../../etc")];
  const added = (await add(client, holder, sent)).documents.map(({ id }) => id);
  const zip = (by: TestUser, ids: number[]) =>
    by.client.documents.zip({ params: holder, query: { ids: ids.join(",") } });
  const { name, content } = await zip(client, added);
  expect(name).toBe("documents.zip");
  const files = unzipSync(content);
  const day = new Date().toISOString().slice(0, 10);
  expect(Object.keys(files)).toEqual([`${day} Lease.png`, `${day} Lease (2).png`, `${day} _.._etc.png`]);
  expect(Object.values(files).map((bytes) => Buffer.from(bytes).toString("base64"))).toEqual(
    sent.map(({ base64data }) => base64data),
  );
  const url = `/doc/user/${client.id}/zip?ids=${added.join(",")}`;
  const range = async (header: string) =>
    app.app.inject({ url, headers: { authorization: `Bearer ${client.token}`, range: header } });
  const middle = await range(`bytes=50-${content.length - 40}`);
  expect([middle.statusCode, middle.rawPayload.toString("hex")]).toEqual([
    206,
    Buffer.from(content.subarray(50, content.length - 39)).toString("hex"),
  ]);
  await zip(internal, added);
  expect(await auditOf(app, subjectOf(holder), "file.readByStaff")).toHaveLength(3);
  const other = await app.as("client");
  const { id: foreign } = await addOne(other, ofUser(other));
  expect(await codeOf(zip(client, [...added, foreign]))).toBe("notFound");
  await client.client.documents.remove({ params: { id: added[0] ?? 0 } });
  expect(await codeOf(zip(client, added))).toBe("notFound");
  expect(await codeOf(zip(internal, added))).toBe("done");
  // Not the first of the ZIP: what was sent before it would be a ZIP that is cut off.
  const three = [foreign, (await addOne(other, ofUser(other))).id, (await addOne(other, ofUser(other))).id];
  const { db, files: store } = app.services;
  const [, lost] = await db
    .selectFrom("stored_file")
    .select("sha256")
    .where("holder_id", "=", other.id)
    .orderBy("id")
    .execute();
  await store.remove(lost?.sha256.toString("hex") ?? "");
  const ofOther = other.client.documents.zip({ params: ofUser(other), query: { ids: three.join(",") } });
  expect(await codeOf(ofOther), "its content is lost").toBe("fileLost");
  expect(
    await codeOf(
      zip(
        client,
        Array.from({ length: 201 }, (_, place) => place + 1),
      ),
    ),
  ).toBe("badInput");
});

test("names in a ZIP are one each, and none leaves its folder, whatever the titles are", () => {
  const document = fc.record({
    title: fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("..", "a/b", "A", "a", "con:", " . ", "Bill \u202efdp.exe", "й", "и\u0306"),
      fc.constantFrom("Договор ".repeat(20), "ქართული".repeat(20), "🙂".repeat(60)),
    ),
    changed_at: fc.constant(new Date("2026-03-01T10:00:00Z")),
    file_name: fc.constantFrom("a.pdf", "b.PDF", "c"),
  });
  fc.assert(
    fc.property(fc.array(document), (documents) => {
      const names = namesInZip(documents);
      expect(new Set(names.map((name) => name.normalize("NFC").toLowerCase())).size).toBe(names.length);
      for (const name of names) {
        expect(name).toMatch(/^2026-03-01 [^\\/:*?"<>|\p{C}]+$/u);
        expect(Buffer.byteLength(name)).toBeLessThan(255);
      }
    }),
  );
});
