/** The part "Results" of the portfolio page: its script and its texts are loaded when it is opened. */
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import type { Catalogue, Language } from "@portico/messages/text.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { Loading } from "../../ui/states.tsx";
import { MoreTexts, useLanguage } from "../../ui/text.tsx";

export interface ResultsProps {
  /** The valuation day. */
  today: string;
  /** What is held now, which has a drawer of its own. */
  rows: readonly InstrumentRow[];
  clientNumber: string | null;
}

const catalogues: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  bg: () => import("@portico/messages/generated/results.bg.ts"),
  en: () => import("@portico/messages/generated/results.en.ts"),
  pl: () => import("@portico/messages/generated/results.pl.ts"),
};
const partIn = (language: Language) =>
  loadedPart<ResultsProps>(
    async () => {
      const [{ Results }, { catalogue }] = await Promise.all([import("./results.tsx"), catalogues[language]()]);
      return {
        default: (props) => (
          <MoreTexts catalogue={catalogue}>
            <Results {...props} />
          </MoreTexts>
        ),
      };
    },
    () => <Loading />,
  );
const parts = { bg: partIn("bg"), en: partIn("en"), pl: partIn("pl") };

export function ResultsPart(props: ResultsProps) {
  const Part = parts[useLanguage()];
  return <Part {...props} />;
}
