/** What a file was recognised as: its kind, and its format or the message of its standard. */
import type { ListedImport } from "@portico/api/imports.ts";
import type { Translate } from "../../ui/text.tsx";

export function recognisedText(
  t: Translate,
  { kind, format, message }: Pick<ListedImport, "kind" | "format" | "message">,
): string {
  const written = message ?? (format && t(`admin.imports.format.${format}`));
  // Of what nobody recognised, the kind is a guess.
  return format === null ? "" : [t(`admin.imports.kind.${kind}`), written].join(" · ");
}

/** Prices or rates, which are looked at one by one. */
export const isOfQuotes = (kind: ListedImport["kind"]): boolean => kind === "prices" || kind === "rates";
