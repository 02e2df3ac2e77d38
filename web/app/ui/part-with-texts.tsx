/** A part of a page that is loaded with texts of its own when it is first shown. */
import type { Catalogue, Language } from "@portico/messages/text.ts";
import type { ComponentType } from "react";
import { loadedPart } from "./loaded-part.tsx";
import { Loading } from "./states.tsx";
import { MoreTexts, useLanguage } from "./text.tsx";

/** `catalogues` loads the texts of a language, `load` the component; `Waiting` is shown until both are there. */
export function partWithTexts<Props extends object>(
  catalogues: Record<Language, () => Promise<{ catalogue: Catalogue }>>,
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = () => <Loading />,
): ComponentType<Props> {
  const partIn = (language: Language) =>
    loadedPart<Props>(async () => {
      const [Part, { catalogue }] = await Promise.all([load(), catalogues[language]()]);
      return {
        default: (props) => (
          <MoreTexts catalogue={catalogue}>
            <Part {...props} />
          </MoreTexts>
        ),
      };
    }, Waiting);
  const parts = { bg: partIn("bg"), en: partIn("en"), pl: partIn("pl") };
  return function PartWithTexts(props: Props) {
    const Part = parts[useLanguage()];
    return <Part {...props} />;
  };
}
