/** The comparison with benchmarks, loaded with its texts when it is shown. */
import type { Catalogue, Language } from "@portico/messages/text.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { useLanguage } from "../../ui/text.tsx";
import type { ComparisonProps } from "./comparison.tsx";

const catalogues: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  bg: () => import("@portico/messages/generated/benchmarks.bg.ts"),
  en: () => import("@portico/messages/generated/benchmarks.en.ts"),
  pl: () => import("@portico/messages/generated/benchmarks.pl.ts"),
};

const comparisonIn = (language: Language) =>
  loadedPart(async () => {
    const [{ comparisonWith }, { catalogue }] = await Promise.all([import("./comparison.tsx"), catalogues[language]()]);
    return { default: comparisonWith(catalogue) };
  });

const comparisons = { bg: comparisonIn("bg"), en: comparisonIn("en"), pl: comparisonIn("pl") };

export default function ComparisonPart(props: ComparisonProps) {
  const Comparison = comparisons[useLanguage()];
  return <Comparison {...props} />;
}
