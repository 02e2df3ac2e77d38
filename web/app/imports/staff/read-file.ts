/** A chosen file as text, or why it cannot be sent. */
import type { importKinds } from "@portico/api/rules/import-kinds.ts";
import { textOfFile } from "../../shell/staff/file-text.ts";

export type ImportKind = (typeof importKinds)[number];

/** Below the API's limit of 96 MB, because JSON quoting enlarges the text. */
export const maxMegabytes = 80;

/** Types offered by the browser's file chooser; the server checks the content. */
export const fileTypes = ".xml,.csv,.tsv,.tab,.txt,text/xml,text/csv,text/tab-separated-values";

export interface ChosenFile {
  name: string;
  kind: ImportKind;
  content: string;
}

export type ReadFault = "tooLarge" | "unreadable";

/** Reads what `textOfFile` can decode; other encodings are refused, because names would be wrong. */
export async function readFile(file: File, kind: ImportKind): Promise<ChosenFile | ReadFault> {
  if (file.size > maxMegabytes * 1024 * 1024) return "tooLarge";
  try {
    const content = textOfFile(await file.arrayBuffer());
    return { name: file.name.slice(0, 200), kind, content };
  } catch {
    return "unreadable";
  }
}
