/** All formats, in the order in which they are asked whether a file is theirs. */
import { csvFormat } from "../csv/format.ts";
import { flexFormat } from "../flex/format.ts";
import { camtFormat } from "./camt/format.ts";
import type { FileContent, FileFormat, Recognised } from "./format.ts";
import { mt940Format } from "./mt940/format.ts";

export const formats: readonly FileFormat[] = [flexFormat, camtFormat, mt940Format, csvFormat];

/** How much of a file is looked at to recognise it. */
const startBytes = 64 * 1024;

/** The file's first kilobytes; a character cut in two at their end is no fault of the file. */
function startOf({ fileName, bytes, text, encoding, contradicts }: FileContent): FileContent {
  return { fileName, bytes: bytes.subarray(0, startBytes), text: text.slice(0, startBytes), encoding, contradicts };
}

export interface RecognisedFile extends Recognised {
  format: FileFormat;
}

/** The format whose file it is, and what it carries; undefined if it is nobody's. */
export function recogniseFile(file: FileContent): RecognisedFile | undefined {
  const start = startOf(file);
  for (const format of formats) {
    const recognised = format.recognise(start);
    if (recognised) return { ...recognised, format };
  }
  return undefined;
}
