/** All formats, in the order in which they are asked whether a file is theirs: first the one that looks at bytes, not at text. */
import { csvFormat } from "../csv/format.ts";
import { workbookFormat } from "../csv/workbook.ts";
import { flexFormat } from "../flex/format.ts";
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

/**
 * The file's first kilobytes; a character cut in two at their end is no fault of the file. A format that looks only at bytes does not
 * decode the file.
 */
const startOf = (file: FileContent): FileContent => ({
  fileName: file.fileName,
  bytes: file.bytes.subarray(0, startBytes),
  get text() {
    return file.text.slice(0, startBytes);
  },
  get encoding() {
    return file.encoding;
  },
  get contradicts() {
    return file.contradicts;
  },
});

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
