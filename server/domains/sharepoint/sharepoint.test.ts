/** The folders shared with clients: whose they are, what is in them, and adding to them. */
import { mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clientNumberMaxLength } from "@portico/api/rules/client-number.ts";
import type { Holder } from "@portico/api/shapes.ts";
import fc from "fast-check";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { clientFolderJob, clientFolderName, clientNumberOf } from "../../adapters/sharepoint/client-folder.ts";
import { createGraphSharepoint } from "../../adapters/sharepoint/graph-sharepoint.ts";
import { sharepointFolder } from "../../adapters/sharepoint/sharepoint.ts";
import { startGraph } from "../../adapters/sharepoint/testing/graph-server.ts";
import { lastRuns } from "../../jobs/runs.queries.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, subjectOf } from "../../testing/effects.ts";
import { eicar, pngOf, zip } from "../files/testing/samples.ts";
import { findLeftFolders } from "./former-clients.ts";
import { sharepointHandlers } from "./sharepoint.jobs.ts";

let app: TestApp;
let root: string;
let office: TestUser;
let internal: TestUser;
let owner: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  root = sharepointFolder(app.services.config.dataDir);
  office = await app.as("office");
  internal = await app.as("internal");
  owner = await app.as("client", { clientNumber: "A-1" });
  other = await app.as("client", { clientNumber: "B-2" });
  await put("A-1", "Letter.pdf", "Taxes/2025.pdf", "Taxes/Old/2019.pdf");
  await put("B-2", "Secret.pdf", "Taxes/2025.pdf");
});
afterAll(() => app.close());

async function put(clientNumber: string, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    const place = join(root, clientFolderName(clientNumber), path);
    await mkdir(join(place, ".."), { recursive: true });
    await writeFile(place, `${clientNumber} ${path}`);
  }
}
type Query = Parameters<TestUser["client"]["sharepoint"]["list"]>[0]["query"];
const list = (by: TestUser, query: Query = {}) => by.client.sharepoint.list({ query });
const names = async (by: TestUser, query: Query = {}) => (await list(by, query)).items.map(({ name }) => name);
const of = ({ id }: TestUser) => ({ holder_type: "user" as const, holder_id: id });
const itemAt = async (by: TestUser, name: string, query: Query = {}) => {
  const item = (await list(by, query)).items.find((one) => one.name === name);
  if (!item) throw new Error(`${name} is not there`);
  return item;
};
const download = (by: TestUser, query: { driveId: string; itemId: string }, headers: Record<string, string> = {}) =>
  app.app.inject({
    url: "/sharepoint/download",
    query,
    headers: { authorization: `Bearer ${by.token}`, ...headers },
  });
let width = 10;
const picture = (): string => pngOf(width++, 20).toString("base64");
const upload = (by: TestUser, client_number: string, more: object = {}) =>
  by.client.sharepoint.upload({ body: { fileName: "scan.png", base64data: picture(), client_number, ...more } });
const holderOf = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });

test("a client sees the folder of their number and goes into its folders", async () => {
  const { items, client_number, can, nextCursor } = await list(owner);
  expect([client_number, can, nextCursor]).toEqual(["A-1", { upload: true }, null]);
  expect(items).toMatchObject([
    { name: "Letter.pdf", path: "Letter.pdf", folder: false, size: 14, type: "application/pdf", modified_by: null },
    { name: "Taxes", path: "Taxes", folder: true, size: null, type: null },
  ]);
  expect(await names(owner, { path: "Taxes" })).toEqual(["2025.pdf", "Old"]);
  expect((await list(owner, { path: "/Taxes/Old/" })).items[0]).toMatchObject({ path: "Taxes/Old/2019.pdf" });
});

test("without a number, and before the folder is made, the list is empty", async () => {
  const unnumbered = await app.as("client");
  expect(await list(unnumbered)).toEqual({
    items: [],
    client_number: null,
    can: { upload: false },
    nextCursor: null,
  });
  const fresh = await app.as("client", { clientNumber: "NEW-1" });
  expect(await list(fresh)).toMatchObject({ items: [], client_number: "NEW-1", can: { upload: true } });
  expect(await list(internal)).toMatchObject({ items: [], client_number: null });
});

