/** Files of clients that the portal writes: the template, and the lines that are to be mended. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  type ClientField,
  clientFailures,
  clientFaults,
  clientFields,
  clientHeadings,
  kindWords,
  stateWords,
} from "@portico/api/rules/client-imports.ts";
import { type CsvCell, writeCsv } from "@portico/api/rules/csv.ts";
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { SentFile } from "../../http/downloads.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { findImport, type LineRow, listLineRows } from "./client-imports.queries.ts";

function csvFile(name: string, text: string): SentFile {
  const file = Buffer.from(text);
  return {
    name,
    media_type: "text/csv; charset=utf-8",
    size: file.length,
    etag: createHash("sha256").update(file).digest("hex"),
    stream: (start, end) => Readable.from([file.subarray(start, end)]),
  };
}

/** A name in one column: two more would only ask which is meant. */
const offered = clientFields.filter((field) => field !== "firstName" && field !== "lastName");
const headingsIn = (language: Language): string[] =>
  offered.map((field) => clientHeadings[field][language][0] ?? field);
const wordIn = (words: readonly string[], language: Language): string =>
  words[({ en: 0, bg: 1, pl: 2 } as const)[language]] ?? "";

/** An example of a person, and of a company for which that person acts. */
function examples(language: Language): Partial<Record<ClientField, string>>[] {
  const t = textIn(language);
  const email = "anna@client.example";
  return [
    {
      kind: wordIn(kindWords.person, language),
      name: t("admin.clientImports.example.person"),
      email,
      phone: language === "pl" ? "+48 512 345 678" : "+359 88 812 3456",
      language,
      clientNumber: "C-1001",
      state: wordIn(stateWords.new, language),
    },
    {
      kind: wordIn(kindWords.company, language),
      name: t("admin.clientImports.example.company"),
      language,
      clientNumber: "C-1002",
      state: wordIn(stateWords.new, language),
      registerNumber: "203123457",
      country: language === "pl" ? "PL" : "BG",
      representatives: email,
    },
  ];
}

const nameOf = (language: Language, what: "template" | "faults"): string =>
  textIn(language)(`admin.clientImports.file.${what}`);

export function sendClientTemplate(language: Language): SentFile {
  const rows = examples(language).map((one) => offered.map((field) => one[field] ?? ""));
  return csvFile(`${nameOf(language, "template")}.csv`, writeCsv(language, headingsIn(language), rows, []));
}

/** All reasons of a line in words. */
function reasonsOf({ faults, failure }: LineRow, language: Language): string {
  const t = textIn(language);
  const words = faults.map(({ code, detail }) => t(`admin.clientImports.fault.${code}`, { detail: detail ?? "" }));
  const failed = clientFaults.find((code) => code === failure);
  const undecided = clientFailures.find((code) => code === failure);
  if (undecided) words.push(t(`admin.clientImports.failed.${undecided}`));
  else if (failed) words.push(t(`admin.clientImports.fault.${failed}`, { detail: "" }));
  else if (failure !== null) words.push(t("admin.clientImports.failure", { code: failure }));
  return words.join("; ");
}

/** Lines read in one query. */
const atOnce = 1000;

/** With their reasons, as the template has its columns; the reasons are not read when the file comes back. */
export async function sendClientFaults(context: Context, id: number, language: Language): Promise<SentFile> {
  const found = await findImport(context.db, id);
  if (!found) throw new Refusal("notFound");
  const t = textIn(language);
  const rows: CsvCell[][] = [];
  for (let after = 0; ; ) {
    const some = await listLineRows(context.db, id, { states: ["faulty", "failed"], after, limit: atOnce });
    for (const row of some)
      rows.push([
        ...offered.map((field) => (field === "name" ? wholeName(row) : row.written?.[field])),
        row.line,
        reasonsOf(row, language),
      ]);
    if (some.length < atOnce) break;
    after = some.at(-1)?.line ?? 0;
  }
  await transact(context, async (tx) => tx.audit("clientImport.exported", id, { after: { lines: rows.length } }));
  const header = [
    ...headingsIn(language),
    t("admin.clientImports.column.line"),
    t("admin.clientImports.column.reasons"),
  ];
  return csvFile(`${nameOf(language, "faults")}-${id}.csv`, writeCsv(language, header, rows, []));
}

const wholeName = ({ written }: LineRow): string =>
  written?.name ?? [written?.firstName, written?.lastName].filter((part) => part !== undefined).join(" ");
