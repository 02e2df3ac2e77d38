/** Currency names in the reader's language, from the currency table; the code is shown until they are loaded. */
import { loadCurrencyNames } from "@portico/api/currency-names.ts";
import { startTransition, useCallback, useEffect, useReducer } from "react";
import { type Language, useLanguage } from "./text.tsx";
import { whenIdle } from "./when-idle.tsx";

type Names = Readonly<Record<string, string>>;
const loaded = new Map<Language, Names>();
/** Components waiting for the names: all render in one transition. */
const waiting = new Map<Language, Set<() => void>>();

function load(language: Language): Set<() => void> {
  const all = new Set<() => void>();
  waiting.set(language, all);
  const receive = (names: Names) => {
    loaded.set(language, names);
    waiting.delete(language);
    startTransition(() => {
      for (const notify of all) notify();
    });
  };
  // Offline, the codes stay.
  const fail = () => waiting.delete(language);
  whenIdle(() => void loadCurrencyNames(language).then(receive, fail));
  return all;
}

export function useCurrencyNames(): (code: string) => string {
  const language = useLanguage();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const names = loaded.get(language);
  useEffect(() => {
    if (names) return undefined;
    // They arrived after this was rendered.
    if (loaded.has(language)) return startTransition(renderAgain);
    const all = waiting.get(language) ?? load(language);
    all.add(renderAgain);
    return () => void all.delete(renderAgain);
  }, [language, names]);
  return useCallback((code) => names?.[code] ?? code, [names]);
}
