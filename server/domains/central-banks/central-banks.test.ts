/** Archives and the service of Narodowy Bank Polski, over HTTP: what is stored, corrected, refused, and shown as missing. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { readKnowledgeNow } from "../market-data/knowledge.ts";
import { fetchMissing, rangesOf } from "./fetching.ts";
import { readKnownQuotes } from "./quotes.ts";
import { listRates } from "./rates.queries.ts";

let app: TestApp;
let office: TestUser;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  app.services.now = () => new Date("2025-01-20T12:00:00Z");
  office = await app.as("office");
  internal = await app.as("internal");
});
afterAll(() => app.close());

/** As the bank writes it, with the lines of names and the summary. */
const archive = (days: readonly string[]): string =>
  [
    "data;1THB;1USD;100HUF;100JPY;1XDR;nr tabeli;pełny numer tabeli;",
    ";bat (Tajlandia);dolar amerykański;forint (Węgry);jen (Japonia);SDR (MFW);;;",
    ...days,
    "",
    "kod ISO;THB;USD;HUF;JPY;XDR;;;",
    "nazwa waluty;bat (Tajlandia);dolar amerykański;forint (Węgry);jen (Japonia);SDR (MFW);;;",
    "liczba jednostek;1;1;100;100;1;;;",
  ].join("\r\n");
const second = "20240102;0,1147;3,9432;1,1361;2,7675;5,2788;1;001/A/NBP/2024;";
const third = "20240103;0,1156;3,9909;1,1483;2,8086;;2;002/A/NBP/2024;";

const preview = (content: string, who = office) =>
  who.client.centralBanks.previewArchive({ body: { fileName: "archiwum_tab_a_2024.csv", content } });
const confirm = (id: number, acceptMarked = false) =>
  office.client.centralBanks.confirmArchive({ params: { id }, body: { acceptMarked } });
const usd = (from: string, to: string) => listRates(app.services.db, { bank: "NBP", currencies: ["USD"], from, to });

test("an archive is previewed, then stored whole: units, comma, a currency without a rate that day", async () => {
  const read = await preview(archive([second, third]));
  expect(read).toMatchObject({
    state: "previewed",
    rows: 2,
    newRows: 9,
    from: "2024-01-02",
    to: "2024-01-03",
    marked: [],
  });
  expect(await usd("2024-01-01", "2024-01-31")).toEqual([]);
  expect(await confirm(read.id)).toMatchObject({ state: "confirmed" });
  expect(await confirm(read.id)).toMatchObject({ state: "confirmed" });
  const { db } = app.services;
  const rates = await listRates(db, { bank: "NBP", from: "2024-01-03", to: "2024-01-03" });
  expect(rates).toEqual([
    { currency: "HUF", day: "2024-01-03", rate: "1.1483", units: 100, table: "002/A/NBP/2024" },
    { currency: "JPY", day: "2024-01-03", rate: "2.8086", units: 100, table: "002/A/NBP/2024" },
    { currency: "THB", day: "2024-01-03", rate: "0.1156", units: 1, table: "002/A/NBP/2024" },
    { currency: "USD", day: "2024-01-03", rate: "3.9909", units: 1, table: "002/A/NBP/2024" },
  ]);
  const knownAt = await readKnowledgeNow(db);
  const quoteOf = await readKnownQuotes(db, {
    bank: "NBP",
    currencies: ["JPY"],
    from: "2024-01-02",
    to: "2024-01-03",
    knownAt,
  });
  expect(quoteOf("JPY", "2024-01-02")).toEqual({ rate: "0.027675", day: "2024-01-02", source: "NBP 001/A/NBP/2024" });
  expect(quoteOf("JPY", "2024-01-04")).toBeUndefined();
  const entries = await auditOf(app, { type: "centralBank", id: read.id }, "centralBank.archiveConfirmed");
  expect(entries).toMatchObject([{ after: { newRows: 9, fileName: "archiwum_tab_a_2024.csv" } }]);
  // Again, and from a spreadsheet with days as ISO dates: nothing is new.
  const again = await preview(archive([second.replace("20240102", "2024-01-02"), third]));
  expect(again).toMatchObject({ newRows: 0, knownRows: 9, can: { confirm: false } });
});

