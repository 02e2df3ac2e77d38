/** Why a text cannot become a document. Functions return all faults at once, so that the author sees every place. */

/** Lines are those of the Markdown text, counted from 1. */
export type Fault =
  /** The text or document has more of something than is allowed. */
  | { code: "tooLarge"; what: "characters" | "columns" | "lines"; limit: number; line?: number }
  /** Markdown that templates do not support, such as raw HTML or a picture. */
  | { code: "unsupported"; what: Unsupported; line: number }
  /** A link that is neither https nor mailto. */
  | { code: "linkAddress"; address: string; line?: number }
  /** `{{…}}` that is not closed or whose name is not dotted words. */
  | { code: "placeholderName"; name: string; line: number }
  /** A placeholder without a value. */
  | { code: "missingValue"; placeholder: string; line: number }
  /** A character that the font cannot print, or that would be invisible, such as a soft hyphen. */
  | ({ code: "missingGlyph"; character: string; codePoint: string } & Place);

export type Unsupported =
  | "html"
  | "picture"
  | "code"
  | "quote"
  | "headingLevel"
  | "listDepth"
  | "blockInList"
  | "extraCell"
  | "linkTitle";

/** Where a character is: in a block (counted from 0), or in a part of the document's frame. */
export type Place =
  | { block: number; line?: number; placeholder?: string }
  | { part: "title" | "firm" | "reference" | "labels" };

/** Either the result or the reasons why there is none. Plain data, so it can be sent from a worker. */
export type Outcome<Result> = Result | { faults: Fault[] };

/** The number of faults that are listed. */
export const maxFaults = 100;
