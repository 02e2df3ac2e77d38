/** The file of a list as it was uploaded: kept, downloaded, recorded, and deleted when it is too old. */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { simpleCsv } from "../testing/arranged.ts";
import { dropOldOriginals } from "./originals.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  office = await app.as("office");
});
afterAll(() => app.close());

let files = 0;
const upload = async () => {
  files += 1;
  // Letters beyond one byte, and a length that is not a frame's.
  const content = simpleCsv([{ id: `MADE-${files}`, name: `Иван Щербанов ${"x".repeat(files * 1000)}` }]);
  const read = await admin.client.screening.previewList({ body: { fileName: "targets.simple.csv", content } });
  return { content, ...read };
};
const take = (id: number) => admin.client.screening.takeList({ params: { id }, body: {} });
const download = (id: number, who = office) => who.client.screening.downloadList({ params: { id } });
const contentOf = async (id: number) => {
  const { rows } = await sql<{ content: string | null }>`
    select encode(original_sha256, 'hex') as content from screening_list where id = ${id}`.execute(app.services.db);
  return rows[0]?.content ?? "";
};

test("the file is kept byte for byte, with its hash and size; who downloads it is recorded", async () => {
  const { id, content, sha256, originalSize } = await upload();
  await take(id);
  const sent = await download(id);
  expect([sent.name, sent.media_type]).toEqual(["targets.simple.csv.gz", "application/gzip"]);
  const file = gunzipSync(Buffer.from(sent.content));
  expect(file.toString()).toBe(content);
  expect(createHash("sha256").update(file).digest("hex")).toBe(sha256);
  expect(originalSize).toBe(file.length);
  const recorded = await auditOf(app, { type: "screeningList", id }, "screening.listDownloaded");
  expect(recorded).toMatchObject([{ actor: { userId: office.id }, after: { name: "targets.simple.csv" } }]);
});

test("staff below the office and clients get none; a version without a file has none", async () => {
  const { id } = await upload();
  expect(await codeOf(download(id, await app.as("internal")))).toBe("forbidden");
  expect(await codeOf(download(id, await app.as("client")))).toBe("forbidden");
  const refused = await admin.client.screening.previewList({ body: { fileName: "x", content: "<html></html>" } });
  expect(refused).toMatchObject({ state: "refused", originalSize: null });
  expect(await codeOf(download(refused.id))).toBe("notFound");
});

test("a version that is dropped leaves no file, also in the store", async () => {
  const { id } = await upload();
  const content = await contentOf(id);
  expect(await app.services.files.has(content)).toBe(true);
  await admin.client.screening.discardList({ params: { id }, body: {} });
  expect(await app.services.files.has(content)).toBe(false);
  expect(await codeOf(download(id))).toBe("notFound");
});

test("files of versions replaced five years ago, or never taken, are deleted; the hash stays", async () => {
  const [former, later, untaken] = [await upload(), await upload(), await upload()];
  await take(former.id);
  await take(later.id);
  const content = await contentOf(former.id);
  expect(await dropOldOriginals(app.services)).toBe(0);
  await sql`update screening_list set ended_at = now() - interval '5 years 1 day' where id = ${former.id}`.execute(
    app.database.db,
  );
  expect(await dropOldOriginals(app.services)).toBe(1);
  expect(await app.services.files.has(content)).toBe(false);
  const seen = await office.client.screening.getList({ params: { id: former.id } });
  expect(seen).toMatchObject({ originalSize: null, sha256: former.sha256, state: "former" });
  expect(await codeOf(download(former.id))).toBe("notFound");
  expect(await codeOf(download(untaken.id))).toBe("done");
  await dropOldOriginals(app.services, { keptYears: 5, untakenDays: 0 });
  expect(await codeOf(download(untaken.id))).toBe("notFound");
  expect(await codeOf(download(later.id))).toBe("done");
});
