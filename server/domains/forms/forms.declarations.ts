/** What was declared: each box that was ticked, with the exact text and the documents that stood beside it, when, from where and with what. */
import { createHash } from "node:crypto";
import { agreementKey } from "@portico/api/forms/text-keys.ts";
import type { FirmDocuments } from "@portico/api/settings.ts";
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { TextKey } from "@portico/messages/text.ts";
import type { Declaration } from "./forms.content.ts";
import type { Place } from "./forms.definition.ts";

interface Given {
  language: Language;
  documents: FirmDocuments;
  at: Date;
  address: string;
  browser: string;
}

/** One declaration per ticked box; the hash is of the text in the language that it was read in. */
export function declarationsOf(
  places: readonly Place[],
  { language, documents, at, address, browser }: Given,
): Declaration[] {
  const text = textIn(language);
  return places.flatMap((place) => {
    const { field, value } = place;
    if (field.kind !== "agreement" || value !== true) return [];
    const textId = agreementKey(field);
    const words = text(textId as TextKey as never);
    // A text that is not there is worded as its key: nobody can have declared that.
    if (words === textId) throw new Error(`There is no text ${textId}`);
    return [
      {
        textId,
        version: field.version,
        language,
        sha256: createHash("sha256").update(words).digest("hex"),
        documents: (field.documents ?? []).map((document) => ({ document, address: documents[document][language] })),
        at: at.toISOString(),
        address,
        browser,
      },
    ];
  });
}
