/** A file that was sent to another page than its own, and that its own page reads when it is opened next. */
import type { OwnFile } from "@portico/api/rules/other-files.ts";
import { onSessionChange } from "../session/session.ts";

/** One of our own files; one that a mapping is made for, and one to be read with it. */
type Passed = OwnFile | "mapping" | "import";

let passed: { kind: Passed; file: File } | undefined;
// Whoever signs in next is not shown the file of somebody else.
onSessionChange(() => (passed = undefined));

export function passFile(kind: Passed, file: File): void {
  passed = { kind, file };
}

/** What kind of file waits. */
export const passedKind = (): Passed | undefined => passed?.kind;

/** The waiting file of the kind, once. */
export function takePassedFile(kind: Passed): File | undefined {
  if (passed?.kind !== kind) return undefined;
  const { file } = passed;
  passed = undefined;
  return file;
}