test("a corrected rate must be looked at, is added beside the former one, and counts for what is known from then on", async () => {
  const { db } = app.services;
  const before = await readKnowledgeNow(db);
  const read = await preview(archive([second.replace("3,9432", "3,9433")]));
  expect(read).toMatchObject({ newRows: 0, correctedRows: 1, knownRows: 4 });
  expect(read.corrections).toMatchObject([{ currency: "USD", stored: { rate: "3.9432" }, value: { rate: "3.9433" } }]);
  expect(await codeOf(confirm(read.id))).toBe("quotesNotAccepted");
  await confirm(read.id, true);
  const at = async (knownAt: string) =>
    (await readKnownQuotes(db, { bank: "NBP", currencies: ["USD"], from: "2024-01-02", to: "2024-01-02", knownAt }))(
      "USD",
      "2024-01-02",
    )?.rate;
  expect([await at(before), await at(await readKnowledgeNow(db))]).toEqual(["3.9432", "3.9433"]);
});

test("of two files with the same days the second is not stored unseen", async () => {
  const days = ["20240104;0,1150;3,9684;1,1500;2,7700;5,2800;3;003/A/NBP/2024;"];
  const [one, other] = [
    await preview(archive(days)),
    await preview(archive([days[0]?.replace("3,9684", "3,9685") ?? ""])),
  ];
  await confirm(one.id);
  expect(await codeOf(confirm(other.id))).toBe("stateConflict");
  expect(await office.client.centralBanks.discardArchive({ params: { id: other.id }, body: {} })).toEqual({
    done: true,
  });
  expect((await usd("2024-01-04", "2024-01-04")).map(({ rate }) => rate)).toEqual(["3.9684"]);
});

test("a rate far from the day before is marked: a slipped decimal point, a weekend", async () => {
  const read = await preview(archive(["20240106;0,1150;39,684;1,1500;2,7700;5,2800;4;004/A/NBP/2024;"]));
  expect(read.marked.map(({ currency, marks }) => [currency, marks])).toEqual(
    expect.arrayContaining([
      ["USD", ["digits", "weekend"]],
      ["THB", ["weekend"]],
    ]),
  );
});

test("what is no archive, or has a fault, is refused whole, each line with its reason", async () => {
  const codes = async (content: string) => {
    const { state, refusals, newRows } = await preview(content);
    expect({ state, newRows: newRows >= 0 }).toEqual({ state: "refused", newRows: true });
    return refusals.map(({ line, code }) => `${line ?? "file"} ${code}`);
  };
  expect(await codes("")).toEqual(["file emptyFile"]);
  expect(await codes("date,rate\n2024-01-02,3.9")).toEqual(["file missingColumn"]);
  expect(await codes(archive([]))).toEqual(["file emptyFile"]);
  expect(
    await codes(
      archive([
        second,
        "20240230;0,1;3,9;1,1;2,7;5,2;1;001/A/NBP/2024;",
        "20240105;0,1;3.9432;1,1;2,7;5,2;1;003/A/NBP/2024;",
        "20240108;0,1;0,0000;1,1;2,7;5,2;1;004/A/NBP/2024;",
        "20240109;0,1;3,9;1,1;2,7;5,2;;;",
        second.replace("3,9432", "3,9999"),
        "20260102;0,1;3,9;1,1;2,7;5,2;1;001/A/NBP/2026;",
      ]),
    ),
  ).toEqual(["4 badDate", "5 badNumber", "6 notPositive", "7 missingValue", "8 repeatedInFile", "9 futureDate"]);
  // Units of the heads and of the summary must agree: 100 times too much otherwise.
  expect(await codes(archive([second]).replace("100HUF", "1HUF"))).toEqual(["7 badNumber"]);
  expect(await codes(archive([second]).replace("1THB", "1QQQ"))).toEqual(["1 unknownCurrency"]);
  const refused = await preview("");
  expect(await codeOf(confirm(refused.id))).toBe("fileRefused");
  expect(await codeOf(preview(archive([second]), internal))).toBe("forbidden");
});

