/** Text in which nothing hides: no control signs, none that turn the writing, none that nobody sees. Without zod, for the pages. */

/** Signs without a look of their own: controls, halves, line separators, fillers, zero-width ones. */
const invisible = "\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800";

/** One or more signs, all of which are seen. */
export const visibleText: RegExp = new RegExp(`^[^${invisible}]+$`, "u");

/** A file's name as it may be sent: path signs and unseen ones replaced. */
export const visibleFileName = (name: string): string =>
  name
    .replace(new RegExp(`[${invisible}/\\\\]`, "gu"), "_")
    .slice(-200)
    .toWellFormed();

/** A file's name: no path, nothing unseen. */
export const fileNameForm: RegExp = new RegExp(`^[^${invisible}/\\\\]+$`, "u");

/** An address on this server: no other server (`//`), no way up. */
const ownPath = /^(?!.*\/\/)(?!.*\/\.\.?(?:\/|$))\/[\w./%~-]*$/;

/** Where a document may lie: on this server, or elsewhere over TLS, under an address that says where it leads. */
export function isDocumentAddress(address: string): boolean {
  if (ownPath.test(address)) return true;
  if (!address.startsWith("https://") || !visibleText.test(address) || /[\s"<>\\]/.test(address)) return false;
  const url = URL.parse(address);
  return url !== null && url.username === "" && url.password === "";
}
