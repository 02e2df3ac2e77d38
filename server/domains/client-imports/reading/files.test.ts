/** Files of clients as they come: encodings, workbooks, headings in three languages, columns by hand, and files that are none. */
import { languages } from "@portico/api/shapes.ts";
import iconv from "iconv-lite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { number, workbook } from "../../imports/testing/workbooks.ts";
import { linesOf, upload } from "../testing/files.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

const bulgarian = "Име;Имейл;Език\nЩерьо Ъглев;shteryo@files.example;български\nДора Живкова;dora@files.example;bg";
const polish =
  "Imię;Nazwisko;Adres e-mail;Język\nŁucja;Wiśniewska;lucja@files.example;polski\nZażółć;Gęśla;z@files.example;pl";

test.each([
  ["windows-1251", bulgarian, "Щерьо Ъглев"],
  ["utf-16le", `\uFEFF${bulgarian}`, "Щерьо Ъглев"],
  ["utf-16be", `\uFEFF${bulgarian}`, "Щерьо Ъглев"],
  ["utf-8", bulgarian, "Щерьо Ъглев"],
  ["windows-1250", polish, "Łucja Wiśniewska"],
  ["iso-8859-2", polish, "Łucja Wiśniewska"],
])("a file in %s is read with its letters", async (encoding, text, name) => {
  const file = await upload(admin, iconv.encode(text, encoding, { addBOM: false }));
  expect([file.encoding, file.counts]).toEqual([encoding, { new: 2 }]);
  expect((await linesOf(admin, file.id))[0]?.name).toBe(name);
});

test("a workbook is read, with its days and numbers as they are shown", async () => {
  const file = await upload(
    admin,
    workbook([
      { name: "Notes", rows: [["Made by hand"]] },
      {
        name: "Clients",
        rows: [
          ["List of 2026"],
          [],
          ["Name", "E-mail", "Phone", "Client number", "State", "Identified on"],
          ["Anna Book", "anna@book.example", number("359888123456"), number("1001"), "identified", number("45443", 1)],
        ],
      },
    ]),
    { fileName: "clients.xlsx" },
  );
  expect(file.counts).toEqual({ new: 1 });
  expect(await linesOf(admin, file.id)).toMatchObject([
    { line: 4, phone: "+359888123456", clientNumber: "1001", faults: [] },
  ]);
});

test.each(languages)("the template in %s is a file without a fault", async (language) => {
  const { content, name } = await admin.client.clientImports.getTemplate({ query: { language } });
  const file = await upload(admin, Buffer.from(content), { fileName: name });
  expect([file.counts, file.people, file.companies]).toEqual([{ new: 2 }, 1, 1]);
  expect(file.columns.every(({ field }) => field !== null)).toBe(true);
});

test("headings that are not recognised are assigned by hand", async () => {
  const text = "Wer,Wohin,E-mail\nAnna Hand,anna@hand.example,not this one";
  const file = await upload(admin, text);
  expect(file).toMatchObject({ refusal: { code: "noColumns" }, state: "discarded", counts: {} });
  expect(file.columns).toEqual([
    { place: 0, heading: "Wer", field: null },
    { place: 1, heading: "Wohin", field: null },
    { place: 2, heading: "E-mail", field: "email" },
  ]);
  const again = await upload(admin, text, {
    columns: [
      { place: 0, field: "name" },
      { place: 1, field: "email" },
    ],
  });
  expect(again.counts).toEqual({ new: 1 });
  expect(await linesOf(admin, again.id)).toMatchObject([{ name: "Anna Hand", email: "anna@hand.example" }]);
});

test("what is no list of clients is refused as what it is", async () => {
  const refusalOf = async (content: string | Uint8Array) => (await upload(admin, content)).refusal?.code;
  expect(await refusalOf("")).toBe("empty");
  expect(await refusalOf("Name,E-mail\n")).toBe("empty");
  expect(await refusalOf("Name,E-mail\n,\n , \n")).toBe("empty");
  expect(await refusalOf("just a text")).toBe("noColumns");
  expect(await refusalOf(Buffer.from("PK\u0003\u0004 broken"))).toBeDefined();
  expect(await refusalOf(`Name,E-mail\n${"Anna,a@b.example\n".repeat(20_001)}`)).toBe("tooManyLines");
});

test("faulty lines come back as a file with their reasons, which is read again once they are mended", async () => {
  const { id } = await upload(
    admin,
    'Name,E-mail,Phone\nGood One,good@faults.example,+359 88 812 3456\nBad One,bad@faults,+359 88 812 3457\n"=Formula",f@faults.example,x',
  );
  const { content } = await admin.client.clientImports.getFaults({ params: { id }, query: { language: "bg" } });
  const text = Buffer.from(content).toString("utf8");
  expect(text.split("\r\n").filter((line) => line !== "")).toHaveLength(3);
  expect(text).toContain("„bad@faults“ не е имейл адрес.");
  // A spreadsheet runs nothing of it.
  expect(text).toContain("'=Formula");
  const mended = await upload(admin, text.replace("bad@faults;", "bad@faults.example;").replace(";x;", ";;"));
  expect(mended.counts).toEqual({ new: 2 });
  expect((await linesOf(admin, mended.id)).map(({ phone }) => phone)).toEqual(["+359888123457", null]);
});

test("only administrators see files of clients", async () => {
  const office = await app.as("office");
  await expect(office.client.clientImports.list({ query: {} })).rejects.toMatchObject({ code: "forbidden" });
});