test("no path leads out of the client's folder", async () => {
  for (const path of [
    "..",
    "../B-2",
    "Taxes/../../B-2",
    "Taxes/..",
    ".",
    "%2e%2e/B-2",
    "..%2fB-2",
    "..\\B-2",
    "~x",
    "CON",
    "a:b",
    "missing",
    "Letter.pdf",
    "x".repeat(300),
  ])
    expect([path, await codeOf(list(owner, { path }))]).toEqual([path, "notFound"]);
  const encoded = await app.app.inject({
    url: "/sharepoint/content?path=%2e%2e%2fB-2",
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(encoded.statusCode).toBe(404);
});

test("a link in the folder is not followed, wherever it leads", async () => {
  const folder = join(root, clientFolderName("A-1"));
  await symlink(join(root, clientFolderName("B-2")), join(folder, "linked"));
  await symlink(join(root, clientFolderName("B-2"), "Secret.pdf"), join(folder, "linked.pdf"));
  expect(await names(owner)).not.toContain("linked");
  expect(await names(owner)).not.toContain("linked.pdf");
  expect(await codeOf(list(owner, { path: "linked" }))).toBe("notFound");
  const { driveId } = await itemAt(owner, "Letter.pdf");
  for (const path of ["A-1/linked.pdf", "A-1/linked/Secret.pdf"])
    expect((await download(owner, { driveId, itemId: Buffer.from(path).toString("base64url") })).statusCode).toBe(404);
});

test("a person with companies sees the one they act for; anyone sees what they name and may see", async () => {
  const { db } = app.database;
  const company = async (name: string, number: string) => {
    const { id } = await db
      .insertInto("company")
      .values({ creator_id: other.id, name, state: "postKYC", reviewed_on: "2026-01-01" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("holder_account")
      .values({ holder_type: "company", holder_id: id, client_number: number })
      .execute();
    await put(number, `${number}.pdf`);
    return id;
  };
  const [own, foreign] = [await company("Own Ltd", "C-1"), await company("Foreign Ltd", "C-2")];
  await db.insertInto("representation").values({ user_id: owner.id, company_id: own }).execute();
  await owner.client.users.setLastCompany({ params: { id: owner.id }, body: { lastCompany: own } });
  expect(await names(owner)).toEqual(["C-1.pdf"]);
  expect(await names(owner, of(owner))).toContain("Letter.pdf");
  await db.updateTable("representation").set({ valid_from: "2020-01-01", valid_to: "2020-12-31" }).execute();
  expect(await names(owner)).toContain("Letter.pdf");
  for (const holder_id of [own, foreign, 999_999])
    expect(await codeOf(list(owner, { holder_type: "company", holder_id }))).toBe("notFound");
  expect(await codeOf(list(owner, of(other)))).toBe("notFound");
  expect(await codeOf(list(owner, { holder_id: owner.id }))).toBe("badInput");
  expect(await names(internal, { holder_type: "company", holder_id: foreign })).toEqual(["C-2.pdf"]);
});

test("staff see a client's folder, which is logged; only office may add", async () => {
  expect((await list(internal, of(owner))).can).toEqual({ upload: false });
  expect((await list(office, of(owner))).can).toEqual({ upload: true });
  const entries = await app.database.db
    .selectFrom("audit_entry")
    .select("after")
    .where("action", "=", "holder.accessedByStaff")
    .where("subject_id", "=", String(owner.id))
    .execute();
  expect(entries.map(({ after }) => after)).toContainEqual({ call: "sharepoint.list" });
  const { driveId, itemId } = await itemAt(internal, "Letter.pdf", of(owner));
  expect((await download(internal, { driveId, itemId })).body).toBe("A-1 Letter.pdf");
  expect(await auditOf(app, subjectOf(holderOf(owner)), "sharepoint.readByStaff")).toMatchObject([
    { after: { clientNumber: "A-1", path: "Letter.pdf" } },
  ]);
});

test("a file is downloaded as an attachment, whole or in part", async () => {
  const { driveId, itemId } = await itemAt(owner, "2025.pdf", { path: "Taxes" });
  const whole = await download(owner, { driveId, itemId });
  expect([whole.statusCode, whole.body]).toEqual([200, "A-1 Taxes/2025.pdf"]);
  expect(whole.headers["content-disposition"]).toContain('attachment; filename="2025.pdf"');
  const part = await download(owner, { driveId, itemId }, { range: "bytes=4-8" });
  expect([part.statusCode, part.body]).toEqual([206, "Taxes"]);
  expect((await download(owner, { driveId, itemId }, { range: "bytes=500-" })).statusCode).toBe(416);
});

test("staff who view the portal as the client see the client's folder, and cannot add to it", async () => {
  const { viewAsId: id } = await internal.client.viewAs.begin({
    params: holderOf(owner),
    body: { reason: "A question" },
  });
  const headers = { authorization: `Bearer ${internal.token}`, "x-view-as": String(id) };
  const seenAs = await app.app.inject({
    url: "/sharepoint/content",
    query: { holder_type: "user", holder_id: String(owner.id) },
    headers,
  });
  expect(seenAs.json()).toMatchObject({ client_number: "A-1" });
  const rows = await app.database.db
    .selectFrom("audit_entry")
    .select("after")
    .where("action", "=", "holder.accessedByStaff")
    .where("subject_id", "=", String(owner.id))
    .execute();
  expect(rows.map(({ after }) => after)).toContainEqual({ call: "sharepoint.list", viewAsId: id });
  const payload = { fileName: "scan.png", base64data: picture(), client_number: "A-1" };
  const added = await app.app.inject({ method: "POST", url: "/sharepoint/upload", payload, headers });
  expect(added.body).toBe("readOnly");
});

/** The visible parts of an answer: everything except the time. */
const seen = ({ statusCode, headers, rawPayload }: LightMyRequestResponse) => {
  const { date: _moment, ...rest } = headers;
  return { statusCode, headers: rest, body: rawPayload.toString("hex") };
};

test("another's file, a moved one, a folder and forged ids are answered as one that is not there, to the byte", async () => {
  await put("A-1", "Moving.pdf");
  const moving = await itemAt(owner, "Moving.pdf");
  await rename(join(root, clientFolderName("A-1"), "Moving.pdf"), join(root, clientFolderName("B-2"), "Moved.pdf"));
  const { driveId, itemId } = await itemAt(owner, "Letter.pdf");
  const foreign = await itemAt(other, "Secret.pdf");
  const folder = await itemAt(owner, "Taxes");
  await writeFile(join(root, "Loose.pdf"), "in no client's folder");
  await put("UNKNOWN-1", "Nobody.pdf");
  const id = (path: string): string => Buffer.from(path).toString("base64url");
  for (const accept of ["*/*", "application/problem+json"]) {
    const missing = seen(await download(owner, { driveId, itemId: id("A-1/none.pdf") }, { accept }));
    expect(missing.statusCode).toBe(404);
    for (const asked of [
      { driveId, itemId: foreign.itemId },
      { driveId, itemId: moving.itemId },
      { driveId, itemId: folder.itemId },
      { driveId: "another", itemId },
      { driveId, itemId: `${itemId}=` },
      { driveId, itemId: id("A-1/../B-2/Secret.pdf") },
      { driveId, itemId: id("/etc/passwd") },
      { driveId, itemId: id("A-1//Letter.pdf") },
      { driveId, itemId: id("Loose.pdf") },
      { driveId, itemId: id("UNKNOWN-1/Nobody.pdf") },
      { driveId, itemId: id("..") },
      { driveId, itemId: id("A-1/Letter.pdf\u0000") },
      { driveId, itemId: "\u{10ffff}" },
    ])
      expect([asked, seen(await download(owner, asked, { accept }))]).toEqual([asked, missing]);
  }
});

test("a client and office add files, which are checked like documents and recorded", async () => {
  const added = await upload(owner, "A-1", { path: "Taxes", byAdmin: false });
  expect(added).toMatchObject({ name: "scan.png", path: "Taxes/scan.png", type: "image/png", already: false });
  expect(await upload(office, "A-1", { byAdmin: true })).toMatchObject({ path: "scan.png" });
  expect(await auditOf(app, subjectOf(holderOf(owner)), "sharepoint.uploaded")).toMatchObject([
    { after: { clientNumber: "A-1", path: "Taxes/scan.png", already: false } },
    { after: { path: "scan.png" } },
  ]);
  const kept = await readFile(join(root, clientFolderName("A-1"), "Taxes", "scan.png"));
  expect(kept.length).toBe(added.size);
});

test("nothing is overwritten, and the same content is not added again", async () => {
  const [first, second] = [picture(), picture()];
  const send = (base64data: string) => upload(owner, "A-1", { base64data, fileName: "same.png" });
  expect(await send(first)).toMatchObject({ name: "same.png", already: false });
  expect(await send(second)).toMatchObject({ name: "same (2).png", already: false });
  expect(await send(first)).toMatchObject({ name: "same.png", already: true });
  expect(await send(second)).toMatchObject({ name: "same (2).png", already: true });
  const both = await Promise.all([picture(), picture(), picture()].map(send));
  expect(both.map(({ name }) => name).toSorted()).toEqual(["same (3).png", "same (4).png", "same (5).png"]);
  expect((await readFile(join(root, clientFolderName("A-1"), "same.png"))).toString("base64")).toBe(first);
  expect((await readdir(join(root, clientFolderName("A-1")))).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("what may not be added is refused, and nothing is there afterwards", async () => {
  const before = await names(owner);
  const refusals: [() => Promise<unknown>, string][] = [
    [() => upload(owner, "B-2"), "notFound"],
    [() => upload(owner, "NOBODY-9"), "notFound"],
    [() => upload(internal, "A-1"), "forbidden"],
    [() => upload(owner, "A-1", { byAdmin: true }), "contradictsSession"],
    [() => upload(office, "A-1", { byAdmin: false }), "contradictsSession"],
    [() => upload(owner, "A-1", { path: "../B-2" }), "notFound"],
    [() => upload(owner, "A-1", { path: "missing" }), "notFound"],
    [() => upload(owner, "A-1", { path: "Letter.pdf" }), "notFound"],
    [() => upload(owner, "A-1", { base64data: eicar().toString("base64") }), "fileRefused"],
    [() => upload(owner, "A-1", { base64data: zip.toString("base64"), fileName: "a.docx" }), "fileRefused"],
    [() => upload(owner, "A-1", { fileName: "wrong.pdf" }), "fileRefused"],
    ...["a:b.png", "CON.png", "~$a.png", "a/b.png", "../a.png", "a\u202eb.png", "x_vti_.png", "a?.png"].map(
      (fileName): [() => Promise<unknown>, string] => [() => upload(owner, "A-1", { fileName }), "fileRefused"],
    ),
  ];
  for (const [call, code] of refusals) expect(await codeOf(call())).toBe(code);
  expect(await names(owner)).toEqual(before);
});

test("a folder of many files comes page by page, and a cursor is of use for its folder alone", async () => {
  const numbered = Array.from({ length: 450 }, (_, number) => `${String(number).padStart(3, "0")}.pdf`);
  await put("MANY-1", ...numbered.map((name) => `Many/${name}`), "Many2/a.pdf");
  const client = await app.as("client", { clientNumber: "MANY-1" });
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await list(client, { path: "Many", ...(cursor && { cursor }) });
    found.push(...items.map(({ name }) => name));
    cursor = nextCursor ?? undefined;
    if (cursor) expect(Buffer.from(cursor, "base64url").toString("latin1")).not.toContain(found.at(-1));
    if (cursor) expect(await codeOf(list(client, { path: "Many2", cursor }))).toBe("badInput");
  } while (cursor);
  expect(found).toEqual(numbered);
  for (const forged of ["x", "AAAA", Buffer.alloc(80).toString("base64url")])
    expect(await codeOf(list(client, { path: "Many", cursor: forged }))).toBe("badInput");
});

test("on SharePoint the same holds, and neither its addresses nor another's file leave the portal", async () => {
  const graph = await startGraph();
  const working = app.services.sharepoint;
  onTestFinished(async () => {
    app.services.sharepoint = working;
    await graph.close();
  });
  app.services.sharepoint = createGraphSharepoint(graph.settings, () => Promise.resolve());
  for (let number = 0; number < 201; number += 1) graph.put(`A-1/${number}.pdf`, `paper ${number}`);
  const secret = graph.put("B-2/Secret.pdf", "secret");
  const { items, nextCursor } = await list(owner);
  expect(items).toHaveLength(200);
  expect(Buffer.from(nextCursor ?? "", "base64url").toString("latin1")).not.toContain("http");
  expect((await list(owner, { cursor: nextCursor ?? "" })).items).toHaveLength(1);
  const [item] = items;
  if (!item) throw new Error("Nothing is there");
  const { driveId, itemId } = item;
  const whole = await download(owner, { driveId, itemId });
  expect([whole.statusCode, whole.body]).toEqual([200, `paper ${item.name.replace(".pdf", "")}`]);
  expect(JSON.stringify(whole.headers)).not.toContain(graph.settings.graphUrl);
  expect((await download(owner, { driveId, itemId }, { range: "bytes=0-4" })).body).toBe("paper");
  const missing = seen(await download(owner, { driveId, itemId: "01NONE" }));
  expect(missing.statusCode).toBe(404);
  for (const asked of [secret, "01ROOT", "../x", "a/b"])
    expect(seen(await download(owner, { driveId, itemId: asked }))).toEqual(missing);
  expect(await upload(owner, "A-1", { fileName: "new.png" })).toMatchObject({ path: "new.png", already: false });
  expect(Object.keys(graph.files())).toContain("A-1/new.png");
  // Away: the call says so, others work, and a number is given all the same.
  await graph.close();
  expect(await codeOf(list(owner))).toBe("sharepointAway");
  expect((await download(owner, { driveId, itemId })).body).toBe("sharepointAway");
  expect(await codeOf(upload(owner, "A-1"))).toBe("sharepointAway");
  const fresh = await app.as("client");
  await office.client.users.setClientNumber({ params: { id: fresh.id }, body: { clientNumber: "AWAY-1" } });
  expect((await fresh.client.users.getState({ params: { id: fresh.id } })).client_number).toBe("AWAY-1");
  expect(graph.violations).toEqual([]);
});

test("no two numbers share a folder, in whatever capitals, and a folder says its number", () => {
  const signs = "abyzABYZ019._/-".split("");
  const number = fc
    .array(fc.constantFrom(...signs), { minLength: 1, maxLength: clientNumberMaxLength })
    .map((list) => list.join(""));
  fc.assert(
    fc.property(number, number, (one, another) => {
      expect(clientNumberOf(clientFolderName(one).toLowerCase())).toBe(one);
      if (one !== another)
        expect(clientFolderName(one).toLowerCase()).not.toBe(clientFolderName(another).toLowerCase());
    }),
  );
  for (const reserved of ["CON", "NUL", "COM1", "LPT9", "CON.1"]) {
    expect(clientFolderName(reserved)).not.toMatch(/^(con|nul|com\d|lpt\d)(\.|$)/i);
    expect(clientNumberOf(clientFolderName(reserved))).toBe(reserved);
  }
  expect(["Forms", "A_1", "x y", ""].map(clientNumberOf)).toEqual(["FORMS", null, null, ""]);
});

test("folders whose number nobody has are found, and stay until staff delete them", async () => {
  await put("GONE-1", "Letter.pdf");
  await mkdir(join(root, "Somebody's own"));
  const there = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory()).length;
  const found = await findLeftFolders(app.database.db, app.services.sharepoint);
  expect(found.total).toBe(there);
  expect(found.left).toEqual(expect.arrayContaining(["GONE-1", "Somebody's own"]));
  expect(found.left).not.toContain("A-1");
  const graph = await startGraph();
  onTestFinished(() => graph.close());
  const sharepoint = createGraphSharepoint(graph.settings, () => Promise.resolve());
  for (let number = 0; number < 201; number += 1) graph.put(`GONE-${String(number).padStart(3, "0")}/x.pdf`, "x");
  graph.put("A-1/x.pdf", "x");
  const elsewhere = await findLeftFolders(app.database.db, sharepoint);
  expect([elsewhere.total, elsewhere.left.length, elsewhere.left.at(-1)]).toEqual([202, 201, "GONE-200"]);
});

test("a number is given while SharePoint is away, and its folder is made when it is back", async () => {
  const client = await app.as("client");
  await office.client.users.setClientNumber({ params: { id: client.id }, body: { clientNumber: "LATE/1" } });
  const { rows } = await app.database.pool.query<{ data: object }>("select data from jobs.job where name = $1", [
    clientFolderJob.name,
  ]);
  expect(rows.map(({ data }) => data)).toContainEqual({ clientNumber: "LATE/1" });
  const working = app.services.sharepoint;
  const handlers = sharepointHandlers(app.services);
  const run = async () =>
    handlers.find(({ job }) => job.name === clientFolderJob.name)?.run({ clientNumber: "LATE/1" });
  app.services.sharepoint = { ...working, makeFolder: () => Promise.reject(new Error("away")) };
  await expect(run()).rejects.toThrow("away");
  app.services.sharepoint = working;
  await run();
  await run();
  expect((await readdir(root)).filter((name) => name.startsWith("LATE"))).toEqual(["LATE_2F1"]);
});

test("admins see since when SharePoint is away, and that it is back", async () => {
  const handler = sharepointHandlers(app.services).find(({ job }) => job.name === "sharepoint.watch");
  const working = app.services.sharepoint;
  const last = async () => (await lastRuns(app.database.db)).find(({ job }) => job === "sharepoint.watch");
  await handler?.run({});
  const before = await last();
  expect(before).toMatchObject({ failure: null });
  app.services.sharepoint = {
    ...working,
    check: () => Promise.reject(new Error("the site does not answer")),
  };
  await handler?.run({});
  const gone = await last();
  await handler?.run({});
  expect(gone).toMatchObject({ failure: "the site does not answer" });
  expect(await last()).toMatchObject({ id: gone?.id, started_at: gone?.started_at });
  app.services.sharepoint = working;
  await handler?.run({});
  expect(await last()).toMatchObject({ failure: null });
  expect((await last())?.id).not.toBe(gone?.id);
});
