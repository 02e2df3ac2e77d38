/** Texts and language for components: `const t = useText(); t("key", { params })`. */
import { type Catalogue, createText, type Language, type Translate } from "@portico/messages/text.ts";
import { createContext, type ReactNode, useContext, useMemo } from "react";

export type { Language, PlainKey, TextKey, TextParams, Translate } from "@portico/messages/text.ts";

interface Texts {
  language: Language;
  catalogues: readonly Catalogue[];
  t: Translate;
}

const TextContext = createContext<Texts | null>(null);

function useTexts(): Texts {
  const texts = useContext(TextContext);
  if (!texts) throw new Error("There is no TextProvider above");
  return texts;
}

/** Provides a language and a chunk of its texts. */
export function TextProvider({
  language,
  catalogue,
  children,
}: {
  language: Language;
  catalogue: Catalogue;
  children: ReactNode;
}) {
  const value = useMemo(
    () => ({ language, catalogues: [catalogue], t: createText(language, [catalogue]) }),
    [language, catalogue],
  );
  return <TextContext value={value}>{children}</TextContext>;
}

/** Adds another chunk of texts, such as the staff's. */
export function MoreTexts({ catalogue, children }: { catalogue: Catalogue; children: ReactNode }) {
  const { language, catalogues } = useTexts();
  const value = useMemo(() => {
    const all = [...catalogues, catalogue];
    return { language, catalogues: all, t: createText(language, all) };
  }, [language, catalogues, catalogue]);
  return <TextContext value={value}>{children}</TextContext>;
}

export const useText = (): Translate => useTexts().t;
export const useLanguage = (): Language => useTexts().language;
