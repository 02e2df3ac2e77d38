/** Files of reports, read by others than the code that writes them. */

import { formatAmount, formatPrice, formatQuantity } from "@portico/api/rules/written-figures.ts";
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { type PdfDocument, writePdf } from "@portico/pdf/write.ts";
import { assetsData } from "@portico/reports/assets.ts";
import { shapeOf } from "@portico/reports/charts/shape.ts";
import type { Chart } from "@portico/reports/layout.ts";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { checkAccessible } from "../testing/accessibility.ts";
import { reportDocument } from "./document.ts";
import { run as writeReport } from "./pdf.task.ts";
import { sheetNames, run as writeSheets } from "./sheets.task.ts";
import { type FileOrder, showReport, writingIn } from "./shown.ts";

const languages = ["bg", "en", "pl"] as const;

const logo = (
  await sharp({ create: { width: 360, height: 96, channels: 4, background: { r: 11, g: 79, b: 108, alpha: 0.5 } } })
    .png()
    .toBuffer()
).toString("base64");

interface Held {
  name: string;
  quantity: string;
  price: string | null;
  value: string | null;
}

function orderOf(language: Language, held: readonly Held[], more: Partial<FileOrder> = {}): FileOrder {
  const data = assetsData({
    given: { firm: "Portico", timeZone: "Europe/Sofia", holder: { type: "user", name: "Zażółć Гошо", account: "A-1" } },
    period: { from: "2026-01-01", to: "2026-03-31" },
    currency: "EUR",
    instruments: held.map(({ name, quantity, price, value }, index) => ({
      name,
      isin: `IE00BK5BQ${100 + index}`,
      ticker: null,
      assetClass: "equity",
      currency: "EUR",
      quantity,
      price: price === null ? null : { value: price, currency: "EUR", day: "2026-03-31", source: "exchange" },
      rate: { value: "1", day: "2026-03-31", source: "fixed" },
      value,
      gaps: value === null ? [{ code: "priceMissing", name }] : [],
    })),
    cash: [
      {
        currency: "EUR",
        amount: "1234567.89",
        rate: { value: "1", day: "2026-03-31", source: "fixed" },
        value: "1234567.89",
        gaps: [],
      },
    ],
    excluded: [],
  });
  return {
    id: 7,
    kind: "assets",
    language,
    data,
    dataHash: "ab".repeat(32),
    firm: "Portico Wealth AD",
    brand: { accent: "#0B4F6C", logo },
    timeZone: "Europe/Sofia",
    knownAt: "2026-04-01T08:00:00.000Z",
    madeAt: "2026-04-01T08:00:01.000Z",
    replaces: null,
    changes: [],
    ...more,
  };
}

const many: Held[] = Array.from({ length: 60 }, (_, index) => ({
  name: `ACME ${index} plc`,
  quantity: `${index + 1}.125`,
  price: index % 7 === 3 ? null : `${1000 + index}.4321`,
  value: index % 7 === 3 ? null : `${(index + 1) * 1000}.45`,
}));

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, "");

describe.each(languages)("a statement in %s", async (language) => {
  const { bytes } = await writeReport(orderOf(language, many));
  const { text, faults, tags } = await checkAccessible(bytes);

  test("keeps to the rules of PDF/UA-1 that can be checked", () => {
    expect(faults).toEqual([]);
  });

  test("says every figure of its data to another reader", () => {
    const written = withoutSpaces(text);
    const figures = many.flatMap(({ quantity, price, value }) => [
      formatQuantity(language, quantity),
      ...(price === null ? [] : [formatPrice(language, price, "EUR")]),
      ...(value === null ? [] : [formatAmount(language, value, "EUR")]),
    ]);
    expect(
      [...figures, formatAmount(language, "1234567.89", "EUR")].filter((one) => !written.includes(withoutSpaces(one))),
    ).toEqual([]);
    for (const { name } of many) expect(written).toContain(withoutSpaces(name));
  });

  test("has firm, hash, knowledge time and number on each page, and the table's head where it goes on", () => {
    const count = (part: string): number => withoutSpaces(text).split(withoutSpaces(part)).length - 1;
    const t = textIn(language);
    const pages = Math.max(
      ...Array.from({ length: 20 }, (_, page) => page + 1).filter((page) =>
        withoutSpaces(text).includes(withoutSpaces(t("reports.file.page", { page: "1", pages: String(page) }))),
      ),
    );
    expect(pages).toBeGreaterThan(3);
    for (let page = 1; page <= pages; page += 1)
      expect(count(t("reports.file.page", { page: String(page), pages: String(pages) }))).toBe(1);
    expect(count(`2026-04-01 11:00:00 Europe/Sofia · ${"ab".repeat(8)}`)).toBe(pages);
    expect(count("Portico Wealth AD")).toBe(pages);
    // In the tags the head is there once; where it is drawn again it is no content.
    expect(count(t("reports.assets.quantity") + t("reports.assets.price"))).toBeGreaterThan(2);
    expect(tags.filter(({ role }) => role === "TH").length).toBeLessThan(25);
  });
});

