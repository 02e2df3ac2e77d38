/** Names of the currencies in the reader's language, from the currency table; the code stands for a name until they are loaded. */
import { loadCurrencyNames } from "@portico/api/currencies.ts";
import { useCallback, useEffect, useState } from "react";
import { type Language, useLanguage } from "./text.tsx";

const loaded = new Map<Language, Readonly<Record<string, string>>>();

export function useCurrencyNames(): (code: string) => string {
  const language = useLanguage();
  const [names, setNames] = useState(() => loaded.get(language));
  useEffect(() => {
    let isCurrent = true;
    loadCurrencyNames(language).then(
      (found) => {
        loaded.set(language, found);
        if (isCurrent) setNames(found);
      },
      // Without a connection the codes stay.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);
  return useCallback((code) => names?.[code] ?? code, [names]);
}
