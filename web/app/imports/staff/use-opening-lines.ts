/** Opening balances as staff type them beside one import: kept for the tab, so that no reload and no sign-in loses them. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { useCallback, useState } from "react";
import { useLanguage } from "../../ui/text.tsx";
import { keepDraft, readDraft } from "../../ui/use-draft.ts";
import { isReadWith, notIn, type OpeningLine, readLines, withSuggestions } from "./opening-lines.ts";

interface OpeningLines {
  lines: readonly OpeningLine[];
  setLines: (lines: readonly OpeningLine[]) => void;
  /** The lines differ from those that the file was read with: what the preview shows is not what stands in the form. */
  isChanged: boolean;
  /** How many lines the preview was not made with, suggestions among them. */
  pending: number;
}

const draftOf = (id: number): string => `import.${id}`;

/** Remembers which lines a file was read with. */
export const keepLines = (id: number, lines: readonly OpeningLine[]): void =>
  keepDraft(draftOf(id), JSON.stringify({ lines, sent: lines }));

export function useOpeningLines(preview: ImportPreview): OpeningLines {
  const language = useLanguage();
  const name = draftOf(preview.id);
  const [{ lines, sent }, setKept] = useState(() => {
    const kept = readLines(readDraft(name));
    return { lines: withSuggestions(kept.lines, preview), sent: kept.sent };
  });
  const setLines = useCallback(
    (changed: readonly OpeningLine[]) => {
      keepDraft(name, JSON.stringify({ lines: changed, sent }));
      setKept({ lines: [...changed], sent });
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
