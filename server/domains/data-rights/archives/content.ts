/** What is in the archive of a person's data, written while it is read: nothing of it is held in memory as a whole. */

import type { FormType } from "@portico/api/forms/forms.ts";
import { writeCsvLines } from "@portico/api/rules/csv.ts";
import { unfitForFileName } from "@portico/api/rules/visible-text.ts";
import { makeZip } from "client-zip";
import type { Services } from "../../../kernel/context.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { notStored } from "../../files/missing-contents.ts";
import { openDraft, openRevision } from "../../forms/content.ts";
import { openAttempt } from "../../forms/submission/attempts.ts";
import type { TableName } from "../../retention/classes.ts";
import { archivedTables, isOmitted, sealedColumns } from "./parts.ts";
import { type ArchivedRow, listColumns, listFiles, readLog, readRows } from "./rows.queries.ts";

type Making = Pick<Services, "vault" | "files">;

/** Counts of what was written. */
export interface ArchiveContents {
  rows: Record<string, number>;
  files: number;
}

interface Entry {
  name: string;
  input: AsyncIterable<Uint8Array> | Uint8Array;
  lastModified?: Date;
}

async function openSealed(making: Making, userId: number, table: TableName, row: ArchivedRow): Promise<unknown> {
  if (row.sealed === null) return null;
  const holder = { holderType: "user", holderId: userId } as const;
  if (table === "knowledge_attempt") return openAttempt(making, holder, row.sealed);
  const form = { ...holder, type: row.form_type as FormType };
  if (table === "form_draft") return openDraft(making, form, row.sealed);
  return openRevision(making, form, {
    revision: row.revision ?? 0,
    answers: row.sealed,
    content_hash: row.content_hash ?? Buffer.alloc(0),
  });
}

/** The rows as a JSON array, a row to a line; `count` is told how many. */
async function* writeJson(
  pages: AsyncIterable<ArchivedRow[]>,
  open: (row: ArchivedRow) => Promise<unknown>,
  sealed: string | undefined,
  count: (rows: number) => void,
): AsyncGenerator<Uint8Array> {
  let before = "[\n";
  for await (const page of pages) {
    const lines: string[] = [];
    for (const row of page)
      lines.push(
        sealed === undefined
          ? row.json
          : JSON.stringify({ ...(JSON.parse(row.json) as object), [sealed]: await open(row) }),
      );
    count(page.length);
    yield Buffer.from(`${before}${lines.join(",\n")}`);
    before = ",\n";
  }
  yield Buffer.from(before === "[\n" ? "[]\n" : "\n]\n");
}

async function* writeCells(
  pages: AsyncIterable<ArchivedRow[]>,
  open: (row: ArchivedRow) => Promise<unknown>,
  { columns, sealed }: { columns: readonly string[]; sealed: string | undefined },
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(writeCsvLines("en", [{ cells: [...columns] }]));
  const place = sealed === undefined ? -1 : columns.indexOf(sealed);
  for await (const page of pages) {
    const lines: { cells: (string | null)[] }[] = [];
    for (const row of page) {
      const cells = [...row.cells];
      if (place >= 0) cells[place] = JSON.stringify(await open(row));
      lines.push({ cells });
    }
    // The mark of the encoding stands once, before the header.
    yield Buffer.from(writeCsvLines("en", lines).slice(1));
  }
}

async function* writeLog(trx: Trx, userId: number, count: (rows: number) => void): AsyncGenerator<Uint8Array> {
  yield Buffer.from(writeCsvLines("en", [{ cells: ["at", "action", "by", "what"] }]));
  for await (const page of readLog(trx, userId)) {
    count(page.length);
    const lines = page.map(({ at, action, by, what }) => ({
      cells: [at, action, by, what === null ? null : JSON.stringify(what)],
    }));
    yield Buffer.from(writeCsvLines("en", lines).slice(1));
  }
}

async function* writeEntries(
  making: Making,
  trx: Trx,
  { userId, readme }: { userId: number; readme: string },
  contents: ArchiveContents,
): AsyncGenerator<Entry> {
  const counting = (table: string) => (rows: number) => {
    contents.rows[table] = (contents.rows[table] ?? 0) + rows;
  };
  yield { name: "README.txt", input: Buffer.from(readme) };
  for (const table of archivedTables) {
    const all = await listColumns(trx, table);
    const columns = all.filter((name) => !isOmitted(table, name));
    const sealed = sealedColumns[table];
    const open = (row: ArchivedRow) => openSealed(making, userId, table, row);
    const read = (as: "json" | "csv") => readRows(trx, table, { userId, columns, sealed, as });
    yield { name: `data/${table}.json`, input: writeJson(read("json"), open, sealed, counting(table)) };
    if ((contents.rows[table] ?? 0) > 0)
      yield { name: `data/${table}.csv`, input: writeCells(read("csv"), open, { columns, sealed }) };
  }
  yield { name: "log/log.csv", input: writeLog(trx, userId, counting("audit_entry")) };
  yield* writeFiles(making, trx, userId, contents);
}

async function* writeFiles(
  { files }: Making,
  trx: Trx,
  userId: number,
  contents: ArchiveContents,
): AsyncGenerator<Entry> {
  const all = await listFiles(trx, userId);
  const lost = await notStored(files, all);
  for (const file of all.filter((one) => !lost.includes(one))) {
    const input = (await files.open(file.sha256.toString("hex"))).stream();
    const name = file.name.replaceAll(unfitForFileName, "_");
    contents.files += 1;
    try {
      yield { name: `files/${file.id} ${name}`, input, lastModified: file.created_at };
    } finally {
      input.destroy();
    }
  }
  if (lost.length > 0)
    yield { name: "files/missing.txt", input: Buffer.from(lost.map(({ id, name }) => `${id} ${name}\n`).join("")) };
}

/** The ZIP, and what it will have counted when it has been read. The transaction must see one moment of the database. */
export function writeArchive(
  making: Making,
  trx: Trx,
  person: { userId: number; readme: string },
): { zip: AsyncIterable<Uint8Array>; contents: ArchiveContents } {
  const contents: ArchiveContents = { rows: {}, files: 0 };
  const zip = makeZip(writeEntries(making, trx, person, contents), { buffersAreUTF8: true });
  return { zip, contents };
}
