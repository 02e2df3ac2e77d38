/** Worker task: previews each file of a ZIP by itself. */
import type { ImportRefusal } from "@portico/api/imports.ts";
import type { Tools } from "../../../workers/task.ts";
import type { Asker } from "../audit-entries.ts";
import { unpackArchive } from "../reading/archive.ts";
import { UnreadableFile } from "../reading/parsed-file.ts";
import type { Upload } from "./dry-run.ts";
import { previewFile } from "./preview-file.ts";

/** What was read of a ZIP: the imports of its files, and why the rest of it could not be unpacked. */
export interface ReadArchive {
  ids: number[];
  refusal: Pick<ImportRefusal, "code" | "detail"> | null;
}

const nothingTyped = { openingBalances: [], exclude: [], decisions: [], transferCosts: [] };

type Given = { bytes: Uint8Array; asker: Asker } & Pick<Upload, "pickup" | "custodian">;

export async function run({ bytes, asker, pickup, custodian }: Given, tools: Tools): Promise<ReadArchive> {
  const ids: number[] = [];
  try {
    for await (const content of unpackArchive(bytes))
      ids.push(
        (await previewFile(tools, asker, { ...nothingTyped, content, custodian, ...(pickup && { pickup }) })).id,
      );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { ids, refusal: { code: error.refusal.code, detail: error.refusal.detail } };
  }
  return { ids, refusal: null };
}
