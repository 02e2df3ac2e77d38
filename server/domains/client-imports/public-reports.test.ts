/** What users of other products complained about when they imported people from files; each is named by its report. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { linesOf, upload } from "./testing/files.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

/** State, name, address, phone and faults of each line. */
async function readAll(text: string | Uint8Array) {
  const { id, refusal } = await upload(admin, text);
  expect(refusal).toBeNull();
  return (await linesOf(admin, id)).map(({ line, state, name, email, phone, faults }) => ({
    line,
    state,
    name,
    email,
    phone,
    faults: faults.map(({ code }) => code),
  }));
}
const isNew = { state: "new", faults: [] };

test("a byte order mark before the first heading (humhub-modules-bulk_import 4, GAM 710)", async () => {
  expect(await readAll('\uFEFF"E-mail",Name\nbom@reports.example,Anna Bom')).toMatchObject([
    { ...isNew, email: "bom@reports.example", name: "Anna Bom" },
  ]);
});

test("lines that end as on an old Macintosh, or with CRLF (mautic 4552, budibase 7398)", async () => {
  for (const [index, end] of ["\r", "\r\n"].entries())
    expect(await readAll(["Name,E-mail", `Mac One,mac-${index}@reports.example`, ""].join(end))).toMatchObject([
      { ...isNew, line: 2, email: `mac-${index}@reports.example` },
    ]);
});

test("empty lines in the middle and at the end (budibase 15681), and empty columns beside the table (PapaParse 433)", async () => {
  expect(await readAll("Name;E-mail;\n;;\nOne Empty;one-e@reports.example;\n\n;;\n")).toMatchObject([
    { ...isNew, line: 3 },
  ]);
});

test("the first line of Excel that names the separator, in quotation marks or not (csv 68)", async () => {
  for (const [index, first] of ["sep=;", '"sep=;"'].entries())
    expect(await readAll(`${first}\nName;E-mail\nSep Line;sep-${index}@reports.example`)).toMatchObject([isNew]);
});

test("a line break in a cell is no line of its own, and in a heading no other heading (mautic 1379, mendix 8315)", async () => {
  expect(
    await readAll('"Client\nname",E-mail\n"Anna\nMaria Break",break@reports.example\nNext One,next@reports.example'),
  ).toMatchObject([
    { ...isNew, line: 3, name: "Anna Maria Break" },
    { ...isNew, line: 5 },
  ]);
});

test("spaces around an address, which a protected space may be (Claroline 697)", async () => {
  expect(await readAll("Name,E-mail\nAnna Space,\u00A0 space@reports.example \u200B")).toMatchObject([
    { ...isNew, email: "space@reports.example" },
  ]);
});

test("an apostrophe in an address, and a plus (mautic 10411)", async () => {
  expect(
    await readAll("Name,E-mail\nTest One,test.o'neil@reports.example\nTest Two,two+new@reports.example"),
  ).toMatchObject([isNew, isNew]);
});

test("one address in two cases is one person (citizenlab 13938, fleet 299)", async () => {
  expect(await readAll("Name,E-mail\nAnna Case,case@reports.example\nanna case,Case@Reports.Example")).toMatchObject([
    isNew,
    { state: "faulty", faults: ["sameLine"] },
  ]);
});

test("people without an address are not one person (import-users-from-csv 22)", async () => {
  expect(await readAll("Name,E-mail\nNo Mail,\nNo Post,")).toMatchObject([
    { faults: ["noEmail"] },
    { faults: ["noEmail"] },
  ]);
});

test("numbers whose zero or plus a spreadsheet took away, and those that it rounded (Laravel-Excel 300 and 1532, camptix 40)", async () => {
  expect(
    await readAll(
      [
        "Name,E-mail,Phone,Country",
        "One Phone,p1@reports.example,888123451,BG",
        "Two Phones,p2@reports.example,359888123452,",
        "Three Phones,p3@reports.example,00359888123453,",
        "Four Phones,p4@reports.example,'+359888123454,",
        "Five Phones,p5@reports.example,4.41E+11,",
        "Six Phones,p6@reports.example,512 345 678,Poland",
      ].join("\n"),
    ),
  ).toMatchObject([
    { ...isNew, phone: "+359888123451" },
    { ...isNew, phone: "+359888123452" },
    { ...isNew, phone: "+359888123453" },
    { ...isNew, phone: "+359888123454" },
    { state: "faulty", faults: ["roundedNumber"] },
    { ...isNew, phone: "+48512345678" },
  ]);
});

test("an import takes nothing that a registration would refuse (keycloak 52310)", async () => {
  const [line] = await readAll("Name,E-mail\nA\u202Eb,hidden@reports.example");
  // What nobody sees is left out of a name.
  expect(line).toMatchObject({ ...isNew, name: "Ab" });
  expect(await readAll("Name,E-mail\n\u2800\u2800\u2800,blank@reports.example")).toMatchObject([{ state: "faulty" }]);
});

test("a stray quotation mark is told by its line (OpenRefine 690)", async () => {
  const { refusal, counts } = await upload(
    admin,
    'Name,E-mail\nFirst One,f@reports.example\n"Open One,o@reports.example\n',
  );
  expect({ refusal, counts }).toEqual({ refusal: { code: "unreadable", detail: "3" }, counts: {} });
});

test("a second upload makes nobody twice, and previews write nothing else (OpenSlides 2253)", async () => {
  const count = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from app_user`.execute(app.database.db)).rows[0]?.count;
  const before = await count();
  const text = "Name,E-mail\nTwo Times,times@reports.example";
  await upload(admin, text);
  await upload(admin, text);
  expect(await count()).toBe(before);
});
