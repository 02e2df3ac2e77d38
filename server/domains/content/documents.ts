/** Where the documents are that clients declare to have read: where the firm says, else on the portal's public pages. */

import type { FieldCode } from "@portico/api/errors.ts";
import type { FirmDocument, FirmDocuments } from "@portico/api/forms/settings.ts";
import { type ContentPage, contentPath } from "@portico/api/rules/content.ts";
import { type Language, languages } from "@portico/api/shapes.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { getSetting } from "../settings/settings.ts";
import { pageKind } from "./content.ts";
import { listPublicTitles } from "./pages.queries.ts";

/** The public page of a document; information on risks has none. */
const pageOf: Partial<Record<FirmDocument, ContentPage>> = { terms: "terms", tariff: "fees", privacy: "privacy" };

/** With the public pages that are published in place of addresses that the firm does not name. */
export async function getFirmDocuments(db: Db, published?: ReadonlySet<string>): Promise<FirmDocuments> {
  const [named, found] = await Promise.all([
    getSetting(db, "firmDocuments"),
    published ?? listPublicTitles(db, pageKind).then((rows) => new Set(rows.map(({ subject }) => subject))),
  ]);
  const addressOf = (document: FirmDocument, language: Language): string | null => {
    const page = pageOf[document];
    const own = page && found.has(page) ? `/${language}${contentPath(page)}` : null;
    return named[document][language] ?? own;
  };
  const ofEach = (document: FirmDocument) =>
    Object.fromEntries(languages.map((language) => [language, addressOf(document, language)])) as Record<
      Language,
      string | null
    >;
  return { terms: ofEach("terms"), tariff: ofEach("tariff"), privacy: ofEach("privacy"), risk: ofEach("risk") };
}

/** Addresses that a save would take away while no public page takes their place: `required` at each. */
export async function findLostDocuments(trx: Trx, wanted: FirmDocuments): Promise<{ path: string; code: FieldCode }[]> {
  const stored = await getSetting(trx, "firmDocuments");
  const published = new Set((await listPublicTitles(trx, pageKind)).map(({ subject }) => subject));
  return (Object.keys(pageOf) as FirmDocument[])
    .filter((document) => !published.has(pageOf[document] ?? ""))
    .flatMap((document) =>
      languages
        .filter((language) => stored[document][language] !== null && wanted[document][language] === null)
        .map((language) => ({ path: `${document}.${language}`, code: "required" as const })),
    );
}
