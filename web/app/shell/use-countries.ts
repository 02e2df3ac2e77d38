/** All countries by name in the reader's language, common ones first. */
import { useMemo } from "react";
import { useLanguage } from "../ui/text.tsx";
import { useApi } from "./calls/api.tsx";
import { useCall } from "./calls/use-call.ts";

const usual = ["BG", "PL"];

export function useCountries(): { code: string; name: string }[] {
  const api = useApi();
  const language = useLanguage();
  const { data } = useCall(api.countries.get, { params: { id: "all" } }, { staleTime: Number.POSITIVE_INFINITY });
  return useMemo(() => {
    const collator = new Intl.Collator(language);
    const all = (data?.countries ?? []).map(({ code, names }) => ({ code, name: names[language] }));
    const first = usual.flatMap((code) => all.filter((country) => country.code === code));
    const others = all.filter(({ code }) => !usual.includes(code)).toSorted((a, b) => collator.compare(a.name, b.name));
    return [...first, ...others];
  }, [data, language]);
}
