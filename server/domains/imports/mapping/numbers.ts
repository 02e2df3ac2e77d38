/** Numbers of other makers' tables as our CSV writes them: a decimal point, a minus in front, no thousands signs. */
import type { Mapping } from "@portico/api/imports/mapping.ts";
import { RefusedRow } from "../reading/parsed-file.ts";

type Format = Mapping["numbers"];

const minus = /^[-−–]/;
const blanks = /[\s\u00A0\u202F\u2009]/g;
/** A currency's sign or code, alone or as in `US$`. */
const unitStart = /^(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}(?![A-Z]))\s*/u;
const unitEnd = /(?:[A-Z]{0,3}\p{Sc}|(?<![A-Z])[A-Z]{3})$/u;

/**
 * The number in plain notation. Throws a RefusedRow that quotes the column and the text if it is not written as the mapping says.
 * `isPlain`: the cell of a workbook is a number, whose text has a point.
 */
export function readNumber(written: string, column: string, format: Format, isPlain = false): string {
  if (isPlain) return written;
  const refused = (readings = ""): RefusedRow => new RefusedRow("badNumber", `${column}: ${written}${readings}`);
  const { isBelowZero, text } = withoutSign(written.trim(), format);
  const digits = text.replace(/^\+/, "");
  const { decimal, thousands } = format.decimal === "either" ? signsOf(digits, refused) : format;
  const [whole = "", fraction, ...more] = digits.split(decimal);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) throw refused();
  const ungrouped = withoutGroups(whole, thousands);
  if (ungrouped === undefined || (ungrouped === "" && fraction === undefined)) throw refused();
  const plain = `${ungrouped === "" ? "0" : ungrouped}${fraction === undefined ? "" : `.${fraction}`}`;
  return isBelowZero && /[1-9]/.test(plain) ? `-${plain}` : plain;
}

function withoutSign(written: string, { brackets, unit }: Format): { isBelowZero: boolean; text: string } {
  let text = written;
  let isBelowZero = false;
  const strip = (pattern: RegExp): boolean => {
    const before = text;
    text = text.replace(pattern, "").trim();
    return text !== before;
  };
  if (brackets && /^\(.*\)$/.test(text)) {
    text = text.slice(1, -1).trim();
    isBelowZero = true;
  } else if (brackets && strip(/[-−–]$/)) isBelowZero = true;
  if (!isBelowZero && strip(minus)) isBelowZero = true;
  if (unit) {
    strip(unitStart);
    strip(unitEnd);
    if (!isBelowZero && strip(minus)) isBelowZero = true;
  }
  return { isBelowZero, text };
}

/** The signs of a number that may have either: the last one divides the decimals, unless one alone stands before three digits. */
function signsOf(text: string, refused: (readings?: string) => RefusedRow): { decimal: string; thousands: string } {
  const points = text.split(".").length - 1;
  const commas = text.split(",").length - 1;
  if (points > 0 && commas > 0)
    return text.lastIndexOf(".") > text.lastIndexOf(",")
      ? { decimal: ".", thousands: "," }
      : { decimal: ",", thousands: "." };
  const sign = commas > 0 ? "," : ".";
  const other = sign === "," ? "." : ",";
  if (points + commas > 1) return { decimal: other, thousands: sign };
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(text))
    throw refused(` (→ ${text.replace(sign, "")} / ${text.replace(sign, ".")})`);
  return { decimal: sign, thousands: "" };
}

/** The digits before the decimals; undefined if their groups are not of three. */
function withoutGroups(whole: string, thousands: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole;
  if (thousands === "") return undefined;
  const unified =
    thousands === " " ? whole.replace(blanks, " ") : thousands === "'" ? whole.replace(/[’ʼ`´]/g, "'") : whole;
  const [first = "", ...groups] = unified.split(thousands);
  const isGrouped = /^\d{1,3}$/.test(first) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? [first, ...groups].join("") : undefined;
}
