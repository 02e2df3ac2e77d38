/** Files of reports: read back, they say the same figures in three languages and forms. */
import { dayIn } from "@portico/api/rules/calendar.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { type ReadElement, readPdf } from "@portico/pdf/testing/read-pdf.ts";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { buy, deposit, makeInstruments, price, rate } from "../../portfolios/testing/firm.ts";
import { settingDefaults } from "../../settings/defaults.ts";
import { makeReport } from "../making.ts";

let app: TestApp;
let client: TestUser;
let instruments: number[];
const languages = ["bg", "en", "pl"] as const;
const holder = (): Holder => ({ holderType: "user", holderId: client.id });

beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.services;
  client = await app.as("client", { clientNumber: "F-1", name: "Zażółć Gęślą" });
  const ids = await makeInstruments(db, { ACME: "EUR", GLOB: "USD" });
  instruments = Object.values(ids);
  await rate(db, "USD", "2026-01-05", "1.1");
  await rate(db, "USD", "2026-03-31", "1.2");
  await bookEntries(db, holder(), [
    deposit("2026-01-05", "1234567.89"),
    deposit("2026-01-05", "500", "USD"),
    buy("2026-01-06", ids.ACME, "10.5", "-1000"),
    buy("2026-01-07", ids.GLOB, "3", "-300", { currency: "USD" }),
  ]);
  await price(db, ids.ACME, "2026-03-30", "123.456");
  await price(db, ids.GLOB, "2026-03-31", "101.5");
});
afterAll(() => app.close());

async function make(language: Language) {
  const body = { kind: "assets", from: "2026-01-01", to: "2026-03-31", language } as const;
  const { id } = await client.client.reports.ask({ params: holder(), body });
  await makeReport(app.services, id);
  return client.client.reports.get({ params: { id } });
}

const textOf = (element: ReadElement): string =>
  element.content.map((part) => (typeof part === "string" ? part : textOf(part))).join(" ");
function* elementsOf(elements: readonly (string | ReadElement)[]): Generator<ReadElement> {
  for (const one of elements)
    if (typeof one !== "string") {
      yield one;
      yield* elementsOf(one.content);
    }
}

/** Figures without what languages write differently: groups, and the sign between whole and fraction. */
const digitsOf = (text: string): string[] =>
  (text.match(/\d[\d\s\u00a0\u202f.,]*\d|\d/g) ?? []).map((figure) => figure.replaceAll(/\D/g, ""));

test("the PDF is tagged, in its language, and says the same figures in each; hash and knowledge time are on every page", async () => {
  const tables: string[][] = [];
  for (const language of languages) {
    const report = await make(language);
    const file = await client.client.reports.getPdf({ params: { id: report.id } });
    expect(file.media_type).toBe("application/pdf");
    const { pages, ...about } = await readPdf(file.content);
    expect(about).toMatchObject({ language, showsTitle: true });
    const elements = pages.flatMap((page) => [...elementsOf(page.elements)]);
    expect(elements.map(({ role }) => role)).toEqual(
      expect.arrayContaining(["H1", "H2", "Table", "TR", "TH", "TD", "P"]),
    );
    const text = elements.map(textOf).join("\n");
    expect(text).toContain("Zażółć Gęślą");
    expect(text.replaceAll(/\s/g, "")).toContain(report.dataHash);
    for (const { artifacts } of pages) {
      const frame = artifacts.join(" ");
      expect(frame).toContain(report.dataHash?.slice(0, 16));
      expect(frame).toContain(dayIn(settingDefaults.portalRules.timeZone, new Date(report.knownAt)));
      expect(frame).toContain("Portico");
    }
    tables.push(
      digitsOf(
        elements
          .filter(({ role }) => role === "TD")
          .map(textOf)
          .join(" | "),
      ),
    );
    // No key of a text is printed instead of the text.
    expect(text).not.toMatch(/reports\.\w/);
  }
  const [bg, en, pl] = tables;
  const figures = (one: string[] | undefined) =>
    one?.filter((digits) => !["2026", "1", "31"].includes(digits) && digits.length > 2);
  expect(figures(bg)).toEqual(figures(en));
  expect(figures(pl)).toEqual(figures(en));
  expect(en).toEqual(expect.arrayContaining(["123456", "129629", "105", "25375", "123356789"]));
});

