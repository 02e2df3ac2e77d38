/** What was declared: each box that was ticked, with the exact text that stood beside it, when, from where and with what. */
import { createHash } from "node:crypto";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { TextKey } from "@portico/messages/text.ts";
import type { Declaration } from "./forms.content.ts";
import type { Place } from "./forms.definition.ts";

/** Key of the text that names a field, or that is declared: `forms.<form>.<step>.<field>`, without items of lists. */
export const textKeyOf = (type: FormType, { path, field }: Pick<Place, "path" | "field">): string => {
  const [step = "", first = ""] = path.split(".");
  const isInside = path.split(".").length > 2;
  return ["forms", type, step, ...(isInside ? [first, field.name] : [field.name])].join(".");
};

interface Given {
  language: Language;
  at: Date;
  address: string;
  browser: string;
}

/** One declaration per ticked box; the hash is of the text in the language that it was read in. */
export function declarationsOf(
  type: FormType,
  places: readonly Place[],
  { language, at, address, browser }: Given,
): Declaration[] {
  const text = textIn(language);
  return places.flatMap((place) => {
    if (place.field.kind !== "agreement" || place.value !== true) return [];
    const textId = textKeyOf(type, place);
    // The key is made from the definition; a test holds every one of them against the catalogues.
    const words = text(textId as TextKey as never);
    return [
      {
        textId,
        version: `${place.field.version} ${language}`,
        sha256: createHash("sha256").update(words).digest("hex"),
        at: at.toISOString(),
        address,
        browser,
      },
    ];
  });
}
