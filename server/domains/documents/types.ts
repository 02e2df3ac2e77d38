/** The types of documents, from the firm's setting. */
import type { DocumentType } from "@portico/api/documents.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { getSetting } from "../settings/settings.ts";

/** The type of that id; `badInput` if the firm has none. */
export async function getType({ db }: { db: Db }, id: string): Promise<DocumentType> {
  const type = (await getSetting(db, "documentTypes")).types.find((each) => each.id === id);
  if (!type) throw new Refusal("badInput", { fields: [{ path: "type", code: "unknown" }] });
  return type;
}

/** The type's name in each language, for a notification that is worded in its reader's. */
export const named = ({ name }: Pick<DocumentType, "name">) => ({
  name_bg: name.bg,
  name_en: name.en,
  name_pl: name.pl,
});
