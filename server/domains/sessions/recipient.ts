/** The language and the name in mails to a person about signing in. */
import type { Language } from "@portico/api/shapes.ts";
import { languages } from "@portico/api/shapes.ts";
import type { SigningUser } from "./sign-in-data.queries.ts";

/** The language of a person's mails. */
export const languageOf = (user: Pick<SigningUser, "language">): Language =>
  languages.find((known) => known === user.language) ?? "en";

/**
 * The name in a mail: empty until the address is confirmed. Anybody's address can be registered, and a name that reads
 * like a message would reach its owner under the firm's name.
 */
export const nameInMail = ({ validated, name }: Pick<SigningUser, "name" | "validated">): string =>
  validated ? name : "";
