/** Worker task: reads an uploaded file and reports what it would change. Stores its preview, and the file if it can be confirmed. */
import type { ImportPreview } from "@portico/api/imports.ts";
import type { Tools } from "../../../workers/task.ts";
import type { Asker } from "../audit-entries.ts";
import { fileContent } from "../reading/file-content.ts";
import type { Upload } from "./dry-run.ts";
import { answered } from "./preview.ts";
import { previewFile } from "./preview-file.ts";

/** The file as it was sent: its bytes, or its text, which is put together here, in pieces until then. */
type Sent = Omit<Upload, "content"> & { sent: readonly string[] | Uint8Array; fileName: string };

export async function run({ upload, asker }: { upload: Sent; asker: Asker }, tools: Tools): Promise<ImportPreview> {
  const { sent, fileName, ...rest } = upload;
  const bytes = sent instanceof Uint8Array ? sent : Buffer.from(sent.join(""), "utf8");
  const record = await previewFile(tools, asker, { ...rest, content: fileContent(fileName, bytes) });
  return answered(tools.db, asker, record);
}
