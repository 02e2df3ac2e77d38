/** The contract that a firm's first template begins with: general, with places that the firm fills in. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Language } from "@portico/api/shapes.ts";

/** A file is a title (`# …`), which is the contract's name too, and the text. */
const readText = async (language: Language): Promise<string> =>
  (await readFile(join(import.meta.dirname, "texts", `agreement.${language}.md`), "utf8")).trim();

export async function getStartingTemplate(): Promise<Answer<typeof contracts.getStartingTemplate>> {
  const [bg, en, pl] = await Promise.all([readText("bg"), readText("en"), readText("pl")]);
  const nameOf = (text: string): string => text.slice(2, text.indexOf("\n"));
  return { name: { bg: nameOf(bg), en: nameOf(en), pl: nameOf(pl) }, text: { bg, en, pl } };
}
