/**
 * The name that a signer types. If it is not the account's, one question is asked about it before the code is mailed, and
 * the evidence has the question with the answer.
 */
import type { SignatureGiven } from "@portico/api/contracts.ts";
import { type Language, languages } from "@portico/api/shapes.ts";
import { isSameName } from "@portico/kyc/same-name.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Viewer } from "../../../kernel/viewer.ts";

type Typed = Pick<SignatureGiven, "name" | "name_question">;

/** What a signer is asked whose typed name is not the account's; null if it is. */
export const nameQuestion = (typed: string, { name: account }: Pick<Viewer, "name">, language: Language) =>
  isSameName(typed, account) ? null : textIn(language)("evidence.nameQuestion", { typed, account });

/**
 * The question that the signer said yes to; null if none had to be asked. `nameDiffers` if it was not asked, or about
 * other names.
 */
export function answeredQuestion(
  { name, name_question: answered }: Typed,
  viewer: Pick<Viewer, "name">,
): string | null {
  if (nameQuestion(name, viewer, "en") === null) return null;
  if (!languages.some((language) => nameQuestion(name, viewer, language) === answered))
    throw new Refusal("nameDiffers");
  return answered ?? null;
}
