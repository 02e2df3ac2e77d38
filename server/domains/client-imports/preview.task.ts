/** Worker task: reads a file of clients, compares its lines, and stores the preview. Returns its id. */
import { createHash } from "node:crypto";
import type { ClientColumn } from "@portico/api/client-imports.ts";
import type { ClientField } from "@portico/api/rules/client-imports.ts";
import type { Language } from "@portico/api/shapes.ts";
import { transact } from "../../unit-of-work/transact.ts";
import type { Tools } from "../../workers/task.ts";
import { type Asker, toWriteContext } from "../imports/audit-entries.ts";
import { fileContent } from "../imports/reading/file-content.ts";
import { firmDay } from "../settings/firm-day.ts";
import { insertImport, insertLines } from "./client-imports.queries.ts";
import { type ComparedLine, compareAll } from "./reading/compare.ts";
import { readLine } from "./reading/line.ts";
import { RefusedFile, readClientTable } from "./reading/table.ts";

interface Upload {
  fileName: string;
  /** Its bytes, or its text in pieces. */
  sent: readonly string[] | Uint8Array;
  language: Language;
  columns: readonly { place: number; field: ClientField | null }[];
}

interface Preview {
  columns: ClientColumn[];
  lines: ComparedLine[];
  refused: Pick<RefusedFile, "code" | "detail"> | null;
}

async function read({ db }: Tools, file: ReturnType<typeof fileContent>, upload: Upload, now: Date): Promise<Preview> {
  try {
    const { columns, lines } = readClientTable(file, upload.columns);
    const { today } = await firmDay(db, now);
    const found = lines.map((line) => readLine(line, { language: upload.language, today }));
    return { columns, lines: await compareAll(db, found), refused: null };
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return { columns: error.columns, lines: [], refused: error };
  }
}

export async function run({ upload, asker }: { upload: Upload; asker: Asker }, tools: Tools): Promise<{ id: number }> {
  const { sent, fileName } = upload;
  const bytes = sent instanceof Uint8Array ? sent : Buffer.from(sent.join(""), "utf8");
  const file = fileContent(fileName, bytes);
  const { columns, lines, refused } = await read(tools, file, upload, asker.now);
  const sha256 = createHash("sha256").update(bytes).digest();
  const count = (is: (line: ComparedLine) => boolean) => lines.filter(is).length;
  const id = await transact(toWriteContext(tools, asker), async (tx) => {
    const made = await insertImport(tx, {
      fileName,
      sha256,
      encoding: file.encoding,
      columns,
      refusal: refused?.code ?? null,
      refusalDetail: refused?.detail ?? null,
      uploadedBy: asker.userId,
      people: count(({ data }) => data.kind === "person"),
      companies: count(({ data }) => data.kind === "company"),
      identified: count(({ data, state }) => data.state === "identified" && (state === "new" || state === "maybe")),
    });
    await insertLines(tx, made, lines);
    const states = Map.groupBy(lines, ({ state }) => state);
    const counts = Object.fromEntries([...states].map(([state, some]) => [state, some.length]));
    tx.audit("clientImport.previewed", made, {
      after: { fileName, sha256: sha256.toString("hex"), lines: lines.length, counts },
    });
    tx.emit("clientImports:changed", {});
    return made;
  });
  return { id };
}
