/** Texts of cells: numbers as they were written, dates as days, errors and truth values by their names. */

const dayLength = 86_400;
const calendars = {
  /** Excel counts a 29 February 1900 that there was not. */
  1900: Date.UTC(1899, 11, 30),
  1904: Date.UTC(1904, 0, 1),
} as const;
export type Calendar = keyof typeof calendars;

/** Digits that a number of a workbook has; more come from its binary form, such as 0.30000000000000004. */
const digitsOfNumber = 15;

/** The number in plain notation; undefined if the text is none. */
export function plainNumber(written: string): string | undefined {
  const found = /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,3}))?$/.exec(written.trim());
  if (!found) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = found;
  if (whole + fraction === "" || Math.abs(Number(exponent)) > 60) return undefined;
  const all = `${whole}${fraction}`.replace(/^0+(?=\d)/, "");
  const decimals = fraction.length - Number(exponent);
  // A whole number stays as it is, however long.
  const surplus = decimals > 0 ? Math.min(Math.max(all.length - digitsOfNumber, 0), decimals) : 0;
  const digits = surplus === 0 ? all : rounded(all, surplus);
  const text = placePoint(digits, digits.length - decimals + surplus);
  return sign === "-" && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Without so many last digits. */
const rounded = (digits: string, surplus: number): string => {
  const kept = digits.length - surplus;
  return (BigInt(digits.slice(0, kept)) + (digits.charCodeAt(kept) >= 53 ? 1n : 0n)).toString();
};

function placePoint(digits: string, point: number): string {
  if (point <= 0) return trimmed(`0.${"0".repeat(-point)}${digits}`);
  if (point >= digits.length) return digits + "0".repeat(point - digits.length);
  return trimmed(`${digits.slice(0, point)}.${digits.slice(point)}`);
}

const trimmed = (text: string): string => text.replace(/(?<!0)0+$/, "").replace(/\.$/, "");

/** A date, with its time unless that is midnight; a time alone below one day. Undefined for what is no date of the calendar. */
export function momentOf(written: string, calendar: Calendar): string | undefined {
  const serial = Number(written);
  if (!Number.isFinite(serial) || serial < 0 || serial > 109_574) return undefined;
  const days = Math.floor(serial);
  const seconds = Math.round((serial - days) * dayLength);
  const time = new Date(seconds * 1000).toISOString().slice(11, 19);
  if (days === 0 && calendar === 1900) return seconds === 0 ? undefined : time;
  // The day that was not, and those before it, which are counted one too far.
  if (calendar === 1900 && days === 60) return undefined;
  const shift = calendar === 1900 && days < 60 ? 1 : 0;
  const moment = new Date(calendars[calendar] + ((days + shift) * dayLength + seconds) * 1000).toISOString();
  return moment.slice(11, 19) === "00:00:00" ? moment.slice(0, 10) : `${moment.slice(0, 10)} ${moment.slice(11, 19)}`;
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** The place of a column in a cell's name: 0 for `A7`, 27 for `AB7`; undefined for what is no name. */
export function columnOf(name: string): number | undefined {
  let column = 0;
  let at = 0;
  for (; at < name.length && at < 3; at += 1) {
    const letter = name.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return at === 0 ? undefined : column - 1;
}
