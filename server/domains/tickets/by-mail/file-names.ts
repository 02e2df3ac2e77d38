/** Names of files that come without one, or without an ending: by their content. */
import { type FileMediaType, fileEndings } from "@portico/api/files.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { detectKind } from "../../files/file-types.ts";

const hasEnding = (name: string): boolean => /\.[a-z][a-z0-9]{1,4}$/i.test(name);

function untitled(kind: FileMediaType | undefined, language: Language): string {
  const t = textIn(language);
  return t(
    kind === undefined ? "mail.file.other" : kind === "application/pdf" ? "mail.file.document" : "mail.file.picture",
  );
}

/** A name with an ending for each of the contents; no two are equal. */
export function chooseNames(files: readonly { name: string; content: Uint8Array }[], language: Language): string[] {
  const taken = new Set<string>();
  return files.map(({ name, content }) => {
    const kind = detectKind(Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 64)));
    const given = visibleFileName(name.trim());
    const ending =
      kind !== undefined && !hasEnding(given) ? `.${fileEndings[kind][0]}` : (/\.[^.]*$/.exec(given)?.[0] ?? "");
    const stem =
      (given.endsWith(ending) ? given.slice(0, given.length - ending.length) : given) || untitled(kind, language);
    let free = stem + ending;
    for (let count = 2; taken.has(free); count += 1) free = `${stem} (${count})${ending}`;
    taken.add(free);
    return free;
  });
}