const chart = (form: Chart["form"]): Chart => ({
  kind: "chart",
  form,
  title: "reports.assets.all",
  table: {
    kind: "table",
    title: "reports.assets.all",
    columns: [
      { label: "reports.assets.priceDay", fields: [{ label: "reports.assets.priceDay", as: "day" }] },
      {
        label: "reports.assets.value",
        numeric: true,
        fields: [{ label: "reports.assets.value", as: "amount", currency: "EUR" }],
      },
      {
        label: "reports.assets.amount",
        numeric: true,
        fields: [{ label: "reports.assets.amount", as: "amount", currency: "EUR" }],
      },
    ],
    rows: [
      ["2026-01-31", "1000.50", "900"],
      ["2026-02-28", null, "950"],
      ["2026-03-31", "1200.25", "-40"],
      ["2026-04-30", "1100", null],
    ],
    totals: [],
    empty: "reports.assets.noCash",
  },
});

describe.each(["line", "bars"] as const)("a chart of %s", (form) => {
  const documentIn = (language: Language): PdfDocument => {
    const shown = showReport(orderOf(language, []));
    return reportDocument({ ...shown, layout: { ...shown.layout, parts: [chart(form), chart(form)] } });
  };

  test("is a figure with its text, and its table has every figure", async () => {
    for (const language of languages) {
      const written = await writePdf(documentIn(language));
      if ("faults" in written) throw new Error(JSON.stringify(written.faults));
      const { faults, text, tags } = await checkAccessible(written.bytes);
      expect(faults).toEqual([]);
      expect(tags.filter(({ role }) => role === "Figure")).toHaveLength(2);
      for (const figure of ["1000.50", "1200.25", "-40", "950"])
        expect(withoutSpaces(text)).toContain(withoutSpaces(formatAmount(language, figure, "EUR")));
      const shape = shapeOf(writingIn(language, "UTC"), chart(form));
      expect(shape?.alternative).toContain(formatAmount(language, "1200.25", "EUR"));
      expect(shape?.alternative).not.toMatch(/reports\.|undefined|null/);
    }
  });
});

test("the firm's logo is in the file once, and its colour and picture are part of what the file's bytes depend on", async () => {
  const write = async (brand: FileOrder["brand"]) =>
    Buffer.from((await writeReport(orderOf("en", many, { brand }))).bytes);
  const own = await write({ accent: "#0B4F6C", logo });
  expect(own.equals(await write({ accent: "#0B4F6C", logo }))).toBe(true);
  expect(own.toString("latin1").match(/\/Subtype \/Image\b/g)).toHaveLength(2); // the picture and its transparency
  for (const other of [null, { accent: "#0B4F6C", logo: null }, { accent: "#7A1F1F", logo }])
    expect(own.equals(await write(other))).toBe(false);
});

const hostile = [
  "=1+1",
  "+359 2",
  "-5",
  "@SUM(A1)",
  '=HYPERLINK("http://x","y")',
  "\t=1",
  "＝1+1",
  "שלום =1",
  "😀",
  "x".repeat(5000),
  "_x0041_",
  "a;b,c\"d'e<&>",
];
const hostileHeld = hostile.map((name, index): Held => ({ name, quantity: "1", price: "2", value: `${index}.10` }));

interface ReadCell {
  kind: "text" | "number" | "day";
  value: string;
}

