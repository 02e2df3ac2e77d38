/** Shape of compiled texts, as made by `@lingui/message-utils` and read by `text.ts`. */
import type { CompiledMessage } from "@lingui/message-utils/compileMessage";

export const languages = ["bg", "en", "pl"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "en";

/** Compiled texts of one language; a plain text stays a string. */
export type Catalogue = Record<string, string | CompiledMessage>;

export type { CompiledMessage };
