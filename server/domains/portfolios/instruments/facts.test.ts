/** Country and sector of instruments over HTTP: who states them, what files may fill in, and what portfolios show. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { acme, flex, trade } from "../../imports/testing/flex-fixtures.ts";
import { imported } from "../../imports/testing/uploads.ts";
import { findInstrumentsKnown, readKnowledgeNow } from "../../market-data/knowledge.ts";
import { bookEntries } from "../ledger/writer.ts";
import { buy, makeInstruments } from "../testing/firm.ts";

let portal: TestApp;
let office: TestUser;
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => new Date("2024-12-31T12:00:00Z");
  office = await portal.as("office");
});
afterAll(() => portal.close());

const unknown = { country: null, sector: null };
const list = async (search: string, missing?: "country" | "sector" | "legalForm" | "venue") =>
  (await office.client.portfolios.listInstruments({ query: { search, ...(missing && { missing }) } })).instruments;

test("what staff state is in the portfolio at once, with a new version, and a second colleague sees the first one's change", async () => {
  const { FACT: id } = await makeInstruments(portal.services.db, { FACT: "EUR" });
  const client = await portal.as("client", { clientNumber: "F1" });
  const holder = { holderType: "user" as const, holderId: client.id };
  await bookEntries(portal.services.db, holder, [buy("2024-01-02", id, "1", "-10")]);
  const read = () => client.client.portfolios.getPortfolio({ params: holder });
  const before = await read();
  expect(before.instruments.find(({ instrumentId }) => instrumentId === id)).toMatchObject(unknown);
  const save = (body: Parameters<typeof office.client.portfolios.saveInstrumentFacts>[0]["body"]) =>
    office.client.portfolios.saveInstrumentFacts({ params: { id }, body });
  const saved = await save({ country: "NL", sector: "technology", before: unknown });
  expect(saved).toMatchObject({ country: "NL", sector: "technology", country_source: "staff", sector_source: "staff" });
  const after = await read();
  expect(after.instruments.find(({ instrumentId }) => instrumentId === id)).toMatchObject({
    country: "NL",
    sector: "technology",
  });
  expect(after.version).not.toBe(before.version);
  // The same again is no change; another one of what is not there any more is refused.
  expect(await save({ country: "NL", sector: "technology", before: unknown })).toEqual(saved);
  await expect(save({ country: "DE", sector: "energy", before: unknown })).rejects.toMatchObject({
    code: "stateConflict",
  });
  await expect(
    save({ country: "ZZ", sector: null, before: { country: "NL", sector: "technology" } }),
  ).rejects.toMatchObject({ code: "badInput" });
  const { rows } = await sql<{ after: unknown }>`
    select after from audit_entry where action = 'instrument.factsSaved'`.execute(portal.services.db);
  expect(rows).toHaveLength(1);
});

test("a file fills in what nobody stated, and never what a colleague stated or took out", async () => {
  const { account } = { account: "U880001" };
  await portal.as("client", { clientNumber: account });
  const file = (fields: Parameters<typeof trade>[0]) => flex({ account, Trades: [trade(fields)] });
  await imported(office, file({ ...acme, issuerCountryCode: undefined }));
  expect((await list("ACME"))[0]).toMatchObject({ ...unknown, country_source: null, sector_source: null });
  expect(await list("ACME", "country")).toHaveLength(1);
  // A later file states both: the country, and that it is a real estate investment trust.
  await imported(office, file({ ...acme, subCategory: "REIT" }));
  const [filled] = await list("ACME");
  expect(filled).toMatchObject({ country: "US", sector: "realEstate", country_source: "file", sector_source: "file" });
  expect(await list("ACME", "sector")).toEqual([]);
  const taken = await office.client.portfolios.saveInstrumentFacts({
    params: { id: filled?.id ?? 0 },
    body: { country: "CA", sector: null, before: { country: "US", sector: "realEstate" } },
  });
  expect(taken).toMatchObject({ country: "CA", sector: null, country_source: "staff", sector_source: "staff" });
  await imported(office, file({ ...acme, subCategory: "REIT" }));
  expect((await list("ACME"))[0]).toMatchObject({ country: "CA", sector: null });
});

test("legal form and venue: what a tax form asks for, as it was known at each time", async () => {
  const { db } = portal.services;
  const { FORM: id } = await makeInstruments(db, { FORM: "EUR" });
  const atFirst = await readKnowledgeNow(db);
  const save = (body: Parameters<typeof office.client.portfolios.saveInstrumentFacts>[0]["body"]) =>
    office.client.portfolios.saveInstrumentFacts({ params: { id }, body });
  expect((await list("FORM", "legalForm")).map((one) => one.id)).toEqual([id]);
  const none = { legalForm: null, venue: null };
  const stated = await save({ ...unknown, legalForm: "contractual", venue: "XETR", before: { ...unknown, ...none } });
  expect(stated).toMatchObject({ legalForm: "contractual", venue: "XETR", country_source: null });
  expect(await list("FORM", "venue")).toEqual([]);
  // A page of the build before names neither: both stay.
  expect(await save({ country: "LU", sector: null, before: unknown })).toMatchObject({
    country: "LU",
    legalForm: "contractual",
    venue: "XETR",
  });
  const before = { country: "LU", sector: null };
  await expect(save({ ...before, venue: "XPAR", before: { ...before, venue: "XAMS" } })).rejects.toMatchObject({
    code: "stateConflict",
  });
  for (const venue of ["xetr", "XETRA", "", "X/TR"])
    await expect(save({ ...before, venue, before })).rejects.toMatchObject({ code: "badInput" });
  expect(await save({ ...before, legalForm: null, before })).toMatchObject({ legalForm: null, venue: "XETR" });
  const known = async (at: string) => (await findInstrumentsKnown(db, [id], { at }))[0];
  expect(await known(atFirst)).toMatchObject({ country: null, ...none });
  expect(await known(await readKnowledgeNow(db))).toMatchObject({ country: "LU", legalForm: null, venue: "XETR" });
});