/** A workbook's cells by the rules of ECMA-376 for shared strings and number formats. */
function readWorkbook(bytes: Uint8Array): { name: string; rows: ReadCell[][]; hasFormula: boolean }[] {
  const files = unzipSync(bytes);
  const xml = (path: string): string => new TextDecoder("utf-8", { fatal: true }).decode(files[path]);
  const plain = (text: string): string =>
    text
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&apos;", "'")
      .replaceAll("&amp;", "&")
      .replaceAll(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const strings = [...xml("xl/sharedStrings.xml").matchAll(/<si>(.*?)<\/si>/gs)].map(([, one = ""]) => plain(one));
  const styles = xml("xl/styles.xml");
  const formats = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code = ""]) => [
      id,
      plain(code),
    ]),
  );
  const styled = [...(/<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? "").matchAll(/<xf ([^>]*?)\/?>/g)].map(
    ([, attributes = ""]) => formats.get(/numFmtId="(\d+)"/.exec(attributes)?.[1]) ?? "",
  );
  return [...xml("xl/workbook.xml").matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name = ""], index) => {
    const sheet = xml(`xl/worksheets/sheet${index + 1}.xml`);
    const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
      [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].flatMap(([, attributes = "", content = ""]): ReadCell[] => {
        const value = /<v>(.*?)<\/v>/.exec(content)?.[1];
        if (value === undefined) return [];
        if (/ t="s"/.test(` ${attributes}`)) return [{ kind: "text", value: strings[Number(value)] ?? "?" }];
        const format = styled[Number(/ s="(\d+)"/.exec(` ${attributes}`)?.[1])] ?? "";
        if (!/y/.test(format)) return [{ kind: "number", value }];
        return [{ kind: "day", value: new Date((Number(value) - 25569) * 86_400_000).toISOString().slice(0, 10) }];
      }),
    );
    return { name: plain(name), rows, hasFormula: /<f[ >]/.test(sheet) };
  });
}

describe("a workbook and CSV", () => {
  test("have numbers as numbers, days as days, and every text as it is", async () => {
    for (const language of languages) {
      const { bytes } = await writeSheets({ ...orderOf(language, hostileHeld), form: "xlsx" });
      const sheets = readWorkbook(bytes);
      expect(sheets.map(({ hasFormula }) => hasFormula)).toEqual([false, false, false]);
      const rows = sheets[1]?.rows ?? [];
      for (const [index, name] of hostile.entries()) {
        const row = rows.find(([first]) => first?.value === name);
        expect(row, name).toContainEqual({ kind: "number", value: String(Number(`${index}.10`)) });
        expect(row).toContainEqual({ kind: "day", value: "2026-03-31" });
        expect(row?.[0]?.kind).toBe("text");
      }
    }
  });

  test("no name becomes a formula in CSV, in the separators of the language", async () => {
    for (const language of languages) {
      const { bytes } = await writeSheets({ ...orderOf(language, hostileHeld), form: "csv" });
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
      expect(text.startsWith("\ufeff")).toBe(true);
      const separator = language === "en" ? "," : ";";
      const fields = text
        .slice(1)
        .split("\r\n")
        .flatMap((line) => line.split(separator));
      expect(fields.filter((field) => /^"?[\s]*[=+@＝]/.test(field))).toEqual([]);
      expect(text).toContain(language === "en" ? ",3.10,EUR" : ";3,10;EUR");
    }
  });

  test("the same report is the same workbook", async () => {
    const write = async () => Buffer.from((await writeSheets({ ...orderOf("pl", hostileHeld), form: "xlsx" })).bytes);
    expect((await write()).equals(await write())).toBe(true);
  });

  test("sheets have names that readers of workbooks accept, each once", () => {
    const long = "Приложение 8, част I: дялове и акции в чужбина";
    expect(sheetNames([long, `${long} 2`, "A/B", "a\\b", "'x'", "", "😀".repeat(16)])).toEqual([
      "Приложение 8, част I  дялове и",
      "Приложение 8, част I  дялов (2)",
      "A B",
      "a b (2)",
      "’x’",
      "–",
      "😀".repeat(15),
    ]);
  });
});
