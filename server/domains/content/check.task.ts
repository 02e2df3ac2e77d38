/** Reads texts that are to be published on a worker thread, because a hostile one can take seconds. */
import type { FieldError } from "@portico/api/errors.ts";
import { type ContentTextFault, parseContent } from "@portico/pdf/markdown/content.ts";

export interface CheckedText {
  path: string;
  text: string;
  /** Placeholders that its page fills. */
  known?: readonly string[];
  /** Shown as it is typed: only what its author must have meant as something else is a fault. */
  isPlain?: boolean;
}

const inPlainText = (fault: ContentTextFault): boolean =>
  fault.code === "tooLarge" ||
  fault.code === "unknownPlaceholder" ||
  fault.code === "placeholderName" ||
  (fault.code === "unsupported" && (fault.what === "html" || fault.what === "picture"));

/** The first place of each text that cannot be shown. */
export async function run({ texts }: { texts: readonly CheckedText[] }): Promise<FieldError[]> {
  return texts.flatMap(({ path, text, known = [], isPlain = false }) => {
    const parsed = parseContent(text, known);
    if ("blocks" in parsed) return [];
    const [first] = isPlain ? parsed.faults.filter(inPlainText) : parsed.faults;
    if (!first) return [];
    const line = "line" in first ? first.line : undefined;
    return [{ path, code: "notShown", ...(line !== undefined && { line }) }];
  });
}
