/** Text without hidden content: no control, bidirectional or invisible characters. Without zod, because pages load it. */

/** Invisible characters: controls, lone surrogates, line separators, fillers, zero-width ones. */
const invisible = "\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800";

/** One or more characters, all visible. */
export const visibleText: RegExp = new RegExp(`^[^${invisible}]+$`, "u");

/**
 * A character that nobody sees, or that shows what follows in another order: one of them makes a text look like another.
 * Allowed are line breaks and tabs, joiners and variants of emoji and of scripts that need them, and flags.
 */
const hidden = new RegExp(
  [
    "[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F]",
    "[\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\u{1D173}-\\u{1D17A}]",
    // Joiners and variation selectors beside letters that have no use for them, or by themselves.
    "(?:^|[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Z}])[\\u200C\\u200D\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]",
    "[\\u200C\\u200D](?:$|[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Nd}\\p{Z}])",
    // Tags outside of a flag, which begins with a black one.
    "(?:^|[^\\u{1F3F4}\\u{E0020}-\\u{E007F}])[\\u{E0000}-\\u{E007F}]",
  ].join("|"),
  "u",
);

/** Whether a text has hidden characters, unlike what its reader believes to see. */
export const hasHidden = (text: string): boolean => hidden.test(text);

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
