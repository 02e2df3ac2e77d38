/** Realised sales as a part of a page. */
import type { Holder } from "@portico/api/shapes.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { partWithTexts } from "../../ui/part-with-texts.tsx";

interface SalesProps {
  holder: Holder;
  /** The last day of the usual ranges. */
  today: string;
}

export const SalesOf = partWithTexts<SalesProps>(
  {
    bg: () => import("@portico/messages/generated/sales.bg.ts"),
    en: () => import("@portico/messages/generated/sales.en.ts"),
    pl: () => import("@portico/messages/generated/sales.pl.ts"),
  },
  async () => (await import("./realised-sales.tsx")).RealisedSales,
);

/** Of the active holder. */
export const SalesPart = ({ today }: Pick<SalesProps, "today">) => <SalesOf holder={useHolder()} today={today} />;
