/** Files of NAVs: previewed with what looks wrong, refused row by row, stored whole or not at all. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { addInstruments } from "../../market-data/market-data.ts";
import { navFile, newFund, storeNavs } from "../testing/arranged.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  office = await app.as("office", { name: "Olga Office" });
  client = await app.as("client");
});
afterAll(() => app.close());

const preview = (content: string, fund_id?: number) =>
  office.client.funds.previewNavs({
    body: { fileName: "navs.csv", content, ...(fund_id !== undefined && { fund_id }) },
  });
/** Who supplied each day's value. */
const sourcesOf = async (id: number) => {
  const { days, sources, sourceOf } = await client.client.funds.getFundNavs({ params: { id }, query: {} });
  return days.map((day, place) => [day, sources[sourceOf[place] ?? -1]]);
};
const confirm = (id: number, acceptMarked = false) =>
  office.client.funds.confirmNavs({ params: { id }, body: { acceptMarked } });
const navsOf = async (id: number) => {
  const { days, values, gaps } = await client.client.funds.getFundNavs({ params: { id }, query: {} });
  return { rows: days.map((day, place) => [day, values[place]]), gaps };
};

describe("a file", () => {
  test("keeps for each day who supplied its value", async () => {
    const fund = await newFund(admin);
    const { id } = await preview(
      `isin,date,nav,source\n${fund.isin},2024-01-02,100,Administrator\n${fund.isin},2024-01-03,100.1,Depositary\n${fund.isin},2024-01-04,100.2,Administrator`,
    );
    await confirm(id ?? 0, true);
    expect(await sourcesOf(fund.id)).toEqual([
      ["2024-01-02", "Administrator"],
      ["2024-01-03", "Depositary"],
      ["2024-01-04", "Administrator"],
    ]);
  });

  test("leaves out rows without a NAV and counts them; one of another kind is named", async () => {
    const fund = await newFund(admin);
    const shown = await preview(
      `isin,date,nav\n${fund.isin},2024-01-02,100\n${fund.isin},2024-01-03,\n${fund.isin},2024-01-04,N/A`,
    );
    expect(shown).toMatchObject({ state: "previewed", newRows: 1, leftOutRows: 2, refusals: [] });
    const json = await preview('[{"isin": "LU0000000000"}]');
    expect(json.refusals).toEqual([{ line: null, code: "otherFile", detail: "json" }]);
  });

  test("of several funds is shown before anything is stored, and stored whole when confirmed", async () => {
    const [one, two] = [await newFund(admin), await newFund(admin, { currency: "USD" })];
    const file = [
      "isin;date;nav;currency;source",
      `${one.isin};2024-01-02;100.10;EUR;Administrator`,
      `${one.isin.toLowerCase()};2024-01-03;100.2;;Administrator`,
      `${two.isin};2024-01-02;50;USD;Administrator`,
    ].join("\n");
    const shown = await preview(file);
    expect(shown).toMatchObject({
      state: "previewed",
      rows: 3,
      newRows: 3,
      knownRows: 0,
      refusedRows: 0,
      markedRows: 0,
    });
    expect(shown.funds).toEqual([
      { fund_id: one.id, name: one.name, isin: one.isin, rows: 2, from: "2024-01-02", to: "2024-01-03" },
      { fund_id: two.id, name: two.name, isin: two.isin, rows: 1, from: "2024-01-02", to: "2024-01-02" },
    ]);
    expect(await navsOf(one.id)).toEqual({ rows: [], gaps: [] });
    expect(await confirm(shown.id)).toMatchObject({ state: "confirmed", can: { confirm: false, discard: false } });
    expect((await navsOf(one.id)).rows).toEqual([
      ["2024-01-02", "100.1"],
      ["2024-01-03", "100.2"],
    ]);
    expect((await client.client.funds.getFund({ params: { id: one.id } })).nav).toEqual({
      day: "2024-01-03",
      value: "100.2",
      source: "Administrator",
    });
    expect((await auditOf(app, { type: "fund", id: shown.id })).map(({ action }) => action).slice(-2)).toEqual([
      "fund.navsPreviewed",
      "fund.navsConfirmed",
    ]);
    // Confirmed twice it is stored once.
    expect((await confirm(shown.id)).state).toBe("confirmed");
  });

  test("skips rows that are stored already with the same value, and counts them", async () => {
    const fund = await newFund(admin);
    await storeNavs(office, fund.id, ["2024-01-02", "10"]);
    const shown = await preview(
      navFile(["2024-01-02", "10.00"], ["2024-01-03", "10.1"], ["2024-01-03", "10.1"]),
      fund.id,
    );
    expect(shown).toMatchObject({ rows: 3, newRows: 1, knownRows: 2, refusedRows: 0 });
    await confirm(shown.id);
    expect((await navsOf(fund.id)).rows).toHaveLength(2);
    const nothing = await preview(navFile(["2024-01-02", "10"]), fund.id);
    expect(nothing).toMatchObject({ newRows: 0, can: { confirm: false } });
  });

  test("is refused with line and reason for each bad row, and nothing of it is stored", async () => {
    const fund = await newFund(admin);
    await storeNavs(office, fund.id, ["2024-01-02", "10"]);
    const tomorrow = addDays(new Date().toISOString().slice(0, 10), 2);
    const rows = [
      ["", "2024-02-01", "10", "EUR"],
      ["US0378331006", "2024-02-01", "10", "EUR"],
      ["US0378331005", "2024-02-01", "10", "EUR"],
      [fund.isin, "2024-02-30", "10", "EUR"],
      [fund.isin, "01.02.2024", "10", "EUR"],
      [fund.isin, tomorrow, "10", "EUR"],
      [fund.isin, "2024-02-01", "0", "EUR"],
      [fund.isin, "2024-02-02", "-3", "EUR"],
      [fund.isin, "2024-02-05", "10,25", "EUR"],
      [fund.isin, "2024-02-06", "1 000.5", "EUR"],
      [fund.isin, "2024-02-07", "", "EUR"],
      [fund.isin, "2024-02-08", "10", "USD"],
      [fund.isin, "2024-02-09", "10", "EUR"],
      [fund.isin, "2024-02-09", "10.01", "EUR"],
      [fund.isin, "2024-02-12", "1e12", "EUR"],
    ];
    const file = ["isin;date;nav;currency", ...rows.map((row) => row.join(";"))].join("\n");
    const shown = await preview(file);
    expect(shown.refusals.map(({ line, code, detail }) => `${line} ${code} ${detail}`)).toEqual([
      "2 missingValue isin",
      "3 unknownInstrument US0378331006",
      "4 unknownInstrument US0378331005",
      "5 badDate 2024-02-30",
      "6 badDate 01.02.2024",
      `7 futureDate ${tomorrow}`,
      "9 belowZero nav: -3",
      "10 badNumber nav: 10,25 (→ 10.25)",
      "11 badNumber nav: 1 000.5",
      `13 currencyMismatch ${fund.isin}: USD ≠ EUR`,
      `15 repeatedInFile ${fund.isin} 2024-02-09: 10 ≠ 10.01`,
      "16 badNumber nav: 1e12",
    ]);
    expect(shown).toMatchObject({ state: "refused", can: { confirm: false } });
    expect(await codeOf(confirm(shown.id))).toBe("fileRefused");
    expect((await navsOf(fund.id)).rows).toEqual([["2024-01-02", "10"]]);
  });

  test.each([
    ["nothing", "", "emptyFile"],
    ["a header alone", "date,nav", "emptyFile"],
    ["no column with the values", "date,value\n2024-01-02,1", "unknownColumn"],
    ["a missing column", "date\n2024-01-02", "missingColumn"],
    ["prices", "isin,date,price,source\nUS0378331005,2024-01-10,12.5,Exchange", "otherFile"],
    ["a spreadsheet", "PK\u0003\u0004rest", "malformedFile"],
    ["a quote never closed", 'date,nav\n"2024-01-02,1', "malformedFile"],
  ])("with %s is refused as a whole", async (_, content, code) => {
    const fund = await newFund(admin);
    expect((await preview(content, fund.id)).refusals.map((one) => one.code)).toEqual([code]);
  });

  test.each(["\t", "|", ";"])("is read with %j between its columns", async (sign) => {
    const fund = await newFund(admin);
    const shown = await preview(
      ["date,nav,source", "2024-01-02,100.5,Manager"].join("\n").replaceAll(",", sign),
      fund.id,
    );
    expect(shown).toMatchObject({ refusals: [], newRows: 1 });
  });

  test("with jumps, slips, weekends or gaps is marked, and stored only when looked at", async () => {
    const fund = await newFund(admin);
    await storeNavs(office, fund.id, ["2024-01-02", "100"]);
    const shown = await preview(
      navFile(
        ["2024-01-03", "130"],
        ["2024-01-04", "13.1"],
        ["2024-01-06", "13.2"],
        ["2024-01-22", "13.3"],
        ["2024-01-23", "13.4"],
      ),
      fund.id,
    );
    expect(shown.marked.map(({ day, before, marks }) => [day, before?.value, marks.join()])).toEqual([
      ["2024-01-03", "100", "jump"],
      ["2024-01-04", "130", "digits"],
      ["2024-01-06", "13.1", "weekend"],
      ["2024-01-22", "13.2", "gap"],
    ]);
    expect(await codeOf(confirm(shown.id))).toBe("quotesNotAccepted");
    expect((await navsOf(fund.id)).rows).toHaveLength(1);
    await confirm(shown.id, true);
    // A gap stays a gap.
    expect((await navsOf(fund.id)).gaps).toEqual([{ from: "2024-01-06", to: "2024-01-22" }]);
  });

  test("is compared with what is stored however far away, and one row does not move the first day", async () => {
    const fund = await newFund(admin);
    await storeNavs(office, fund.id, ["2024-01-02", "10"], ["2024-06-03", "10"]);
    const read = (...rows: [string, string][]) =>
      office.client.funds.previewNavs({
        body: { fileName: "navs.csv", content: navFile(...rows), fund_id: fund.id },
      });
    expect((await read(["2024-04-02", "20"])).marked).toMatchObject([
      { marks: ["jump", "gap"], before: { day: "2024-01-02" }, after: { day: "2024-06-03", value: "10" } },
    ]);
    expect((await read(["2024-12-02", "100"])).marked).toMatchObject([{ marks: ["digits", "gap"], after: null }]);
    expect(await read(["2014-01-02", "10"])).toMatchObject({
      state: "refused",
      refusals: [{ line: 2, code: "tooEarly", detail: "2014-01-02 < 2024-01-02" }],
    });
    expect(await read(["2023-12-29", "10"])).toMatchObject({ state: "previewed", marked: [{ marks: ["early"] }] });
  });

  test("dropped is not stored any more, and cannot be dropped after it was stored", async () => {
    const fund = await newFund(admin);
    const shown = await preview(navFile(["2024-01-02", "1"]), fund.id);
    const discard = (id: number) => office.client.funds.discardNavs({ params: { id }, body: {} });
    await discard(shown.id);
    await discard(shown.id);
    expect(await codeOf(confirm(shown.id))).toBe("stateConflict");
    const stored = await preview(navFile(["2024-01-02", "1"]), fund.id);
    await confirm(stored.id);
    expect(await codeOf(discard(stored.id))).toBe("stateConflict");
  });

  test("that another contradicts meanwhile is not stored; of two at once one stands", async () => {
    const fund = await newFund(admin);
    const files = await Promise.all(
      ["10", "11", "12"].map((value) => preview(navFile(["2024-01-02", value]), fund.id)),
    );
    const codes = await Promise.all(files.map(({ id }) => codeOf(confirm(id))));
    expect(codes.toSorted()).toEqual(["done", "stateConflict", "stateConflict"]);
    const winner = files[codes.indexOf("done")];
    expect((await navsOf(fund.id)).rows).toEqual([
      ["2024-01-02", ["10", "11", "12"][files.indexOf(winner as (typeof files)[0])]],
    ]);
  });

  test("of one fund may not name another; an unknown fund is not found", async () => {
    const [fund, other] = [await newFund(admin), await newFund(admin)];
    const shown = await preview(`isin,date,nav\n${other.isin},2024-01-02,1`, fund.id);
    expect(shown.refusals.map(({ code }) => code)).toEqual(["unknownInstrument"]);
    expect(await codeOf(preview(navFile(["2024-01-02", "1"]), 999_999))).toBe("notFound");
  });
});

