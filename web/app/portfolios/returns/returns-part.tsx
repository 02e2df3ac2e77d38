/** The part "Returns" of the portfolio page: its script and its texts are loaded when it is opened. */
import type { Catalogue, Language } from "@portico/messages/text.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { Loading } from "../../ui/states.tsx";
import { MoreTexts, useLanguage } from "../../ui/text.tsx";

const catalogues: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  bg: () => import("@portico/messages/generated/returns.bg.ts"),
  en: () => import("@portico/messages/generated/returns.en.ts"),
  pl: () => import("@portico/messages/generated/returns.pl.ts"),
};
const partIn = (language: Language) =>
  loadedPart<{ today: string }>(
    async () => {
      const [{ Returns }, { catalogue }] = await Promise.all([import("./returns.tsx"), catalogues[language]()]);
      return {
        default: (props) => (
          <MoreTexts catalogue={catalogue}>
            <Returns {...props} />
          </MoreTexts>
        ),
      };
    },
    () => <Loading />,
  );
const parts = { bg: partIn("bg"), en: partIn("en"), pl: partIn("pl") };

/** `today` is the valuation day. */
export function ReturnsPart({ today }: { today: string }) {
  const Part = parts[useLanguage()];
  return <Part today={today} />;
}
