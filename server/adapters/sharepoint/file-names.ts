/** Names of files that would otherwise take another's place. */
import { sharepointNameMaxLength } from "@portico/api/rules/sharepoint-names.ts";
import { cutBytes } from "../../kernel/cut.ts";

/** How many files of one name a folder may have. */
export const maxSameName = 100;

/** As the measure of a name's parts: in characters, or in bytes. */
type Cut = (text: string, max: number) => string;
const byCharacters: Cut = (text, max) => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");

/** The name itself, then `name (2).pdf` and so on; never longer than a name may be. */
export function numbered(name: string, number: number, { inBytes = false } = {}): string {
  const dot = name.lastIndexOf(".");
  const end = dot > 0 ? dot : name.length;
  const behind = `${number === 1 ? "" : ` (${number})`}${name.slice(end)}`;
  const length = inBytes ? Buffer.byteLength(behind) : behind.length;
  return (inBytes ? cutBytes : byCharacters)(name.slice(0, end), sharepointNameMaxLength - length) + behind;
}

/** Names that are one to SharePoint, to Windows and to macOS: they differ in case, or in how marks are encoded. */
export const folded = (name: string): string => name.normalize("NFC").toLowerCase();
