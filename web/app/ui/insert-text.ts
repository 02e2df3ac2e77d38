/** Inserts a text into a field where its cursor is. */

/** What a field offers to the tools beside it. */
export interface Inserter {
  insert: (text: string) => void;
}

/**
 * `value` with `added` in place of the selection, as a paragraph of its own after a word. A field that nobody has
 * touched has its cursor at the beginning: there it comes last.
 */
export function insertText(
  value: string,
  { selectionStart, selectionEnd }: Pick<HTMLTextAreaElement, "selectionStart" | "selectionEnd">,
  added: string,
): string {
  const isUntouched = selectionStart === 0 && selectionEnd === 0;
  const before = isUntouched ? value : value.slice(0, selectionStart);
  const after = isUntouched ? "" : value.slice(selectionEnd);
  const gap = before === "" || /\s$/.test(before) ? "" : "\n\n";
  return `${before}${gap}${added}${after}`;
}
