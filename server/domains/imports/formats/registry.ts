/** All formats, in the order in which they are asked whether a file is theirs: first the one that looks at bytes, not at text. */
import { csvFormat } from "../csv/format.ts";
import { workbookFormat } from "../csv/workbook.ts";
import { flexFormat } from "../flex/format.ts";
import { fileContent } from "../reading/file-content.ts";
import { isWorkbook } from "../reading/xlsx/workbook.ts";
import { camtFormat } from "./camt/format.ts";
import { ecbFormat } from "./ecb/format.ts";
import type { FileContent, FileFormat, Recognised } from "./format.ts";
import { mt535Format } from "./mt535/format.ts";
import { mt940Format } from "./mt940/format.ts";
import { openWealthFormat } from "./openwealth/format.ts";
import { semt002Format } from "./semt002/format.ts";

export const formats: readonly FileFormat[] = [
  openWealthFormat,
  ecbFormat,
  flexFormat,
  camtFormat,
  semt002Format,
  mt535Format,
  mt940Format,
  csvFormat,
  workbookFormat,
];

/** How much of a file is looked at to recognise it. */
const startBytes = 64 * 1024;

/** Without the bytes of a character that may be cut in two at the end. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > bytes.length - 4 && end > 0 && (bytes[end - 1] as number) >= 0x80) end -= 1;
  return bytes.subarray(0, end);
}

/** The file's first kilobytes, decoded only for a format that looks at text. */
function startOf(file: FileContent): FileContent {
  const bytes = file.bytes.subarray(0, startBytes);
  return fileContent(file.fileName, bytes.length < file.bytes.length ? wholeCharacters(bytes) : bytes);
}

export interface RecognisedFile extends Recognised {
  format: FileFormat;
}

/**
 * The format whose file it is, and what it carries; undefined if it is nobody's. `mapped` is asked last. A workbook is looked at whole,
 * because its directory stands at its end.
 */
export function recogniseFile(file: FileContent, mapped?: FileFormat): RecognisedFile | undefined {
  const isBook = isWorkbook(file);
  const start = isBook ? file : startOf(file);
  for (const format of [
    ...formats.filter(({ isBinary = false }) => isBinary === isBook),
    ...(mapped ? [mapped] : []),
  ]) {
    const recognised = format.recognise(start);
    if (recognised) return { ...recognised, format };
  }
  return undefined;
}