describe("a stored NAV that was wrong", () => {
  const correct = (id: number, body: { day: string; before: string; value: string; reason: string }, who = office) =>
    codeOf(who.client.funds.correctNav({ params: { id }, body }));
  const correctionsOf = async (id: number) =>
    (await office.client.funds.openFund({ params: { id } })).corrections.map(({ day, before, value, reason }) => [
      day,
      before,
      value,
      reason,
    ]);

  test("is corrected with a reason; the value before is kept, and the audit log has both", async () => {
    const fund = await newFund(admin);
    await storeNavs(office, fund.id, ["2024-01-02", "10"], ["2024-01-03", "11"]);
    const body = { day: "2024-01-02", before: "10.00", value: "10.5", reason: "A digit was lost" };
    expect(await correct(fund.id, { ...body, before: "9" })).toBe("stateConflict");
    expect(await correct(fund.id, { ...body, value: "10" })).toBe("badInput");
    expect(await correct(fund.id, { ...body, value: "-1" })).toBe("badInput");
    expect(await correct(fund.id, { ...body, value: "0" })).toBe("quotesNotAccepted");
    expect(await correct(fund.id, { ...body, reason: "  " })).toBe("badInput");
    expect(await correct(fund.id, { ...body, day: "2024-01-05" })).toBe("notFound");
    expect(await correctionsOf(fund.id)).toEqual([]);

    // Sent twice it is one correction.
    for (let count = 0; count < 2; count += 1) expect(await correct(fund.id, body)).toBe("done");
    expect((await navsOf(fund.id)).rows).toEqual([
      ["2024-01-02", "10.5"],
      ["2024-01-03", "11"],
    ]);
    expect(await correctionsOf(fund.id)).toEqual([["2024-01-02", "10", "10.5", "A digit was lost"]]);
    expect(await auditOf(app, { type: "fund", id: fund.id }, "fund.navCorrected")).toMatchObject([
      {
        before: { day: "2024-01-02", value: "10.00", source: "TEST" },
        after: { value: "10.5", reason: "A digit was lost" },
      },
    ]);
  });

  test("of ten who correct it at once one stands, the others are told", async () => {
    const fund = await newFund(admin);
    await storeNavs(office, fund.id, ["2024-01-02", "10"]);
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        correct(fund.id, { day: "2024-01-02", before: "10", value: String(20 + index), reason: "Looked up again" }),
      ),
    );
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(codes.filter((code) => code === "stateConflict")).toHaveLength(9);
    expect(await correctionsOf(fund.id)).toHaveLength(1);
  });

  test("is shown as a conflict in a file, and taken as a correction only with a reason", async () => {
    const fund = await newFund(admin);
    await storeNavs(office, fund.id, ["2024-01-02", "10"], ["2024-01-03", "10.1"]);
    const shown = await preview(
      navFile(["2024-01-02", "10.2"], ["2024-01-03", "10.1"], ["2024-01-04", "10.3"]),
      fund.id,
    );
    expect(shown).toMatchObject({
      state: "previewed",
      newRows: 1,
      knownRows: 1,
      correctedRows: 1,
      refusedRows: 0,
      conflicts: [{ line: 2, day: "2024-01-02", stored: "10", value: "10.2" }],
    });
    expect(await codeOf(confirm(shown.id))).toBe("badInput");
    expect((await navsOf(fund.id)).rows).toHaveLength(2);
    const withReason = { params: { id: shown.id }, body: { acceptMarked: true, reason: "Published again" } };
    await office.client.funds.confirmNavs(withReason);
    expect((await office.client.funds.confirmNavs(withReason)).state).toBe("confirmed");
    expect((await navsOf(fund.id)).rows).toEqual([
      ["2024-01-02", "10.2"],
      ["2024-01-03", "10.1"],
      ["2024-01-04", "10.3"],
    ]);
    expect(await correctionsOf(fund.id)).toEqual([["2024-01-02", "10", "10.2", "Published again"]]);
  });

  test("that somebody corrected since the file was read is not corrected over", async () => {
    const fund = await newFund(admin);
    await storeNavs(office, fund.id, ["2024-01-02", "10"]);
    const shown = await preview(navFile(["2024-01-02", "10.2"]), fund.id);
    await correct(fund.id, { day: "2024-01-02", before: "10", value: "10.4", reason: "Looked up again" });
    const late = office.client.funds.confirmNavs({
      params: { id: shown.id },
      body: { acceptMarked: true, reason: "Published again" },
    });
    expect(await codeOf(late)).toBe("stateConflict");
    expect((await navsOf(fund.id)).rows).toEqual([["2024-01-02", "10.4"]]);
  });

  test("changes in no other way, whatever the application does", async () => {
    const fund = await newFund(admin);
    await storeNavs(office, fund.id, ["2024-01-02", "10"]);
    await expect(
      sql`update fund_nav set value = 11 where fund_id = ${fund.id}`.execute(app.services.db),
    ).rejects.toThrow(/correction/);
  });
});

