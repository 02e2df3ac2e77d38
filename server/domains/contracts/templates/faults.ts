/** Why a text is no contract, for whoever wrote it. */
import type { TextFault } from "@portico/api/contracts.ts";
import { placesToFill } from "@portico/api/rules/places-to-fill.ts";
import { parseTemplate } from "@portico/pdf/markdown/parse.ts";
import type { Fault } from "@portico/pdf/model/faults.ts";
import { placeholdersOf } from "@portico/pdf/model/fill.ts";

const whatOf = (fault: Fault): string => {
  switch (fault.code) {
    case "tooLarge":
      return `${fault.what} > ${fault.limit}`;
    case "unsupported":
      return fault.what;
    case "linkAddress":
      return fault.address;
    case "placeholderName":
      return fault.name;
    case "missingValue":
      return fault.placeholder;
    case "missingGlyph":
      return "placeholder" in fault && fault.placeholder
        ? `${fault.character} (${fault.codePoint}, ${fault.placeholder})`
        : `${fault.character} (${fault.codePoint})`;
  }
};

/** The fault as it is answered. */
export const described = (fault: Fault): TextFault => ({
  code: fault.code,
  line: "line" in fault ? (fault.line ?? null) : null,
  what: whatOf(fault),
});

/** Faults of a text whoever it is for: its Markdown, placeholders that nothing fills, and places that the firm has to fill. */
export function faultsOfText(text: string, known: ReadonlySet<string>): TextFault[] {
  const parsed = parseTemplate(text);
  if ("faults" in parsed) return parsed.faults.map(described);
  const unknown = placeholdersOf(parsed.blocks).filter(({ name }) => !known.has(name));
  return [
    ...unknown.map(({ name, line }) => ({ code: "unknownPlaceholder" as const, line, what: name })),
    ...placesToFill(text).map(({ name, line }) => ({ code: "toFill" as const, line, what: name })),
  ];
}
