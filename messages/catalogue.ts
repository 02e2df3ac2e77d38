/** The shape of compiled texts, as `@lingui/message-utils` makes them and `text.ts` reads them. */
import type { CompiledMessage } from "@lingui/message-utils/compileMessage";

export const languages = ["bg", "en", "pl"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "en";

/** Compiled texts of one language: a plain text stays a string. */
export type Catalogue = Record<string, string | CompiledMessage>;

export type { CompiledMessage };
