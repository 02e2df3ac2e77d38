/** The proof of a period and of one report, over HTTP. */
import type { Holder } from "@portico/api/shapes.ts";
import { strFromU8, unzipSync } from "fflate";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { bookEntries } from "../portfolios/ledger/writer.ts";
import { buy, deposit } from "../portfolios/testing/firm.ts";
import { makePriced, quarter } from "./testing/clients.ts";
import { markUndelivered } from "./undelivered.ts";
import { workOnRun } from "./working.ts";

let app: TestApp;
let office: TestUser;
let anna: TestUser;
let boris: TestUser;
let empty: TestUser;
let runId: number;

const of = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  const { db } = app.services;
  const instrument = await makePriced(db);
  anna = await app.as("client", { clientNumber: "P-1", name: "Anna" });
  boris = await app.as("client", { clientNumber: "P-2", name: "=Boris" });
  empty = await app.as("client", { clientNumber: "P-3", name: "Empty" });
  for (const client of [anna, boris])
    await bookEntries(db, of(client), [deposit("2026-01-05", "1000"), buy("2026-01-06", instrument, "2", "-200")]);
  const holders = [anna, boris, empty].map(({ id }) => ({ holderType: "user" as const, holderId: id }));
  ({ id: runId } = await office.client.reportRuns.create({
    body: { ...quarter, holders: { scope: "chosen", holders }, language: "en", atOnce: true },
  }));
  await workOnRun(app.services, runId);
});
afterAll(() => app.close());

const reportsOf = async (client: TestUser) =>
  (await office.client.reportRuns.listOfHolder({ params: of(client), query: {} })).reports;
const proofOf = (client: TestUser, id: number) => office.client.reportRuns.getProof({ params: { ...of(client), id } });
const csv = async (): Promise<string[]> => {
  const query = { from: quarter.from, to: quarter.to, language: "en" } as const;
  const { content, name } = await office.client.reportRuns.getProofCsv({ query });
  expect(name).toBe("proof-of-delivery-2026-01-01-2026-03-31.csv");
  return new TextDecoder().decode(content).split("\r\n");
};

test("one export says of each report what an auditor asks, and who got none and why", async () => {
  const [report] = await reportsOf(anna);
  const [other] = await reportsOf(boris);
  await anna.client.reports.get({ params: { id: report?.id ?? 0 } });
  await anna.client.reports.getCsv({ params: { id: report?.id ?? 0 } });
  await markUndelivered(app.services, { report: other?.id ?? 0, user: boris.id, reason: "550 no such user" });
  const lines = await csv();
  const line = lines.find((one) => one.startsWith("Anna")) ?? "";
  const fields = line.split(",");
  expect(fields.slice(0, 8)).toEqual([
    "Anna",
    "P-1",
    "Statement of client assets",
    "2026-01-01",
    "2026-03-31",
    "English",
    String(report?.id),
    report?.dataHash,
  ]);
  expect(fields[11]).toBe("Olga Office");
  expect(fields[12]).toBe(String(runId));
  expect(fields[13]).toMatch(/^Anna \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(line).toMatch(/Anna \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(PAGE\); Anna .* \(CSV\)/);
  // What a spreadsheet would run as a formula is text.
  const second = lines.find((one) => one.includes("P-2")) ?? "";
  expect(second.startsWith(`"'=Boris"`)).toBe(true);
  expect(second).toContain("550 no such user");
  expect(lines.find((one) => one.startsWith("Empty"))).toMatch(
    new RegExp(
      `^Empty,P-3,Statement of client assets,2026-01-01,2026-03-31,${runId},Left out,Nothing held in the period,`,
    ),
  );
  const { content } = await office.client.reportRuns.getProofXlsx({
    query: { from: quarter.from, to: quarter.to, kind: "assets", language: "bg" },
  });
  const files = unzipSync(new Uint8Array(content));
  expect(strFromU8(files["xl/workbook.xml"] ?? new Uint8Array())).toContain("Публикувани отчети");
  expect(Object.keys(files).filter((name) => /worksheets\/sheet\d/.test(name))).toHaveLength(2);
  expect(
    await auditOf(app, { type: "reportPeriod", id: "2026-01-01 2026-03-31" }, "reportRun.proofExported"),
  ).toMatchObject([{ after: { reports: 2, without: 1, kind: null } }, { after: { kind: "assets" } }]);
  expect(
    await codeOf(
      office.client.reportRuns.getProofCsv({ query: { from: "2026-04-01", to: "2026-03-31", language: "en" } }),
    ),
  ).toBe("badInput");
  expect(
    await codeOf((await app.as("internal")).client.reportRuns.getProofCsv({ query: { ...quarter, language: "en" } })),
  ).toBe("forbidden");
});

test("a corrected report names what replaces it", async () => {
  const [former] = await reportsOf(anna);
  await bookEntries(app.services.db, of(anna), [{ ...deposit("2026-02-01", "5"), externalId: "late" }]);
  const { id } = await office.client.reportRuns.create({
    body: {
      ...quarter,
      holders: { scope: "chosen", holders: [{ holderType: "user", holderId: anna.id }] },
      language: "en",
      atOnce: true,
    },
  });
  await workOnRun(app.services, id);
  const [corrected, first] = await reportsOf(anna);
  expect([corrected?.replaces, first?.replacedBy]).toEqual([former?.id, corrected?.id]);
  expect(
    (await csv())
      .find((one) => one.includes(`,${former?.id},${former?.dataHash}`))
      ?.split(",")
      .at(-1),
  ).toBe(String(corrected?.id));
});

test("of one client and quarter: what was sent, when it was opened, and that it is unchanged, looked at now", async () => {
  const report = (await reportsOf(anna)).at(-1);
  const proof = await proofOf(anna, report?.id ?? 0);
  expect(proof).toMatchObject({
    dataHash: report?.dataHash,
    publishedBy: "Olga Office",
    run: runId,
    stored: "equal",
    again: "equal",
    tellings: [{ name: "Anna", undeliveredAt: null }],
    openings: [
      { name: "Anna", form: "page" },
      { name: "Anna", form: "csv" },
    ],
  });
  expect(await codeOf(proofOf(boris, report?.id ?? 0)), "of another client").toBe("notFound");
  // A changed text is found.
  const owner = new pg.Client(app.database.owner);
  await owner.connect();
  await owner.query(`alter table report disable trigger keep_report;
    update report set data = replace(data, '800', '801') where id = ${report?.id};
    alter table report enable trigger keep_report`);
  await owner.end();
  expect(await proofOf(anna, report?.id ?? 0)).toMatchObject({ stored: "different", again: "equal" });
});

test("what is published and told is evidence: it is neither changed nor deleted", async () => {
  for (const statement of [
    "update report_publication set published_at = now()",
    "delete from report_publication",
    "delete from report_telling",
    "update report_telling set told_at = now()",
    "delete from report_addressee",
    "update report_addressee set holder_id = 1",
  ])
    await expect(app.services.pool.query(statement)).rejects.toMatchObject({ code: "42501" });
});
