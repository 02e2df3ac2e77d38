/** Text without hidden content: no control, bidirectional or invisible characters. Without zod, because pages load it. */

/** Invisible characters: controls, lone surrogates, line separators, fillers, zero-width ones. */
const invisible = "\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800";

/** One or more characters, all visible. */
export const visibleText: RegExp = new RegExp(`^[^${invisible}]+$`, "u");

const something: RegExp = new RegExp(`[^${invisible}\\s]`, "u");

/** Whether nobody sees anything in the text: nothing but spaces and invisible characters. */
export const isBlank = (text: string): boolean => !something.test(text);

/** Each character that a file system forbids in a name, or that nobody sees in it. */
export const unfitForFileName: RegExp = new RegExp(`[${invisible}/\\\\:*?"<>|]`, "gu");

/** A file name safe to send: path separators and invisible characters replaced. */
export const visibleFileName = (name: string): string =>
  name
    .replace(new RegExp(`[${invisible}/\\\\]`, "gu"), "_")
    .slice(-200)
    .toWellFormed();

/** A file name: no path, no invisible characters. */
export const fileNameForm: RegExp = new RegExp(`^[^${invisible}/\\\\]+$`, "u");

/** A path on this server: no other server (`//`), no parent folders. */
const ownPath = /^(?!.*\/\/)(?!.*\/\.\.?(?:\/|$))\/[\w./%~-]*$/;

/** Where a document may be: on this server, or elsewhere over TLS, with a readable address. */
export function isDocumentAddress(address: string): boolean {
  if (ownPath.test(address)) return true;
  if (!address.startsWith("https://") || !visibleText.test(address) || /[\s"<>\\]/.test(address)) return false;
  const url = URL.parse(address);
  return url !== null && url.username === "" && url.password === "";
}