test("a NAV of nothing is marked until a person accepts it, is shown, repeats unmarked, and is left by a correction", async () => {
  const fund = await newFund(admin);
  await storeNavs(office, fund.id, ["2024-01-02", "10"]);
  const shown = await preview(navFile(["2024-01-03", "0"], ["2024-01-04", "0.00"]), fund.id);
  expect(shown.marked).toMatchObject([{ line: 2, value: "0", before: { value: "10" }, marks: ["zero"] }]);
  expect(await codeOf(confirm(shown.id))).toBe("quotesNotAccepted");
  await confirm(shown.id, true);
  expect((await navsOf(fund.id)).rows).toEqual([
    ["2024-01-02", "10"],
    ["2024-01-03", "0"],
    ["2024-01-04", "0"],
  ]);
  expect((await office.client.funds.openFund({ params: { id: fund.id } })).nav).toMatchObject({ value: "0" });
  // The first NAV of a fund may be nothing too; one beside a value is marked whichever comes first.
  const between = await preview(navFile(["2024-01-01", "0"]), fund.id);
  expect(between.marked).toMatchObject([{ marks: ["zero", "early"] }]);

  const correct = (before: string, value: string, acceptZero = false) =>
    office.client.funds.correctNav({
      params: { id: fund.id },
      body: { day: "2024-01-04", before, value, reason: "The liquidator's report", acceptZero },
    });
  await correct("0", "0.5");
  expect(await codeOf(correct("0.5", "0"))).toBe("quotesNotAccepted");
  await correct("0.5", "0", true);
  expect((await navsOf(fund.id)).rows.at(-1)).toEqual(["2024-01-04", "0"]);
});

