import { readdir } from "node:fs/promises";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAntivirus } from "../../adapters/antivirus/antivirus.ts";
import { startClamd, type TestClamd } from "../../adapters/antivirus/testing.ts";
import { filesFolder } from "../../adapters/files/files.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { personWithDraft } from "../forms/testing/filled.ts";
import { findFileFaults, retainFiles } from "./files.ts";
import { findMissing } from "./missing-contents.ts";
import { checkQuarantined, dropUnused, removeAbandoned, sweepContents } from "./quarantine.ts";
import { eicar, jpegOf, pngOf, webp } from "./testing/samples.ts";

let app: TestApp;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  client = await app.as("client");
});
afterAll(() => app.close());

const own = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const upload = (user: TestUser, content: Buffer, name = "passport.png", holder = own(user)) =>
  user.client.files.upload({ params: holder, body: { name, base64data: content.toString("base64") } });
const contents = async (): Promise<string[]> =>
  (await readdir(filesFolder(app.services.config.dataDir), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((found) => found.isFile())
    .map(({ name }) => name);

/** The same services with another virus scanner. */
function withClamd(daemon: Pick<TestClamd, "url">): () => void {
  const { antivirus } = app.services;
  app.services.antivirus = createAntivirus({ clamdUrl: daemon.url });
  return () => void (app.services.antivirus = antivirus);
}

test("what a client uploads comes back byte for byte, as an attachment that no browser shows", async () => {
  const content = jpegOf(64, 48);
  const file = await upload(client, content, "Паспорт (1).jpg");
  expect(file).toMatchObject({
    name: "Паспорт (1).jpg",
    size: content.length,
    media_type: "image/jpeg",
    state: "clean",
  });
  const download = await client.client.files.download({ params: { ...own(client), fileId: file.id } });
  expect(download).toEqual({ name: "Паспорт (1).jpg", media_type: "image/jpeg", content: new Uint8Array(content) });
  const { headers } = await app.app.inject({
    url: `/file/user/${client.id}/${file.id}`,
    headers: { authorization: `Bearer ${client.token}` },
  });
  expect(headers).toMatchObject({
    "content-security-policy": expect.stringContaining("sandbox") as string,
    "x-content-type-options": "nosniff",
    "permissions-policy": expect.stringContaining("camera=()") as string,
    "cache-control": "no-store",
  });
  expect(headers["content-disposition"]).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''[!-~]+$/);
});

test("a refused upload says why at its field and leaves neither row nor bytes", async () => {
  const before = await contents();
  const other = await app.as("client");
  for (const [name, content, code] of [
    ["eicar.png", eicar(), "infected"],
    ["page.png", Buffer.from("<html>"), "refusedType"],
    ["scan.pdf", pngOf(), "wrongEnding"],
    ["two.png", Buffer.concat([pngOf(), Buffer.from("<script>")]), "hiddenContent"],
  ] as const)
    await expect(upload(other, content, name)).rejects.toMatchObject({
      code: "fileRefused",
      status: 422,
      errors: [{ path: "base64data", code }],
    });
  const rows = await app.services.db.selectFrom("stored_file").selectAll().where("holder_id", "=", other.id).execute();
  expect(rows).toEqual([]);
  expect(await contents()).toEqual(before);
});

test("what is no base64, or a name that is a path, is refused as bad input", async () => {
  // Other characters, other alphabets, spaces, wrong padding, bits after the end, two-byte characters with the same
  // ending.
  const noBase64 = ["§§§", "ab-_", "YW Jj", "YWJj\n", "YWI", "YWI==", "YWJ=", "YQ==YQ==", "YW\u0141j", "===="];
  for (const base64data of noBase64)
    await expect(
      client.client.files.upload({ params: own(client), body: { name: "a.png", base64data } }),
      base64data,
    ).rejects.toMatchObject({ code: "badInput" });
  for (const name of ["../../a.png", "a\\b.png", "a\u0000.png", ""])
    await expect(upload(client, pngOf(), name)).rejects.toMatchObject({ code: "badInput" });
});

test("a stranger, and a former representative, cannot tell a file from one that never was, to the byte", async () => {
  const former = await app.as("client");
  const company = await app.services.db
    .insertInto("company")
    .values({ creator_id: client.id, name: "Held Ltd", state: "postKYC", reviewed_on: "2026-01-01" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.services.db
    .insertInto("representation")
    .values([
      { user_id: client.id, company_id: company.id },
      { user_id: former.id, company_id: company.id, valid_from: "2020-01-01", valid_to: "2020-12-31" },
    ])
    .execute();
  const ofCompany = await upload(client, pngOf(), "deed.png", { holderType: "company", holderId: company.id });
  const ofUser = await upload(client, pngOf());
  const answer = async (url: string) => {
    const { statusCode, body, headers } = await app.app.inject({
      url,
      headers: { authorization: `Bearer ${former.token}` },
    });
    return { statusCode, body, headers: { ...headers, date: "" } };
  };
  const missing = await answer("/file/user/999999/999999");
  expect(missing.statusCode).toBe(404);
  for (const url of [
    `/file/company/${company.id}/${ofCompany.id}`,
    `/file/user/${client.id}/${ofUser.id}`,
    // The caller's own holder with another holder's file.
    `/file/user/${former.id}/${ofUser.id}`,
    `/file/user/${former.id}/${ofUser.id}/state`,
  ])
    expect([url, await answer(url)]).toEqual([url, missing]);
});

test("staff open a client's file, and the client's audit log says which", async () => {
  const [internal, file] = [await app.as("internal"), await upload(client, pngOf())];
  await internal.client.files.download({ params: { ...own(client), fileId: file.id } });
  await expect(upload(internal, pngOf(), "a.png", own(client))).rejects.toMatchObject({ code: "forbidden" });
  const rows = await app.services.db
    .selectFrom("audit_entry")
    .select(["action", "after"])
    .where("subject_type", "=", "user")
    .where("subject_id", "=", String(client.id))
    .where("action", "=", "file.readByStaff")
    .execute();
  expect(rows).toEqual([{ action: "file.readByStaff", after: { id: file.id, name: "passport.png" } }]);
});

test("its uploader takes a file back until something refers to it; the bytes go with the last who has them", async () => {
  const [one, other, office] = [await app.as("client"), await app.as("client"), await app.as("office")];
  const content = pngOf(77, 11);
  const [mine, theirs] = [await upload(one, content), await upload(other, content)];
  await expect(office.client.files.remove({ params: { ...own(one), fileId: mine.id } })).rejects.toMatchObject({
    code: "forbidden",
  });
  await one.client.files.remove({ params: { ...own(one), fileId: mine.id } });
  await expect(one.client.files.describe({ params: { ...own(one), fileId: mine.id } })).rejects.toMatchObject({
    code: "notFound",
  });
  const { content: still } = await other.client.files.download({ params: { ...own(other), fileId: theirs.id } });
  expect(Buffer.from(still)).toEqual(content);
  await inTransaction(app.services.db, (trx) => retainFiles(trx, own(other), [theirs.id]));
  await expect(other.client.files.remove({ params: { ...own(other), fileId: theirs.id } })).rejects.toMatchObject({
    code: "stateConflict",
  });
  const gone = await upload(one, webp, "gone.webp");
  const before = (await contents()).length;
  await one.client.files.remove({ params: { ...own(one), fileId: gone.id } });
  expect((await contents()).length).toBe(before - 1);
});

test("while the virus check is away a file waits, nobody gets it, and the job settles it once", async () => {
  const user = await app.as("client");
  const away = await startClamd({ answer: () => "stream: OK" });
  await away.close();
  const restore = withClamd(away);
  const [good, bad] = [await upload(user, pngOf(21, 21)), await upload(user, pngOf(22, 22), "bad.png")];
  expect([good.state, bad.state]).toEqual(["quarantined", "quarantined"]);
  const download = (id: number) => user.client.files.download({ params: { ...own(user), fileId: id } });
  await expect(download(good.id)).rejects.toMatchObject({ code: "stateConflict" });
  expect(await checkQuarantined(app.services)).toEqual({ clean: 0, refused: 0, waiting: true, failed: 0 });

  const infected = pngOf(22, 22);
  const daemon = await startClamd({
    answer: (content) => (content.equals(infected) ? "stream: Pdf.Dropper FOUND" : "stream: OK"),
  });
  app.services.antivirus = createAntivirus({ clamdUrl: daemon.url });
  // Another run settles both files before this one opens the first; the content of the second is deleted by then.
  const { files } = app.services;
  const open: typeof files.open = async (sha256) => {
    await checkQuarantined(app.services);
    return files.open(sha256);
  };
  expect(await checkQuarantined({ ...app.services, files: { ...files, open } })).toMatchObject({
    refused: 0,
    waiting: false,
  });
  expect(await checkQuarantined(app.services)).toEqual({ clean: 0, refused: 0, waiting: false, failed: 0 });
  expect((await download(good.id)).content.length).toBe(pngOf(21, 21).length);
  await expect(download(bad.id)).rejects.toMatchObject({ code: "stateConflict" });
  expect((await user.client.files.describe({ params: { ...own(user), fileId: bad.id } })).state).toBe("refused");
  expect(await findFileFaults(app.services.db, own(user), [good.id, bad.id, 999_999])).toEqual(
    new Map([
      [bad.id, "infected"],
      [999_999, "fileGone"],
    ]),
  );
  const found = await app.services.db
    .selectFrom("audit_entry")
    .select("action")
    .where("subject_id", "=", String(user.id))
    .where("action", "in", ["file.foundClean", "file.foundInfected"])
    .execute();
  expect(found.map(({ action }) => action).toSorted()).toEqual(["file.foundClean", "file.foundInfected"]);
  restore();
  await daemon.close();
});

test("bytes whose row was never written are swept up; bytes with a row stay", async () => {
  const stored = await upload(client, pngOf(91, 3));
  const { sha256: orphan } = await app.services.files.put(Buffer.from("the portal was killed before the row"));
  const aged: typeof app.services.files = {
    ...app.services.files,
    listOlderThan: () => app.services.files.listOlderThan(-1000),
  };
  expect((await sweepContents({ ...app.services, files: aged })).removed).toBe(1);
  expect(await app.services.files.has(orphan)).toBe(false);
  await client.client.files.download({ params: { ...own(client), fileId: stored.id } });
});

test("a file that was never sent is removed after 30 days; one that something refers to, or may refer to, stays", async () => {
  const { db } = app.services;
  /** As if the file had been uploaded so many days ago. */
  const age = (id: number, days: number) =>
    db
      .updateTable("stored_file")
      .set({ created_at: sql<Date>`now() - make_interval(days => ${days})` })
      .where("id", "=", id)
      .execute();
  const writer = await app.as("client", { state: "postKYC" });
  await db.deleteFrom("form_draft").where("holder_id", "=", writer.id).execute();
  const [abandoned, recent, shared, sent] = [
    await upload(writer, pngOf(92, 3), "abandoned.png"),
    await upload(writer, pngOf(93, 3), "recent.png"),
    await upload(writer, pngOf(94, 3), "shared.png"),
    await upload(writer, pngOf(94, 3), "sent.png"),
  ];
  await writer.client.tickets.create({
    params: own(writer),
    body: { title: "With a file", content: "See the file.", files: [sent.id] },
  });
  const draft = await personWithDraft(app);
  const inForm = await upload(draft.client, pngOf(95, 3), "in-form.png");
  const held = await app.as("client", { state: "postKYC" });
  await db.deleteFrom("form_draft").where("holder_id", "=", held.id).execute();
  await db.updateTable("app_user").set({ held: true }).where("id", "=", held.id).execute();
  const inHold = await upload(held, pngOf(96, 3), "in-hold.png");
  for (const { id } of [abandoned, shared, sent, inForm, inHold]) await age(id, 31);
  await age(recent.id, 29);
  const before = (await contents()).length;

  expect(await removeAbandoned(app.services)).toEqual({ removed: 2, failed: 0 });
  expect(await removeAbandoned(app.services)).toEqual({ removed: 0, failed: 0 });
  const describe = (user: TestUser, id: number) => user.client.files.describe({ params: { ...own(user), fileId: id } });
  for (const { id } of [abandoned, shared])
    await expect(describe(writer, id)).rejects.toMatchObject({ code: "notFound" });
  for (const { id } of [recent, sent]) expect((await describe(writer, id)).state).toBe("clean");
  expect((await describe(draft.client, inForm.id)).state).toBe("clean");
  expect((await describe(held, inHold.id)).state).toBe("clean");
  // The content of "shared.png" is that of "sent.png" too.
  expect(await contents()).toHaveLength(before - 1);
  await writer.client.files.download({ params: { ...own(writer), fileId: sent.id } });
});

test("a file whose content is lost says so to whoever opens it, is told to the operator, and stops no other one's check", async () => {
  const user = await app.as("client");
  const daemon = await startClamd({ answer: () => "stream: OK" });
  const away = await startClamd({ answer: () => "stream: OK" });
  await away.close();
  let restore = withClamd(away);
  const [lost, other] = [await upload(user, pngOf(31, 31)), await upload(user, pngOf(32, 32))];
  restore();
  const { db, files } = app.services;
  const hashes = await db.selectFrom("stored_file").select("sha256").where("id", "=", lost.id).execute();
  const name = hashes[0]?.sha256.toString("hex") ?? "";
  await files.remove(name);
  restore = withClamd(daemon);
  expect(await checkQuarantined(app.services)).toMatchObject({ clean: 1, failed: 1, waiting: false });
  restore();
  await daemon.close();
  const download = (id: number) => user.client.files.download({ params: { ...own(user), fileId: id } });
  expect((await download(other.id)).content.length).toBeGreaterThan(0);
  await sql`update stored_file set state = 'clean', checked_at = now() where id = ${lost.id}`.execute(db);
  await expect(download(lost.id)).rejects.toMatchObject({ status: 410, code: "fileLost" });
  const missing: string[] = [];
  for await (const { sha256, files: count } of findMissing(db, files))
    missing.push(`${sha256.toString("hex")} ${count}`);
  expect(missing).toContain(`${name} 1`);
});

test("while a backup is being made no content is deleted; the clean-up deletes it afterwards", async () => {
  const { db, files } = app.services;
  const { sha256 } = await files.put(Buffer.from("of a row that was deleted"));
  const content = Buffer.from(sha256, "hex");
  await db.transaction().execute(async (backup) => {
    await sql`select pg_advisory_xact_lock(hashtext('backup'), 0)`.execute(backup);
    expect(await dropUnused(app.services, content)).toBe(false);
  });
  expect(await files.has(sha256)).toBe(true);
  expect(await dropUnused(app.services, content)).toBe(true);
  expect(await files.has(sha256)).toBe(false);
});
