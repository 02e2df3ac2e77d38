/** Numbers that people compare digit by digit, in groups. */

/** An IBAN in groups of four, as on paper. */
export const groupIban = (text: string): string =>
  text
    .replace(/\s/g, "")
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, "$1 ");

/** Calling codes of one digit, and of two; all others have three (ITU-T E.164). */
const callingCode = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** A number in E.164: the country code, then groups of three, with the last four together if one digit would remain. */
export function groupPhone(text: string): string {
  const [code] = callingCode.exec(text) ?? [];
  if (code === undefined || !/^\+\d{7,15}$/.test(text)) return text;
  return `${code} ${text.slice(code.length).replace(/(\d{3})(?=\d{2})/g, "$1 ")}`;
}