test("prices of the instrument with the ISIN complete the NAVs, which count where both are there", async () => {
  const fund = await newFund(admin);
  const { db } = app.services;
  const instrument = {
    name: "The same",
    ticker: fund.isin,
    isin: fund.isin,
    currency: "EUR",
    assetClass: "fund",
    country: null,
  } as const;
  await addInstruments(db, [instrument]);
  const price = (day: string, value: string) =>
    sql`insert into price (instrument_id, currency, day, source, value) select id, currency, ${day}::date, 'Exchange', ${value}::numeric from instrument where isin = ${fund.isin}`.execute(
      db,
    );
  await price("2024-01-02", "99");
  await price("2024-01-04", "102");
  await storeNavs(office, fund.id, ["2024-01-02", "100"], ["2024-01-03", "101"]);
  expect((await navsOf(fund.id)).rows).toEqual([
    ["2024-01-02", "100"],
    ["2024-01-03", "101"],
    ["2024-01-04", "102"],
  ]);
  const found = await client.client.funds.getFund({ params: { id: fund.id } });
  expect(found).toMatchObject({ nav: { day: "2024-01-04", value: "102", source: "Exchange" }, since: "2024-01-02" });
  expect(found.instrument_id).not.toBeNull();
});

describe("a fund", () => {
  test("with a wrong check digit, or the ISIN of another, is refused", async () => {
    const fund = await newFund(admin);
    const wrong = `${fund.isin.slice(0, -1)}${(Number(fund.isin.at(-1)) + 1) % 10}`;
    const { id: _, documents: _d, since: _s, nav: _n, instrument_id: _i, demo: _m, ...content } = fund;
    const create = (isin: string) => codeOf(admin.client.funds.createFund({ body: { ...content, isin } }));
    expect(await create(wrong)).toBe("badInput");
    expect(await create(fund.isin)).toBe("nameInUse");
  });

  test("keeps its currency once it has NAVs, and the second of two editors is told", async () => {
    const fund = await newFund(admin);
    const { saved_at } = await admin.client.funds.openFund({ params: { id: fund.id } });
    const { id, documents: _d, since: _s, nav: _n, instrument_id: _i, demo: _m, ...content } = fund;
    const save = (more: object, since: string) =>
      codeOf(admin.client.funds.saveFund({ params: { id }, body: { content: { ...content, ...more }, since } }));
    await storeNavs(office, id, ["2024-01-02", "1"]);
    expect(await save({ currency: "USD" }, saved_at)).toBe("inUse");
    expect(await save({ name: "Renamed" }, saved_at)).toBe("done");
    expect(await save({ name: "Renamed again" }, saved_at)).toBe("stateConflict");
    expect((await client.client.funds.getFund({ params: { id } })).name).toBe("Renamed");
  });

  test("is found by a part of its name, ISIN or manager, page by page", async () => {
    const mine = [
      await newFund(admin, { name: "Zephyr A" }),
      await newFund(admin, { name: "zephyr B" }),
      await newFund(admin, { name: "Zephyr 100%" }),
    ];
    const find = async (search: string) =>
      (await client.client.funds.listFunds({ query: { search } })).funds.map(({ name }) => name);
    expect(await find("ZEPHYR")).toEqual(["Zephyr 100%", "Zephyr A", "zephyr B"]);
    expect(await find("r 100%")).toEqual(["Zephyr 100%"]);
    expect(await find("_ephyr")).toEqual([]);
    expect(await find(mine[1]?.isin ?? "")).toEqual(["zephyr B"]);
    const first = await client.client.funds.listFunds({ query: { search: "zephyr", limit: 2 } });
    const rest = await client.client.funds.listFunds({
      query: { search: "zephyr", limit: 2, cursor: first.nextCursor ?? "" },
    });
    expect(rest).toMatchObject({ funds: [{ name: "zephyr B" }], nextCursor: null, can: { create: false } });
  });
});
