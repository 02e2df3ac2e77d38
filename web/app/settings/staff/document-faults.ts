/** Errors of the typed document addresses, before they are sent; the server checks too. */

import type { FirmDocument, FirmDocuments } from "@portico/api/forms/settings.ts";
import { isDocumentAddress } from "@portico/api/rules/visible-text.ts";
import { languages } from "@portico/messages/catalogue.ts";

export const firmDocumentNames = ["terms", "tariff", "privacy", "risk"] as const satisfies readonly FirmDocument[];
type DocumentPlace = `${FirmDocument}.${(typeof languages)[number]}`;

export function documentFaults(documents: FirmDocuments): Partial<Record<DocumentPlace, "address">> {
  const places = firmDocumentNames.flatMap((name) => languages.map((language) => ({ name, language })));
  return Object.fromEntries(
    places.flatMap(({ name, language }) => {
      const address = documents[name][language];
      return address === null || isDocumentAddress(address) ? [] : [[`${name}.${language}`, "address"]];
    }),
  );
}
