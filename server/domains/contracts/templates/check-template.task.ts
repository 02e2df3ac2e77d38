/** Reads the texts of a template on a worker thread, because a long one can take seconds. */
import type { TextFault } from "@portico/api/contracts.ts";
import { type Language, languages } from "@portico/api/shapes.ts";
import { faultsOfText } from "./faults.ts";

/** Faults whoever it is for; `known` are the placeholders that something fills. A language without text has none. */
export async function run({
  text,
  known,
}: {
  text: Record<Language, string>;
  known: ReadonlySet<string>;
}): Promise<(TextFault & { language: Language })[]> {
  return languages.flatMap((language) =>
    text[language].trim() === "" ? [] : faultsOfText(text[language], known).map((fault) => ({ ...fault, language })),
  );
}