test("a year's missing working days are named; staff without rights see them too", async () => {
  const { years, can, fetching } = await internal.client.centralBanks.list();
  expect({ can, fetching }).toEqual({ can: { upload: false }, fetching: false });
  expect(years.map(({ year }) => year)).toEqual([2025, 2024]);
  // 2 January to 17 January 2025, without Epiphany: 11 days.
  expect(years[0]).toMatchObject({ days: 0, workingDays: 11, missingDays: 11, last: null });
  expect(years[1]).toMatchObject({ days: 3, workingDays: 252, missingDays: 249, currencies: 5, last: "2024-01-04" });
  expect(years[1]?.missing.slice(0, 2)).toEqual(["2024-01-05", "2024-01-08"]);
});

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Our own server with the bank's protocol. */
async function serve(answer: (from: string, to: string) => { status?: number; text: string } | "silence") {
  const asked: string[] = [];
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const [, from = "", to = ""] = /\/A\/([^/]+)\/([^/]+)\//.exec(request.url ?? "") ?? [];
    const said = answer(from, to);
    if (said === "silence") return;
    response.writeHead(said.status ?? 200, { "content-type": "application/json" }).end(said.text);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(app.services.config, { nbpUrl: `http://127.0.0.1:${port}/api`, nbpTimeoutMs: 500 });
  return asked;
}
const table = (day: string, mid: string, no = `1/A/NBP/${day.slice(0, 4)}`) =>
  `{"table":"A","no":"${no}","effectiveDate":"${day}","rates":[{"currency":"dolar amerykański","code":"USD","mid":${mid}}]}`;
const switchOn = async (isOn: boolean) => {
  const admin = await app.as("admin");
  await admin.client.settings.save({ params: { name: "nbpService" }, body: { data: { isOn } } });
};

test("the service is not asked until it is switched on", async () => {
  const asked = await serve(() => ({ text: "[]" }));
  expect(await fetchMissing(app.services)).toBeNull();
  expect(asked).toEqual([]);
});

test("the service is asked for missing days in ranges of at most 93; days without a table answer 404; rates are exact", async () => {
  await switchOn(true);
  const asked = await serve((from, to) =>
    from <= "2025-01-15" && to >= "2025-01-15"
      ? { text: `[${table("2025-01-15", "4.14", "9/A/NBP/2025")},${table("2025-01-16", "4.1430", "10/A/NBP/2025")}]` }
      : { status: 404, text: "404 NotFound - Not Found - Brak danych" },
  );
  expect(await fetchMissing(app.services)).toBe(2);
  for (const url of asked)
    expect(url).toMatch(/^\/api\/exchangerates\/tables\/A\/\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d\/\?format=json$/);
  expect(await usd("2025-01-01", "2025-01-31")).toEqual([
    { currency: "USD", day: "2025-01-15", rate: "4.14", units: 1, table: "9/A/NBP/2025" },
    { currency: "USD", day: "2025-01-16", rate: "4.143", units: 1, table: "10/A/NBP/2025" },
  ]);
  // Again: nothing new. A corrected table of the last week is taken.
  expect(await fetchMissing(app.services)).toBe(0);
  server?.closeAllConnections();
  server?.close();
  await serve((from, to) =>
    from <= "2025-01-16" && to >= "2025-01-16"
      ? { text: `[${table("2025-01-16", "4.1431", "10/A/NBP/2025")}]` }
      : { status: 404, text: "" },
  );
  expect(await fetchMissing(app.services)).toBe(1);
  expect((await usd("2025-01-16", "2025-01-16")).map(({ rate }) => rate)).toEqual(["4.1431"]);
});

test.each([
  ["no JSON", { text: "<html>" }],
  ["another shape", { text: `[{"table":"A"}]` }],
  ["a rate that is text", { text: `[${table("2025-01-16", '"4,14"')}]` }],
  ["a rate of nothing", { text: `[${table("2025-01-16", "0.0000")}]` }],
  ["a rate in exponents", { text: `[${table("2025-01-16", "4e0")}]` }],
  ["a day that was not asked for", { text: `[${table("2019-01-16", "4.1")}]` }],
  ["a day that cannot be", { text: `[${table("2025-02-30", "4.1")}]` }],
  ["a fault of the server", { status: 500, text: "" }],
  ["an answer without end", { text: `[${"  ".repeat(2_000_000)}]` }],
  ["silence", "silence" as const],
])("an answer that cannot be used changes nothing and is a fault of the job: %s", async (_name, answer) => {
  const before = await usd("2019-01-01", "2025-12-31");
  await serve(() => answer);
  await expect(fetchMissing(app.services)).rejects.toThrow();
  expect(await usd("2019-01-01", "2025-12-31")).toEqual(before);
});

test("ranges cover all days", () => {
  expect(rangesOf(["2024-01-02", "2024-04-03", "2024-04-04", "2023-12-29"])).toEqual([
    { from: "2023-12-29", to: "2024-01-02" },
    { from: "2024-04-03", to: "2024-04-04" },
  ]);
});
