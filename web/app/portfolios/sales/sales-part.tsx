/** Realised sales as a part of a page: its script and its texts are loaded when it is opened. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Catalogue, Language } from "@portico/messages/text.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { Loading } from "../../ui/states.tsx";
import { MoreTexts, useLanguage } from "../../ui/text.tsx";

interface SalesProps {
  holder: Holder;
  /** The last day of the usual ranges. */
  today: string;
}

const catalogues: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  bg: () => import("@portico/messages/generated/sales.bg.ts"),
  en: () => import("@portico/messages/generated/sales.en.ts"),
  pl: () => import("@portico/messages/generated/sales.pl.ts"),
};
const partIn = (language: Language) =>
  loadedPart<SalesProps>(
    async () => {
      const [{ RealisedSales }, { catalogue }] = await Promise.all([
        import("./realised-sales.tsx"),
        catalogues[language](),
      ]);
      return {
        default: (props) => (
          <MoreTexts catalogue={catalogue}>
            <RealisedSales {...props} />
          </MoreTexts>
        ),
      };
    },
    () => <Loading />,
  );
const parts = { bg: partIn("bg"), en: partIn("en"), pl: partIn("pl") };

export function SalesOf(props: SalesProps) {
  const Part = parts[useLanguage()];
  return <Part {...props} />;
}

/** Of the active holder. */
export const SalesPart = ({ today }: Pick<SalesProps, "today">) => <SalesOf holder={useHolder()} today={today} />;
