/** Declarations made: each ticked box with the exact text and documents shown, and when, from where and with which browser. */
import { createHash } from "node:crypto";
import type { FirmDocuments } from "@portico/api/forms/settings.ts";
import { agreedVersion, type Settled } from "@portico/api/forms/settled.ts";
import type { Language } from "@portico/api/shapes.ts";
import type { Declaration } from "../content.ts";
import type { Place } from "../definition.ts";

interface Given {
  language: Language;
  documents: FirmDocuments;
  settled: Settled;
  at: Date;
  address: string;
  browser: string;
}

/** One declaration per ticked box; the hash is of the version ticked, in the language in which it was read. */
export function buildDeclarations(
  places: readonly Place[],
  { language, documents, settled, at, address, browser }: Given,
): Declaration[] {
  return places.flatMap((place) => {
    const { field, value } = place;
    if (field.kind !== "agreement" || agreedVersion(value) === 0) return [];
    const version = agreedVersion(value);
    const text = settled.texts.find((one) => one.name === field.name && one.version === version);
    // A text that does not exist cannot have been declared.
    if (!text) throw new Error(`There is no version ${version} of the declaration ${field.name}`);
    return [
      {
        textId: field.name,
        version: String(version),
        language,
        sha256: createHash("sha256").update(text.words[language]).digest("hex"),
        documents: (field.documents ?? []).map((document) => ({ document, address: documents[document][language] })),
        at: at.toISOString(),
        address,
        browser,
      },
    ];
  });
}
