/** A name in the reader's language, or in the first one in which it is written: a draft may lack languages. */
import type { Texts } from "@portico/api/funds.ts";
import type { Language } from "../../ui/text.tsx";

export const nameIn = (language: Language, { [language]: own, en, bg, pl }: Texts): string => own || en || bg || pl;