test("written again the file is the same to the byte, in each form", async () => {
  const { id } = await make("en");
  for (const call of ["getPdf", "getXlsx", "getCsv"] as const) {
    const [one, other] = [
      await client.client.reports[call]({ params: { id } }),
      await client.client.reports[call]({ params: { id } }),
    ];
    expect(Buffer.from(one.content).equals(Buffer.from(other.content)), call).toBe(true);
    expect(one.name).toBe(`report-assets-2026-01-01-2026-03-31-${id}.${call.slice(3).toLowerCase()}`);
  }
});

test("CSV and workbook have the data's figures, every field in a column of its own", async () => {
  const { id } = await make("en");
  const csv = new TextDecoder().decode((await client.client.reports.getCsv({ params: { id } })).content);
  expect(csv).toContain("ACME plc,ACME,Shares,10.5,123.456,EUR,2026-03-30,exchange,,,,,1296.29,EUR");
  expect(csv).toContain("All financial instruments,,,,,,,,,,,,1550.04,EUR");
  expect(csv).toContain("USD,200,USD,0.83333333333333333333,2026-03-31,ECB,166.67,EUR");
  const bulgarian = await make("bg");
  const semicolons = new TextDecoder().decode(
    (await client.client.reports.getCsv({ params: { id: bulgarian.id } })).content,
  );
  expect(semicolons).toContain(";10,5;123,456;EUR;2026-03-30;exchange;;;;;1296,29;EUR");
  const { content } = await client.client.reports.getXlsx({ params: { id } });
  const entries = Object.entries(unzipSync(content)).map(
    ([name, bytes]) => [name, new TextDecoder().decode(bytes)] as const,
  );
  const sheets = entries.filter(([name]) => name.startsWith("xl/worksheets/sheet"));
  expect(sheets).toHaveLength(5);
  const values = sheets.map(([, xml]) => [...xml.matchAll(/<v>([^<]*)<\/v>/g)].map(([, value]) => value));
  expect(values[1]).toEqual(expect.arrayContaining(["10.5", "123.456", "1296.29", "253.75", "1550.04"]));
  expect(values[2]).toEqual(expect.arrayContaining(["1233567.89", "200", "166.67"]));
});

test("a correction's file lists what changed", async () => {
  const before = await make("en");
  const [acme = 0] = instruments;
  await bookEntries(app.services.db, holder(), [buy("2026-02-02", acme, "1", "-100")]);
  const after = await make("en");
  expect(after.replaces).toBe(before.id);
  const { pages } = await readPdf((await client.client.reports.getPdf({ params: { id: after.id } })).content);
  const rows = pages
    .flatMap((page) => [...elementsOf(page.elements)])
    .filter(({ role }) => role === "TR")
    .map((row) => row.content.map((cell) => (typeof cell === "string" ? cell : textOf(cell).trim())));
  expect(rows).toContainEqual(["Financial instruments · ACME plc · Quantity", "10.5", "11.5"]);
  expect(rows).toContainEqual([`Replaces`, String(before.id)]);
});

test("the firm's logo of then stays on a report, whatever the firm's brand is later", async () => {
  const admin = await app.as("admin");
  const logoOf = async (red: number) => {
    const background = { r: red, g: 79, b: 108, alpha: 1 };
    const picture = await sharp({ create: { width: 360, height: 96, channels: 4, background } })
      .png()
      .toBuffer();
    const { logo } = await admin.client.settings.uploadLogo({ body: { base64data: picture.toString("base64") } });
    return logo;
  };
  const save = (more: object) =>
    admin.client.settings.save({
      params: { name: "brand" },
      body: { data: { ...settingDefaults.brand, ...more } },
    });
  const pdfOf = async (id: number) => Buffer.from((await client.client.reports.getPdf({ params: { id } })).content);
  const images = (file: Buffer) => file.toString("latin1").match(/\/Subtype \/Image\b/g)?.length ?? 0;
  const plain = await make("en");
  expect(images(await pdfOf(plain.id))).toBe(0);
  await save({ logo: await logoOf(11) });
  // Equal data are the same report, also with another brand.
  expect((await make("en")).id).toBe(plain.id);
  await bookEntries(app.services.db, holder(), [deposit("2026-03-02", "1")]);
  const branded = await make("en");
  const file = await pdfOf(branded.id);
  expect(images(file)).toBeGreaterThan(0);
  await save({ logo: await logoOf(200), accent: { light: "#7A1F1F", dark: "#F2B8B5" }, name: "Another name" });
  expect((await pdfOf(branded.id)).equals(file)).toBe(true);
  expect(images(await pdfOf(plain.id))).toBe(0);
  await save({});
});
