/** Opening balances typed for one import: stored in the tab, so that neither a reload nor a sign-in loses them. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { useCallback, useState } from "react";
import { useLanguage } from "../../ui/text.tsx";
import { readDraft, writeDraft } from "../../ui/use-draft.ts";
import { isReadWith, notIn, type OpeningLine, readLines, withSuggestions } from "./opening-lines.ts";

interface OpeningLines {
  lines: readonly OpeningLine[];
  setLines: (lines: readonly OpeningLine[]) => void;
  /** The lines differ from those the file was read with, so the preview does not match the form. */
  isChanged: boolean;
  /** Number of lines that the preview does not include, including suggestions. */
  pending: number;
}

const draftOf = (id: number): string => `import.${id}`;

/** Stores the lines with which a file was read. */
export const storeLines = (id: number, lines: readonly OpeningLine[]): void =>
  writeDraft(draftOf(id), JSON.stringify({ lines, sent: lines }));

export function useOpeningLines(preview: ImportPreview): OpeningLines {
  const language = useLanguage();
  const name = draftOf(preview.id);
  const [{ lines, sent }, setStored] = useState(() => {
    const stored = readLines(readDraft(name));
    return { lines: withSuggestions(stored.lines, preview), sent: stored.sent };
  });
  const setLines = useCallback(
    (changed: readonly OpeningLine[]) => {
      writeDraft(name, JSON.stringify({ lines: changed, sent }));
      setStored({ lines: [...changed], sent });
    },
    [name, sent],
  );
  return {
    lines,
    setLines,
    isChanged: !isReadWith(language, lines, sent, preview),
    pending: notIn(language, lines, sent).length,
  };
}
