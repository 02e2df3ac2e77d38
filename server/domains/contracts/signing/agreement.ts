/** The text that signers agree to: the firm's setting for electronic signatures (EDETSA, Article 13(4)). */
import type { Agreement } from "@portico/api/contracts.ts";
import type { Language } from "@portico/api/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import { getSettled } from "../../settings/versions.ts";

/** The text that signers agree to, in force now. */
export async function getAgreement({ db }: Pick<Context, "db">, language: Language): Promise<Agreement> {
  const { texts } = await getSettled(db, { bands: null, texts: [] });
  const agreement = texts.find(({ name }) => name === "electronicSignature");
  if (!agreement) throw new Error("no text for electronic signatures is stored");
  return { version: agreement.version, text: agreement.words[language], texts: agreement.words };
}
