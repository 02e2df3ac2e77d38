/** A chosen file as it is sent, or why it cannot be sent. */
import type { ImportKind } from "@portico/api/rules/import-kinds.ts";
import { textOfFile } from "../../shell/staff/file-text.ts";
import { readBase64 } from "../../ui/file-base64.ts";

/** Below the API's limit of 96 MB, because JSON quoting enlarges the text. */
export const maxMegabytes = 80;

/** Types offered by the browser's file chooser; the server checks the content. */
export const fileTypes =
  ".xml,.csv,.tsv,.tab,.txt,.json,.sta,.940,.fin,.mt940,.mt535,.xlsx,.zip,text/xml,text/csv,text/tab-separated-values";

export interface ChosenFile {
  name: string;
  /** As it was chosen. */
  file: File;
  /** Undefined: as the server recognises it. */
  kind: ImportKind | undefined;
  /** Its text, or its bytes in base64 where they are no text in Unicode. */
  sent: { content: string } | { base64data: string };
}

export type ReadFault = "tooLarge" | "unreadable";

/** A text in Unicode is sent as it is; the server decodes other encodings, workbooks and archives. */
export async function readFile(file: File, kind: ImportKind | undefined): Promise<ChosenFile | ReadFault> {
  if (file.size > maxMegabytes * 1024 * 1024) return "tooLarge";
  try {
    return { name: file.name.slice(0, 200), file, kind, sent: await toSend(file) };
  } catch {
    return "unreadable";
  }
}

async function toSend(file: File): Promise<ChosenFile["sent"]> {
  const bytes = await file.arrayBuffer();
  try {
    return { content: textOfFile(bytes) };
  } catch {
    return { base64data: await readBase64(file) };
  }
}
